import { randomUUID } from 'node:crypto'
import type { ApiClient } from '@ats/test-kit'

/** A payout that its trader has cancelled, which can be done again; the operator gives the account what it asks for. */
export async function cancelledPayout(operator: ApiClient, api: ApiClient, accountId: string): Promise<string> {
  const id = await openPayout(operator, api, accountId)
  await api.post(`/v1/account/${accountId}/payouts/${id}/cancel`)
  return id
}

export async function openPayout(operator: ApiClient, api: ApiClient, accountId: string): Promise<string> {
  const capital = { direction: 'IN', amount: 1, reason: 'x', reference: randomUUID() }
  await operator.post(`/operator/v1/accounts/${accountId}/capital`, { body: capital })
  const body = { amount: 1, client_id: randomUUID() }
  return (await api.post<{ id: string }>(`/v1/account/${accountId}/payouts`, { body })).body.id
}
