import type { EnginePaths, Operations, QueryOf } from '@ats/sdk/types'
import type { Client } from 'openapi-fetch'
import { bodyOf, engine, operatedAccounts } from './clients.js'
import { pageOf, type Page } from './pages.js'
import { send } from './send.js'

export type StatementFormat = 'csv' | 'pdf'

/** Bounds of a list: rows until a time, the newest without. */
export interface PageTerms {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The equity between two moments. */
export interface CurveTerms {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly interval?: '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | undefined
  readonly signal?: AbortSignal | undefined
}

async function page<Row>(answer: Promise<{ data?: readonly Row[]; response: Response }>): Promise<Page<Row>> {
  const { data = [], response } = await answer
  return pageOf(data, response.headers)
}

/**
 * Everything that can be read of an account, by its trader or by an operator, as the client is; `files`: the address
 * below which accounts have files.
 */
function createAccountReads(client: Client<EnginePaths>, scope: string, files: string) {
  const path = (id: string) => ({ account_id: id })
  const list = (id: string, { limit = 100, signal, ...span }: PageTerms) => ({
    params: { path: path(id), query: { limit, ...defined(span) } },
    signal: signal ?? null,
  })
  const one = (id: string, signal?: AbortSignal) => ({ params: { path: path(id) }, signal: signal ?? null })
  return {
    /** The key under which all that is known of an account is kept. */
    key: (id: string) => [scope, id] as const,
    risk: (id: string, signal?: AbortSignal) => bodyOf(client.GET('/v1/account/{account_id}/risk', one(id, signal))),
    objectives: (id: string, signal?: AbortSignal) =>
      bodyOf(client.GET('/v1/account/{account_id}/objectives', one(id, signal))),
    summary: (id: string, signal?: AbortSignal) =>
      bodyOf(client.GET('/v1/account/{account_id}/summary', one(id, signal))),
    positions: (id: string, signal?: AbortSignal) =>
      bodyOf(client.GET('/v1/account/{account_id}/positions', one(id, signal))),
    workingOrders: (id: string, signal?: AbortSignal) =>
      bodyOf(client.GET('/v1/account/{account_id}/orders', one(id, signal))),
    orders: (id: string, { limit = 100, signal, ...span }: PageTerms) =>
      page(
        client.GET('/v1/account/{account_id}/orders', {
          params: { path: path(id), query: { status: 'all', limit, ...defined(span) } },
          signal: signal ?? null,
        }),
      ),
    order: (id: string, orderId: string, signal?: AbortSignal) =>
      bodyOf(
        client.GET('/v1/account/{account_id}/orders/{order_id}', {
          params: { path: { ...path(id), order_id: orderId } },
          signal: signal ?? null,
        }),
      ),
    closedPositions: (id: string, terms: PageTerms) =>
      page(client.GET('/v1/account/{account_id}/positions/history', list(id, terms))),
    trades: (id: string, terms: PageTerms) => page(client.GET('/v1/account/{account_id}/trades', list(id, terms))),
    ledger: (id: string, terms: PageTerms) => page(client.GET('/v1/account/{account_id}/ledger', list(id, terms))),
    breaches: (id: string, terms: PageTerms) => page(client.GET('/v1/account/{account_id}/breaches', list(id, terms))),
    violations: (id: string, terms: PageTerms) =>
      page(client.GET('/v1/account/{account_id}/violations', list(id, terms))),
    payouts: (id: string, terms: PageTerms) => page(client.GET('/v1/account/{account_id}/payouts', list(id, terms))),
    adjustments: (id: string, terms: PageTerms) =>
      page(client.GET('/v1/account/{account_id}/profit-adjustments', list(id, terms))),
    /** The statement of a payout as a file. */
    statement: async (id: string, payoutId: string, format: StatementFormat): Promise<Blob> => {
      const address = `${files}/${id}/payouts/${payoutId}/statement.${format}`
      return (await send(new Request(address))).blob()
    },
    availablePayout: (id: string, signal?: AbortSignal) =>
      bodyOf(client.GET('/v1/account/{account_id}/payouts/available', one(id, signal))),
    days: (id: string, terms: PageTerms) => page(client.GET('/v1/account/{account_id}/days', list(id, terms))),
    funding: (id: string, terms: PageTerms) => bodyOf(client.GET('/v1/account/{account_id}/funding', list(id, terms))),
    analytics: (id: string, signal?: AbortSignal, groupBy?: QueryOf<Operations['getAnalytics']>['group_by']) =>
      bodyOf(
        client.GET('/v1/account/{account_id}/analytics', {
          params: { path: path(id), query: defined({ group_by: groupBy }) },
          signal: signal ?? null,
        }),
      ),
    journal: (id: string, terms: PageTerms) => page(client.GET('/v1/account/{account_id}/journal', list(id, terms))),
    deadManSwitch: (id: string, signal?: AbortSignal) =>
      bodyOf(client.GET('/v1/account/{account_id}/dead-man-switch', one(id, signal))),
    equity: (id: string, { signal, ...terms }: CurveTerms) =>
      bodyOf(
        client.GET('/v1/account/{account_id}/equity', {
          params: { path: path(id), query: defined(terms) },
          signal: signal ?? null,
        }),
      ),
  }
}

const defined = <T extends object>(terms: T): T =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)) as T

export type AccountReads = ReturnType<typeof createAccountReads>

/** The reads of the user's own accounts. */
export const ownAccounts: AccountReads = createAccountReads(engine, 'account', '/api/engine/v1/account')
/** The same reads of any account, for an operator. */
export const anyAccount: AccountReads = createAccountReads(
  operatedAccounts,
  'operated-account',
  '/api/operator/v1/accounts',
)
