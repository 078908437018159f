import type { SwitchKind } from '../account/trader-switch.js'
import type { AnyRecheckedRule } from '../plan/violation.js'

export const CANCELLED_BY = ['USER', 'RISK', 'SYSTEM', 'SIBLING'] as const
export type CancelledBy = (typeof CANCELLED_BY)[number]

/** The reason of an order that its venue did not execute; the venue's own word is beside it. */
export type VenueRefusal = 'venue_cancelled' | 'venue_timed_out' | 'venue_failed'

/**
 * The reason an order ended (also a rule that was checked again) or that the service placed it, or that the market had
 * reached it during a downtime; null while it works and when it simply filled.
 */
export type OrderReason =
  | AnyRecheckedRule
  | 'user_cancelled'
  | 'expired'
  | 'time_in_force'
  | 'book_exhausted'
  | 'reduce_only'
  | 'post_only'
  | 'news_freeze'
  | 'sibling'
  | 'parent_cancelled'
  | 'exit_filled'
  | 'liquidation'
  | 'risk'
  | 'account_halted'
  | 'account_closed'
  | SwitchKind
  | 'overnight_leverage'
  | 'after_downtime'
  | 'auto_deleveraging'
  | VenueRefusal
