import { randomUUID } from 'node:crypto'
import type { ApiClient } from '@ats/test-kit'

/** The id of a link from the account to a new one of its user. */
export async function linkToOwn(
  api: ApiClient,
  leaderId: string,
  terms: object = {},
  planId = 'standard-100k',
): Promise<string> {
  const opened = await api.post<{ id: string }>('/v1/accounts', {
    body: { plan_id: planId, challenge_id: randomUUID() },
  })
  const body = { leader_account_id: leaderId, follower_account_id: opened.body.id }
  const made = await api.post<{ id?: string }>('/v1/copy-links', {
    body: { ...body, sizing: { mode: 'MULTIPLIER', value: 1 }, ...terms },
  })
  if (made.body.id === undefined) throw new Error(`no link: ${made.text}`)
  return made.body.id
}
