import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '@ats/sdk/types'
import { anyAccount } from '../account-reads.js'
import { eachOnce, nextPlace, type Place } from '../account-places.js'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'
import { EXPORT_ROWS_MAX } from '../pages.js'

export type FirmOverview = AnswerOf<operations['getOverview']>
export type Exposure = AnswerOf<operations['getExposure']>
export type FoundAccount = AnswerOf<operations['findAccounts']>[number]
export type OperatedAccount = AnswerOf<operations['getOperatedAccount']>

/** The engine reads them once a second, however many ask. */
const FIRM_MS = 2_000

export const firmOverviewQuery = queryOptions({
  queryKey: ['firm', 'overview'],
  queryFn: ({ signal }) => bodyOf(operator.GET('/operator/v1/overview', { signal })),
  refetchInterval: FIRM_MS,
})

export const exposureQuery = queryOptions({
  queryKey: ['firm', 'exposure'],
  queryFn: ({ signal }) => bodyOf(operator.GET('/operator/v1/exposure', { signal })),
  refetchInterval: FIRM_MS,
})

/** The accounts that are listed, and their order. */
export interface AccountFilter {
  readonly user_id?: string
  readonly plan_id?: string
  readonly state?: NonNullable<FoundAccount['state']>
  readonly sort: 'created_at' | 'headroom'
}

interface FoundPage {
  readonly rows: readonly FoundAccount[]
  readonly next: Place | null
}

const FIRST: Place = {}
const PAGE = 100
const EXPORT_PAGE = 500

async function readFound(filter: AccountFilter, place: Place, limit: number, signal?: AbortSignal): Promise<FoundPage> {
  const { data: rows = [], response } = await operator.GET('/operator/v1/accounts', {
    params: { query: { ...filter, ...place, limit } },
    signal: signal ?? null,
  })
  return { rows, next: nextPlace(filter.sort, place, rows.length, response.headers) }
}

export const foundAccountsQuery = (filter: AccountFilter) =>
  infiniteQueryOptions({
    queryKey: ['operated-accounts', filter],
    queryFn: ({ pageParam, signal }) => readFound(filter, pageParam, PAGE, signal),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
  })

/** Every account that matches, for a file. */
export async function readAllFound(filter: AccountFilter): Promise<readonly FoundAccount[]> {
  const rows: FoundAccount[] = []
  let place: Place | null = {}
  while (place !== null && rows.length < EXPORT_ROWS_MAX) {
    const page: FoundPage = await readFound(filter, place, EXPORT_PAGE)
    rows.push(...page.rows)
    place = page.next
  }
  return eachOnce(rows)
}

const path = (id: string) => ({ account_id: id })

export const operatedAccountQuery = (id: string) =>
  queryOptions({
    queryKey: [...anyAccount.key(id), 'record'],
    queryFn: ({ signal }): Promise<OperatedAccount> =>
      bodyOf(operator.GET('/operator/v1/accounts/{account_id}', { params: { path: path(id) }, signal })),
  })
