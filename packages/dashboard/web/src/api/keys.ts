import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, ApiKey, BodyOf, WalletOperations } from '@ats/sdk/types'
import { activityPage, ACTIVITY_PAGE, type KeyActivity } from './key-activity.js'
import { bodyOf, wallet } from './clients.js'
import type { ReadPage } from './paged.js'

export type NewKey = BodyOf<WalletOperations['createApiKey']>
export type KeyChange = BodyOf<WalletOperations['updateApiKey']>

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }): Promise<readonly ApiKey[]> => bodyOf(wallet.GET('/api/api-keys', { signal })),
})

/*
 * What these four return may hold secrets, which are shown once: keep it in the state of a component that is going to
 * forget it, never in the result of a query or a mutation.
 */
export const createKey = (body: NewKey): Promise<AnswerOf<WalletOperations['createApiKey']>> =>
  bodyOf(wallet.POST('/api/api-keys', { body }))

export const updateKey = (id: string, body: KeyChange): Promise<AnswerOf<WalletOperations['updateApiKey']>> =>
  bodyOf(wallet.PATCH('/api/api-keys/{id}', { params: { path: { id } }, body }))

export const rotateKey = (id: string, overlapHours: number): Promise<AnswerOf<WalletOperations['rotateApiKey']>> =>
  bodyOf(wallet.POST('/api/api-keys/{id}/rotate', { params: { path: { id } }, body: { overlapHours } }))

export const rotateWebhookSecret = (id: string): Promise<AnswerOf<WalletOperations['rotateWebhookSecret']>> =>
  bodyOf(wallet.POST('/api/api-keys/{id}/rotate-webhook-secret', { params: { path: { id } } }))

export const revokeKey = (id: string) => bodyOf(wallet.DELETE('/api/api-keys/{id}', { params: { path: { id } } }))

export const readKeyActivity: ReadPage<KeyActivity> = async ({ to, limit = ACTIVITY_PAGE, signal }) =>
  activityPage(
    await bodyOf(
      wallet.GET('/api/api-keys/activity', {
        params: { query: { limit, ...(to !== undefined && { to }) } },
        signal: signal ?? null,
      }),
    ),
    limit,
  )
