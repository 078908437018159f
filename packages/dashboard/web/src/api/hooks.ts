import { queryOptions } from '@tanstack/react-query'
import type { AlertAnswer, AnswerOf, BodyOf, Hook, HookDelivery, NewHook, WalletOperations } from '@ats/sdk/types'
import { bodyOf, engine, wallet } from './clients.js'
import { pageOf } from './pages.js'
import type { ReadPage } from './paged.js'

export const hooksQuery = queryOptions({
  queryKey: ['hooks'],
  queryFn: ({ signal }): Promise<readonly Hook[]> => bodyOf(wallet.GET('/api/hooks', { signal })),
})

/*
 * What these two return holds a token, which is shown once: keep it in the state of a component that is going to forget
 * it, never in the result of a query or a mutation.
 */
export const createHook = (body: NewHook): Promise<AnswerOf<WalletOperations['createHook']>> =>
  bodyOf(wallet.POST('/api/hooks', { body }))

export const rotateHook = (id: string, overlapHours: number): Promise<AnswerOf<WalletOperations['rotateHook']>> =>
  bodyOf(wallet.POST('/api/hooks/{id}/rotate', { params: { path: { id } }, body: { overlapHours } }))

export type HookChange = BodyOf<WalletOperations['updateHook']>

export const updateHook = (id: string, body: HookChange): Promise<Hook> =>
  bodyOf(wallet.PATCH('/api/hooks/{id}', { params: { path: { id } }, body }))

export const revokeHook = (id: string) => bodyOf(wallet.DELETE('/api/hooks/{id}', { params: { path: { id } } }))

/** The effect that an alert would have; nothing is placed. */
export const tryAlert = (token: string, body: object): Promise<AlertAnswer> =>
  bodyOf(engine.POST('/v1/hooks/{token}', { params: { path: { token }, query: { dry_run: 'true' } }, body }))

export const deliveriesOf = (hookId: string) => ['hooks', hookId, 'deliveries'] as const

const PAGE = 50

export const readDeliveriesOf =
  (hookId: string): ReadPage<HookDelivery> =>
  async ({ to, limit = PAGE, signal }) => {
    const { data: rows = [], response } = await engine.GET('/v1/hooks/{hook_id}/deliveries', {
      params: { path: { hook_id: hookId }, query: { limit, ...(to !== undefined && { to }) } },
      signal: signal ?? null,
    })
    return pageOf(rows, response.headers)
  }
