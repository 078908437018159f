import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BreachPage } from '../../account/breaches/breach-page.js'
import { operatedAccountQuery } from '../../api/firm/firm.js'
import { readingOf } from '../../ui/reading.js'

/** A breach of any account, for an operator. */
export default function FirmBreachScreen() {
  const { id = '', n = '' } = useParams()
  const query = useQuery(operatedAccountQuery(id))
  return <BreachPage account={readingOf(query)} breachId={n} viewer="operator" onRetry={() => void query.refetch()} />
}
