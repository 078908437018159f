import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BreachPage } from '../../account/breaches/breach-page.js'
import { accountQuery } from '../../api/accounts.js'
import { readingOf } from '../../ui/reading.js'

/** A breach of an account of the user. */
export default function BreachScreen() {
  const { id = '', n = '' } = useParams()
  const query = useQuery(accountQuery(id))
  return <BreachPage account={readingOf(query)} breachId={n} viewer="trader" onRetry={() => void query.refetch()} />
}
