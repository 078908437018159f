import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BreachPage } from '../../account/breach-page.js'
import { anyAccount } from '../../api/account-reads.js'
import { operatedAccountQuery } from '../../api/firm.js'

/** A breach of any account, for an operator. */
export default function FirmBreachScreen() {
  const { id = '', n = '' } = useParams()
  const { data: account } = useQuery(operatedAccountQuery(id))
  return <BreachPage id={id} breachId={n} account={account} reads={anyAccount} path={`/firm/accounts/${id}`} />
}
