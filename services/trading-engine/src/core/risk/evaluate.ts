/**
 * The one gate every order passes. All rules are asked, in the documented order, and every violation is reported.
 * Only an order that came through here has the type the venue accepts.
 */
import type { Execution } from '../book-walk.js'
import type { Order } from '../order.js'
import { accountState } from './account-state.js'
import { dailyLossLimit } from './daily-loss-limit.js'
import { insufficientMargin } from './insufficient-margin.js'
import { marketClosed } from './market-closed.js'
import { maxDrawdown } from './max-drawdown.js'
import { maxLeverage } from './max-leverage.js'
import { maxOpenOrders } from './max-open-orders.js'
import { maxPositions } from './max-positions.js'
import { postOnly } from './post-only.js'
import type { Proposal, Rule } from './proposal.js'
import { reduceOnly } from './reduce-only.js'
import { staleMarketData } from './stale-market-data.js'
import { symbolExposureCap } from './symbol-exposure-cap.js'
import { totalExposureCap } from './total-exposure-cap.js'
import { triggerWouldFire } from './trigger-would-fire.js'
import { venueNotAllowed } from './venue-not-allowed.js'
import type { Violation } from './violation.js'

/** In the order of `RISK_RULES`. */
const RULES: readonly Rule<Violation>[] = [
  maxDrawdown,
  dailyLossLimit,
  symbolExposureCap,
  totalExposureCap,
  insufficientMargin,
  maxLeverage,
  maxOpenOrders,
  maxPositions,
  reduceOnly,
  postOnly,
  triggerWouldFire,
  marketClosed,
  venueNotAllowed,
  accountState,
  staleMarketData,
]

declare const approved: unique symbol

/** An order that every rule has let through, with what it executes at once. */
export interface ApprovedOrder {
  readonly [approved]: true
  readonly order: Order
  readonly executions: readonly Execution[]
  readonly rests: boolean
}

export type Verdict =
  | { readonly kind: 'approved'; readonly approved: ApprovedOrder }
  | { readonly kind: 'refused'; readonly violations: readonly Violation[] }

export function evaluateRisk(proposal: Proposal): Verdict {
  const violations = RULES.map((rule) => rule(proposal)).filter((violation) => violation !== null)
  if (violations.length > 0) return { kind: 'refused', violations }
  const { order, executions, rests } = proposal
  return { kind: 'approved', approved: { order, executions, rests } as ApprovedOrder }
}
