import type { BodyOf } from '@ats/sdk/types'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'

export type CapitalMovement = BodyOf<operations['moveCapital']>

const of = (id: string) => ({ params: { path: { account_id: id } } })

export const haltAccount = (id: string, reason: string) =>
  bodyOf(operator.POST('/operator/v1/accounts/{account_id}/halt', { ...of(id), body: { reason } }))

export const releaseAccount = (id: string) =>
  bodyOf(operator.POST('/operator/v1/accounts/{account_id}/release', { ...of(id), body: {} }))

export const closeAccount = (id: string, reason: string) =>
  bodyOf(operator.POST('/operator/v1/accounts/{account_id}/close', { ...of(id), body: { reason } }))

/** `compensation`: empty for none. */
export const reverseBreach = (id: string, reason: string, compensation: string) =>
  bodyOf(
    operator.POST('/operator/v1/accounts/{account_id}/reverse-breach', {
      ...of(id),
      body: { reason, ...(compensation === '' ? {} : { compensation }) },
    }),
  )

export const moveCapital = (id: string, body: CapitalMovement) =>
  bodyOf(operator.POST('/operator/v1/accounts/{account_id}/capital', { ...of(id), body }))

const payout = (id: string) => ({ params: { path: { payout_id: id } } })

/** `traderSharePct`: null where the plan says how payouts are split. */
export const proposePayout = (id: string, traderSharePct: string | null) =>
  bodyOf(
    operator.POST('/operator/v1/payouts/{payout_id}/propose', {
      ...payout(id),
      body: traderSharePct === null ? {} : { trader_share_pct: traderSharePct },
    }),
  )

/** `version`: the one that is shown; another proposal since then is refused. */
export const approvePayout = (id: string, version: number) =>
  bodyOf(operator.POST('/operator/v1/payouts/{payout_id}/approve', { ...payout(id), body: { version } }))

export type Rejection = BodyOf<operations['rejectPayout']>

export const rejectPayout = (id: string, body: Rejection) =>
  bodyOf(operator.POST('/operator/v1/payouts/{payout_id}/reject', { ...payout(id), body }))

export type Adjustment = BodyOf<operations['adjustProfit']>

export const adjustProfit = (id: string, body: Adjustment) =>
  bodyOf(operator.POST('/operator/v1/accounts/{account_id}/profit-adjustments', { ...of(id), body }))

export const grantPlan = (body: BodyOf<operations['grantPlan']>) =>
  bodyOf(operator.POST('/operator/v1/grants', { body }))

export const removeGrant = (id: string) =>
  bodyOf(operator.DELETE('/operator/v1/grants/{grant_id}', { params: { path: { grant_id: id } } }))
