import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BreachPage } from '../../account/breach-page.js'
import { ownAccounts } from '../../api/account-reads.js'
import { accountQuery } from '../../api/accounts.js'

/** A breach of an account of the user. */
export default function BreachScreen() {
  const { id = '', n = '' } = useParams()
  const { data: account } = useQuery(accountQuery(id))
  return <BreachPage id={id} breachId={n} account={account} reads={ownAccounts} path={`/accounts/${id}`} />
}
