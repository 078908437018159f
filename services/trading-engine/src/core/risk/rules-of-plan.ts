/** The rules that orders of an account are asked, chosen once for each plan: one it does not have costs nothing. */
import type { OrderRules } from '../model/plan/order-rules.js'
import { profileOf } from '../model/plan/execution-profile.js'
import type { Plan } from '../model/plan/plan.js'
import {
  ALL_RISK_RULES,
  RECHECKED_BESIDE_OTHERS,
  RECHECKED_ORDER_RULES,
  RECHECKED_RULES,
  type OrderRule,
  type RecheckedRule,
  type RiskRule,
  type RuleBesideOthers,
} from '../model/plan/violation.js'

export interface AskedRules {
  /** Asked of a new or changed order, in the documented order. */
  readonly all: readonly RiskRule[]
  /** The ones that may refuse an order that only reduces. */
  readonly ofReducing: readonly RiskRule[]
  /** Whether one of them compares what an order would lose at its stop. */
  readonly comparesPlannedLoss: boolean
  /** Asked of one that waited and would open or add, as if nothing else waited. */
  readonly rechecked: readonly (RecheckedRule | OrderRule)[]
  /** Asked of the same, beside the other orders of the account. */
  readonly recheckedBesideOthers: readonly RuleBesideOthers[]
}

const HAS: Readonly<Record<OrderRule, (rules: OrderRules) => boolean>> = {
  class_exposure_cap: ({ byClass }) => byClass !== undefined,
  stop_required: ({ stopRequired }) => stopRequired !== undefined,
  max_loss_per_idea: ({ maxLossPerIdea }) => maxLossPerIdea !== undefined,
  hedging: ({ hedging }) => hedging !== undefined && hedging !== 'ALLOWED',
  flat_by: ({ flatBy }) => flatBy !== undefined,
}

const isOrderRule = (rule: RiskRule): rule is OrderRule => Object.hasOwn(HAS, rule)

const chosen = new WeakMap<Plan['risk'], AskedRules>()

export function rulesOf({ plan }: { readonly plan: Pick<Plan, 'live' | 'risk'> }): AskedRules {
  const known = chosen.get(plan.risk)
  if (known !== undefined) return known
  const { rules } = profileOf({ plan })
  const { orderRules = {} } = plan.risk
  const has = (rule: RiskRule): boolean => (isOrderRule(rule) ? HAS[rule](orderRules) : rules.includes(rule))
  const all = ALL_RISK_RULES.filter(has)
  const asked: AskedRules = {
    all,
    ofReducing: all.filter((rule) => !isOrderRule(rule)),
    comparesPlannedLoss: has('stop_required') || has('max_loss_per_idea'),
    rechecked: [...RECHECKED_RULES, ...RECHECKED_ORDER_RULES.filter(has)],
    recheckedBesideOthers: RECHECKED_BESIDE_OTHERS.filter(has),
  }
  chosen.set(plan.risk, asked)
  return asked
}
