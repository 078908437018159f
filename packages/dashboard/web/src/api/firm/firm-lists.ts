/** Lists over all accounts, which operators filter. */
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, QueryOf } from '@ats/sdk/types'
import type { PageTerms } from '../account-reads.js'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'
import { pageOf, type Page } from '../pages.js'

export type OperatedPayout = AnswerOf<operations['findPayouts']>[number]
export type GrantRow = AnswerOf<operations['listGrants']>[number]
export type FoundBreach = AnswerOf<operations['findBreaches']>[number]
export type AuditRow = AnswerOf<operations['listAudit']>[number]
export type FirmHealth = AnswerOf<operations['getHealth']>
export type LedgerCheck = AnswerOf<operations['checkLedger']>

type Filter<Name extends keyof operations> = Omit<QueryOf<operations[Name]>, 'from' | 'to' | 'limit' | 'decimals'>

/** The key under which what operators decide on payouts is kept. */
export const PAYOUTS_KEY = ['firm', 'payouts'] as const
export const GRANTS_KEY = ['firm', 'grants'] as const

const PAGE = 100

/** Bounds that are not given are left out. */
export const termsOf = <F extends object>(filter: F, { limit = PAGE, from, to, signal }: PageTerms) => ({
  params: {
    query: { ...filter, limit, ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
  },
  signal: signal ?? null,
})

export async function page<Row>(answer: Promise<{ data?: readonly Row[]; response: Response }>): Promise<Page<Row>> {
  const { data = [], response } = await answer
  return pageOf(data, response.headers)
}

export const readPayouts = (filter: Filter<'findPayouts'>, terms: PageTerms): Promise<Page<OperatedPayout>> =>
  page(operator.GET('/operator/v1/payouts', termsOf(filter, terms)))

export const readGrants = (filter: Filter<'listGrants'>, terms: PageTerms): Promise<Page<GrantRow>> =>
  page(operator.GET('/operator/v1/grants', termsOf(filter, terms)))

export const readBreaches = (filter: Filter<'findBreaches'>, terms: PageTerms): Promise<Page<FoundBreach>> =>
  page(operator.GET('/operator/v1/breaches', termsOf(filter, terms)))

/** The changes by operators, newest first. */
export const readAudit = (filter: Filter<'listAudit'>, terms: PageTerms): Promise<Page<AuditRow>> =>
  page(operator.GET('/operator/v1/audit', termsOf(filter, terms)))

/** Checks a page of accounts; `after`: those with a greater id. */
export const checkLedger = (after: string | null, limit: number, signal: AbortSignal): Promise<LedgerCheck> =>
  bodyOf(operator.GET('/operator/v1/ledger-check', { params: { query: { limit, ...(after && { after }) } }, signal }))

export const healthQuery = queryOptions({
  queryKey: ['firm', 'health'],
  queryFn: ({ signal }): Promise<FirmHealth> => bodyOf(operator.GET('/operator/v1/health', { signal })),
  refetchInterval: 2_000,
})
