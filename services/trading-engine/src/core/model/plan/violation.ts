import type { Micros } from '../../values/time.js'

/** The rules of every account, in the order in which violations are listed. */
export const RISK_RULES = [
  'max_drawdown',
  'daily_loss_limit',
  'news_freeze',
  'symbol_exposure_cap',
  'total_exposure_cap',
  'insufficient_margin',
  'max_leverage',
  'max_open_orders',
  'max_positions',
  'reduce_only',
  'post_only',
  'trigger_would_fire',
  'market_closed',
  'venue_not_allowed',
  'account_state',
  'stale_market_data',
] as const

/** The rules that only some plans have, in the same order. */
export const ORDER_RULES = ['class_exposure_cap', 'stop_required', 'max_loss_per_idea', 'hedging', 'flat_by'] as const
export type OrderRule = (typeof ORDER_RULES)[number]

/** All of them, and last the one that is asked of LIVE accounts alone. */
export const ALL_RISK_RULES = [
  ...RISK_RULES.slice(0, RISK_RULES.indexOf('insufficient_margin')),
  ...ORDER_RULES,
  ...RISK_RULES.slice(RISK_RULES.indexOf('insufficient_margin')),
  'venue_limit',
] as const
export type RiskRule = (typeof ALL_RISK_RULES)[number]

/** The rules that are checked again when an order that rested would open or add, in the same order. */
export const RECHECKED_RULES = [
  'max_drawdown',
  'daily_loss_limit',
  'symbol_exposure_cap',
  'total_exposure_cap',
  'insufficient_margin',
  'max_leverage',
  'max_positions',
  'account_state',
  'stale_market_data',
] as const satisfies readonly RiskRule[]
export type RecheckedRule = (typeof RECHECKED_RULES)[number]
/** The rules that close positions, too. */
export type ClosingRule = 'stop_required' | 'max_loss_per_idea' | 'flat_by'

/** Asked again where a plan has them. */
export const RECHECKED_ORDER_RULES = [
  'class_exposure_cap',
  'hedging',
  'flat_by',
] as const satisfies readonly OrderRule[]
/** Asked again beside the other orders of the account: exits of the order, or orders at its venue, count. */
export const RECHECKED_BESIDE_OTHERS = ['stop_required', 'max_loss_per_idea', 'venue_limit'] as const
export type RuleBesideOthers = (typeof RECHECKED_BESIDE_OTHERS)[number]
export type AnyRecheckedRule = RecheckedRule | OrderRule | 'venue_limit'

/** `WARN` never blocks, `SOFT` refuses this order (or locks until the reset), `HARD` breaks a rule of the plan. */
export const SEVERITIES = ['WARN', 'SOFT', 'HARD'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The severity of what ends an account, what locks it until the reset, and what warns of that. */
export const SEVERITY_OF = { TERMINATE: 'HARD', LOCK: 'SOFT', WARN: 'WARN' } as const satisfies Record<string, Severity>

/** Units of limits and values; null: a price, or nothing. */
export const UNITS = ['USD', 'ratio', 'orders', 'positions', 'strikes'] as const
export type Unit = (typeof UNITS)[number]

/** The reason an order was refused: an expected "no", with the figures that led to it. */
export interface Violation {
  readonly rule: RiskRule
  readonly severity: Severity
  readonly message: string
  /** Scaled decimals in `unit`; null where the rule has no number. */
  readonly limit: bigint | null
  readonly value: bigint | null
  readonly unit: Unit | null
  readonly until?: Micros
}
