import type { Rate } from '../values/decimal.js'
import type { RiskRule } from './plan/violation.js'

/**
 * The fate of an order that is placed, where a run of the laboratory has it so: refused by a rule of its plan, filled
 * only in part by the book, or cancelled by its venue instead of being filled.
 */
export type ForcedOutcome =
  | { readonly kind: 'REJECT'; readonly rule: RiskRule }
  | { readonly kind: 'PARTIAL_FILL'; readonly share: Rate }
  | { readonly kind: 'ORACLE_CANCEL' }
