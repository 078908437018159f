/** The copy that a link has made of a fill of its leader. */
import type { Price, Quantity } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import type { CopyLink, LotRounding } from './copy-link.js'
import type { VenueId } from './market/instrument.js'
import type { Side } from './order/side.js'

/** A fill of a leader, and the position it was of, as it was before. */
export interface LeaderFill {
  readonly id: string
  readonly orderId: string
  readonly symbol: string
  readonly venue: VenueId
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
  readonly at: Micros
  readonly positionId: string
  /** The quantity of its order. */
  readonly orderQuantity: Quantity
  /** Filled of the same order, in the same position, before. */
  readonly filledBefore: Quantity
  /** The leader's position before the fill: above 0 is long. */
  readonly positionBefore: bigint
}

/** The next fills of a leader that are not copied yet. */
export interface FillsToCopy {
  /** In order; those of copies are left out. */
  readonly fills: readonly LeaderFill[]
  /** The time of the last one that was looked at; null: there is none. */
  readonly readTo: Micros | null
}

/** A link that copies, and the moments of the leader's clock after which fills, and entries among them, are copied. */
export interface CopyingLink {
  readonly link: CopyLink
  readonly copiesFrom: Micros
  readonly entriesFrom: Micros
}

/** Whether it brings the leader's position closer to flat. */
export const isExit = ({ side, positionBefore }: Pick<LeaderFill, 'side' | 'positionBefore'>): boolean =>
  positionBefore !== 0n && positionBefore > 0n !== (side === 'BUY')

/** PROTECTION: a stop or a target. SYNC: asked for by the owner of the follower. */
export const COPY_ACTIONS = ['ENTRY', 'EXIT', 'PROTECTION', 'SYNC'] as const
export type CopyAction = (typeof COPY_ACTIONS)[number]

/**
 * too_late: later than the link allows. below_lot: less than a lot. no_stop, no_equity: RISK_PCT and EQUITY_RATIO have
 * nothing to measure by. refused: by rules of the follower's plan. not_possible: such an order cannot be placed.
 * max_slippage: nothing was there at a price that the link allows. no_position: there is nothing to exit.
 * account_ended: the follower's account is TERMINATED or CLOSED.
 */
export const SKIP_REASONS = [
  'too_late',
  'below_lot',
  'no_stop',
  'no_equity',
  'refused',
  'not_possible',
  'max_slippage',
  'no_position',
  'account_ended',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Where the order of a follower comes from. */
export interface CopiedFrom {
  readonly linkId: string
  /** The leader's fill; null: it is no fill that is copied. */
  readonly fillId: string | null
  readonly orderId: string | null
}

/** A signed quantity more; or the part that a leader has closed of its position, as an exit is sized. */
export type TargetChange =
  | { readonly add: bigint }
  | {
      readonly closed: Quantity
      readonly before: bigint
      readonly lotSize: Quantity
      readonly rounding: LotRounding
    }

/** The position of a follower in a listing beside the one that its links would have it hold; above 0 is long. */
export interface Drift {
  readonly venue: VenueId
  readonly symbol: string
  readonly target: bigint
  readonly actual: bigint
}

export interface Copied extends CopiedFrom {
  readonly action: CopyAction
  /** Null: an order was placed, and has filled or works. */
  readonly skipped: SkipReason | null
  readonly message: string | null
  /** The rules that refused. */
  readonly rules: readonly string[]
  readonly symbol: string
  readonly venue: VenueId
  readonly side: Side
  /** The quantity that was to be ordered; null: it did not come to that. */
  readonly quantity: Quantity | null
  /** The follower's order; null: none. */
  readonly copyId: string | null
  /** How it changes what the follower would hold, had all been ordered; null: it does not. */
  readonly target: TargetChange | null
}

/** Before anything has become of it. */
export const NOT_ORDERED = {
  ...{ skipped: null, message: null, rules: [], quantity: null, copyId: null, target: null },
} satisfies Partial<Copied>

/** As it is listed. */
export interface CopyEvent extends Omit<Copied, 'target'> {
  readonly id: string
  readonly at: Micros
}

/** Whether a link whose terms say so is paused by it. */
export const isRefusal = ({ action, skipped }: Copied): boolean =>
  action === 'ENTRY' && (skipped === 'refused' || skipped === 'not_possible')

/** Whether a link wants this fill at all; what it does not want leaves no trace. */
export function isWanted({ link, copiesFrom, entriesFrom }: CopyingLink, fill: LeaderFill): boolean {
  const { symbols, copies, status } = link
  if (symbols !== null && !symbols.includes(fill.symbol)) return false
  if (isExit(fill)) return copies.includes('EXITS') && fill.at > copiesFrom
  return copies.includes('ENTRIES') && status === 'ACTIVE' && fill.at > entriesFrom
}
