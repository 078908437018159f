/**
 * The one gate every order passes. All rules are asked, in the documented order, and every violation is reported.
 * Only an order that came through here has the type the venue accepts.
 */
import type { Execution } from '../margin/book-walk.js'
import type { ForcedOutcome } from '../model/forced-outcome.js'
import type { Order } from '../model/order/order.js'
import { accountState } from './rules/account-state.js'
import { classExposureCap, isFarFromClassCap } from './rules/class-exposure-cap.js'
import { dailyLossLimit } from './rules/daily-loss-limit.js'
import type { Finding, Rule } from './finding.js'
import { flatBy } from './rules/flat-by.js'
import { hedging } from './rules/hedging.js'
import { insufficientMargin } from './rules/insufficient-margin.js'
import { marketClosed } from './rules/market-closed.js'
import { maxDrawdown } from './rules/max-drawdown.js'
import { maxLeverage } from './rules/max-leverage.js'
import { maxLossPerIdea } from './rules/max-loss-per-idea.js'
import { maxOpenOrders } from './rules/max-open-orders.js'
import { maxPositions } from './rules/max-positions.js'
import { newsFreeze } from './rules/news-freeze.js'
import { postOnly } from './rules/post-only.js'
import type { Proposal } from './proposal.js'
import { reduceOnly } from './rules/reduce-only.js'
import { staleMarketData } from './rules/stale-market-data.js'
import { stopRequired } from './rules/stop-required.js'
import { symbolExposureCap } from './rules/symbol-exposure-cap.js'
import { totalExposureCap } from './rules/total-exposure-cap.js'
import { triggerWouldFire } from './rules/trigger-would-fire.js'
import { rulesOf } from './rules-of-plan.js'
import { venueLimit } from './rules/venue-limit.js'
import { venueNotAllowed } from './rules/venue-not-allowed.js'
import type { RiskRule, Violation } from '../model/plan/violation.js'

const RULES: Readonly<Record<RiskRule, Rule>> = {
  max_drawdown: maxDrawdown,
  daily_loss_limit: dailyLossLimit,
  news_freeze: newsFreeze,
  symbol_exposure_cap: symbolExposureCap,
  total_exposure_cap: totalExposureCap,
  class_exposure_cap: classExposureCap,
  stop_required: stopRequired,
  max_loss_per_idea: maxLossPerIdea,
  hedging,
  flat_by: flatBy,
  insufficient_margin: insufficientMargin,
  max_leverage: maxLeverage,
  max_open_orders: maxOpenOrders,
  max_positions: maxPositions,
  reduce_only: reduceOnly,
  post_only: postOnly,
  trigger_would_fire: triggerWouldFire,
  market_closed: marketClosed,
  venue_not_allowed: venueNotAllowed,
  account_state: accountState,
  stale_market_data: staleMarketData,
  venue_limit: venueLimit,
}

declare const approved: unique symbol

/** An order that every rule has let through, with its immediate executions. */
export interface ApprovedOrder {
  readonly [approved]: true
  readonly order: Order
  readonly exits: readonly Order[]
  readonly executions: readonly Execution[]
  readonly rests: boolean
}

export type Verdict =
  | { readonly kind: 'approved'; readonly approved: ApprovedOrder }
  | { readonly kind: 'refused'; readonly violations: readonly Violation[] }

export interface RuleFinding {
  readonly rule: RiskRule
  readonly finding: Finding
}

/** The findings of all rules, in the documented order. */
export const findingsOf = (proposal: Proposal): readonly RuleFinding[] =>
  rulesOf(proposal.account).all.map((rule) => ({ rule, finding: RULES[rule](proposal) }))

/** The first of some rules that is violated; null when none is. */
export const firstViolated = <R extends RiskRule>(proposal: Proposal, rules: readonly R[]): R | null =>
  rules.find((rule) => RULES[rule](proposal).isViolated) ?? null

/** The totals of the account show of some rules that they are kept, for less than their own figures cost. */
const isSurelyKept = (rule: RiskRule, proposal: Proposal): boolean =>
  rule === 'class_exposure_cap' && isFarFromClassCap(proposal)

export function evaluateRisk(proposal: Proposal, forced?: ForcedOutcome): Verdict {
  const violations: Violation[] = []
  const { all, ofReducing } = rulesOf(proposal.account)
  for (const rule of proposal.isReducing ? ofReducing : all) {
    if (isSurelyKept(rule, proposal)) continue
    const finding = RULES[rule](proposal)
    if (finding.isViolated) violations.push(violationOf(rule, finding))
  }
  if (forced?.kind === 'REJECT' && !violations.some(({ rule }) => rule === forced.rule))
    violations.push(violationOf(forced.rule, { ...RULES[forced.rule](proposal), message: () => FORCED }))
  if (violations.length > 0) return { kind: 'refused', violations }
  const { order, exits, executions, rests } = proposal
  return { kind: 'approved', approved: { order, exits, executions, rests } as ApprovedOrder }
}

const FORCED = 'the run has it that this rule refuses the order'

const violationOf = (rule: RiskRule, { severity, message, limit, value, unit, until }: Finding): Violation => ({
  rule,
  severity,
  message: message(),
  limit,
  value,
  unit,
  ...(until === undefined || until === null ? {} : { until }),
})
