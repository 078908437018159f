/**
 * The evidence of breaches and liquidations: the rows of an account, in the order in which they were decided, that lead
 * from an opening (balance and positions at a moment, mostly the start of the trading day) to the figure in question.
 */
import type { Breach } from '../model/plan/breach.js'
import type { Fill } from '../model/order/fill.js'
import type { Transfer } from '../model/account/ledger.js'
import type { Listing } from '../model/market/listing.js'
import type { Order } from '../model/order/order.js'
import { TICK_MICROS } from '../values/tick.js'
import type { BegunDay } from '../model/draft.js'
import type { Plan } from '../model/plan/plan.js'
import type { Strike } from '../model/account/strike.js'
import type { Position } from '../model/account/position.js'
import type { Price, Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import type { Holding } from './past-equity.js'

/** A fill, and whether it closed a position that its owner did not close. */
export interface EvidenceFill extends Fill {
  readonly closedBy: 'LIQUIDATION' | 'RISK' | null
  /** When its order was placed: what closing costs is charged from then on. */
  readonly orderedAt: Micros
}

/** An order that a tick has fired. */
export type FiredOrder = Order & { readonly triggerPrice: Price; readonly triggerTick: number }

/** An account at the moment from which on the evidence tells what happened to it. */
export interface Opening {
  readonly at: Micros
  readonly balance: Usd
  readonly netDeposits: Usd
  /** The sum that scaling had added until then; part of the net deposits. */
  readonly scaled: Usd
  /** The sum of payouts until then. */
  readonly paidOut: Usd
  /** The highest balance after a closing fill of the day before that moment; null without one. */
  readonly closedHigh: Usd | null
  readonly holdings: readonly (Holding & Listing)[]
}

/** A trading day with what it began with. */
export type EvidenceDay = Pick<BegunDay, 'date' | 'at' | 'startBalance' | 'startEquity' | 'paidOut'> & {
  /** Null of a day from before ticks were kept: its high-water mark is then that of now. */
  readonly tick: number | null
  readonly startNetDeposits: Usd
  readonly highWaterMark: Usd
}

export type EarlierFill = Listing & Pick<Fill, 'side' | 'quantity' | 'tick'>

/** Rows of one account from the opening on, each list in the order of time. */
export interface EvidenceRows {
  readonly plan: Plan
  readonly opening: Opening
  readonly day: EvidenceDay
  readonly fills: readonly EvidenceFill[]
  readonly transfers: readonly Transfer[]
  /** Fills from before the opening, at ticks that later ones are at: what they took of those books was gone. */
  readonly earlier: readonly EarlierFill[]
  /** Ids of the transfers that were payouts. */
  readonly payouts: readonly string[]
  /** Orders whose triggers have fired. */
  readonly triggered: readonly FiredOrder[]
  /** The figures to recompute. */
  readonly breaches: readonly Breach[]
  readonly liquidations: readonly Position[]
  /** The strikes that lead to a breach by strikes, oldest first; absent where there is no such breach. */
  readonly strikes?: readonly Strike[]
}

/** A moment at which the equity without net deposits was a new high, which the drawdown floor has trailed since. */
export interface HighMoment {
  readonly at: Micros
  readonly tick: number
}

export type EvidenceStep = { readonly at: Micros } & (
  | { readonly kind: 'day'; readonly day: EvidenceDay }
  | { readonly kind: 'fill'; readonly fill: EvidenceFill }
  | { readonly kind: 'transfer'; readonly transfer: Transfer }
  | { readonly kind: 'trigger'; readonly order: FiredOrder }
  | { readonly kind: 'breach'; readonly breach: Breach }
  | { readonly kind: 'liquidation'; readonly position: Position }
  | { readonly kind: 'high'; readonly tick: number }
)

/** A breach and a liquidation stand where they were decided: before the orders that closed positions for it. */
export function evidenceSteps(rows: EvidenceRows, highs: readonly HighMoment[] = []): readonly EvidenceStep[] {
  const { day, opening, fills, transfers, triggered, breaches, liquidations } = rows
  const steps: EvidenceStep[] = [
    ...breaches.map((breach) => ({ kind: 'breach', at: decidedAt(breach, fills), breach }) as const),
    ...liquidations.map(
      (position) => ({ kind: 'liquidation', at: liquidatedFrom(position, fills), position }) as const,
    ),
    ...triggered.map((order) => ({ kind: 'trigger', at: firedAt(order, opening), order }) as const),
    ...fills.map((fill) => ({ kind: 'fill', at: fill.at, fill }) as const),
    ...transfers.map((transfer) => ({ kind: 'transfer', at: transfer.at, transfer }) as const),
    ...eachTickOnce(highs).map(({ at, tick }) => ({ kind: 'high', at, tick }) as const),
  ]
  // Stable: a claim goes before the fill of its moment, a high after what made it.
  return [{ kind: 'day', at: rows.opening.at, day }, ...steps.sort((a, b) => a.at - b.at)]
}

/** The high of a day and that of a life may be of one tick, which names its row: that stands where it was first. */
const eachTickOnce = (highs: readonly HighMoment[]): readonly HighMoment[] =>
  highs.filter(({ tick }, place) => highs.findIndex((high) => high.tick === tick) === place)

/** A trigger changes nothing by itself: it stands at its tick, or at the opening where that has begun before. */
const firedAt = ({ triggerTick }: FiredOrder, { at }: Opening): Micros => Math.max(at, triggerTick * TICK_MICROS)

/** Only the breach that ends an account closes positions, and it is recorded after them. */
function decidedAt({ action, at }: Breach, fills: readonly EvidenceFill[]): Micros {
  const first = action === 'TERMINATED' ? fills.find(({ closedBy }) => closedBy === 'RISK') : undefined
  return first === undefined ? at : Math.min(at, first.orderedAt)
}

/** The order that closed what was left of the position. */
function liquidatedFrom({ id, closedAt }: Position, fills: readonly EvidenceFill[]): Micros {
  return fills.findLast(({ positionId }) => positionId === id)?.orderedAt ?? closedAt ?? 0
}
