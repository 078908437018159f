import type { AnswerOf, BodyOf, Operations, Preview } from '@ats/sdk/types'
import { ApiError, unlessRefused } from './api-error.js'
import { bodyOf, engine } from './clients.js'

export type OrderRequest = BodyOf<Operations['placeOrder']>
export type OrderAnswer = AnswerOf<Operations['placeOrder']>

/** Tells what an order would do now: its fills, its costs, the finding of each rule. Nothing is placed. */
export const previewOrder = (body: OrderRequest, signal?: AbortSignal): Promise<Preview> =>
  bodyOf(engine.POST('/v1/order/preview', { body, signal: signal ?? null }))

/**
 * Places an order: once, however often it is sent with its `client_id`.
 * @throws ApiError also when a rule refuses it, with `violations`; with `isOutcomeUnknown` it may have been placed
 */
export const placeOrder = async (body: OrderRequest & { readonly client_id: string }): Promise<OrderAnswer> =>
  unlessRefused(await bodyOf(engine.POST('/v1/order', { body })))

/** True where a change may have happened though it was not answered: no response, a time limit, a failing service. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500)

const leverageKey = (accountId: string, venue: string, symbol: string) =>
  ['account', accountId, 'leverage', venue, symbol] as const

/** The leverage of a symbol on an account, and the most it could be. */
export const leverageQuery = (accountId: string, venue: 'GMX' | 'OSTIUM', symbol: string) => ({
  queryKey: leverageKey(accountId, venue, symbol),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    bodyOf(
      engine.GET('/v1/account/{account_id}/leverage', {
        params: { path: { account_id: accountId }, query: { symbol, platform_id: venue } },
        signal,
      }),
    ),
})

export const setLeverage = (accountId: string, venue: 'GMX' | 'OSTIUM', symbol: string, leverage: string) =>
  bodyOf(
    engine.PUT('/v1/account/{account_id}/leverage', {
      params: { path: { account_id: accountId } },
      body: { symbol, platform_id: venue, leverage },
    }),
  )
