/**
 * Reads what a trader has done, by days of UTC: each fill as an order at the market at its time of day. Fills that made
 * a position smaller are exits: another account may hold less by then, and an exit never opens anything.
 */
import type { Listing } from '../../../core/model/market/listing.js'
import { listingKey } from '../../../core/model/market/listing.js'
import type { Side } from '../../../core/model/order/side.js'
import type { Quantity } from '../../../core/values/decimal.js'
import { quantity } from '../../../core/values/decimal.js'
import { tickAt, TICKS_PER_DAY } from '../../../core/values/tick.js'
import type { Micros } from '../../../core/values/time.js'

export interface RecordedFill extends Listing {
  readonly at: Micros
  readonly side: Side
  readonly quantity: Quantity
}

export interface DayOrder extends Listing {
  /** The place in its day, from 0. */
  readonly slot: number
  readonly side: Side
  readonly quantity: Quantity
  readonly isExit: boolean
  /** Nothing was left of the position: all that is held is closed. */
  readonly isLast: boolean
}

export interface RecordedDay {
  /** Since the epoch, in UTC. */
  readonly number: number
  readonly orders: readonly DayOrder[]
  /** Nothing was held as it began, and as it ended. */
  readonly beginsFlat: boolean
  readonly endsFlat: boolean
}

type Held = Map<string, bigint>

/** The days from `first` to `last`; fills of other days count for what is held. In the order of time. */
export function recordedDays(fills: readonly RecordedFill[], first: number, last: number): readonly RecordedDay[] {
  const held: Held = new Map()
  const isFlat = (): boolean => [...held.values()].every((of) => of === 0n)
  const days: RecordedDay[] = []
  let next = 0
  const take = (day: number): readonly DayOrder[] => {
    const orders: DayOrder[] = []
    for (; next < fills.length && dayOf(fills[next]) <= day; next += 1) addOrder(orders, held, fills[next])
    return orders
  }
  take(first - 1)
  for (let number = first; number <= last; number += 1) {
    const beginsFlat = isFlat()
    days.push({ number, beginsFlat, orders: take(number), endsFlat: isFlat() })
  }
  return days
}

export const dayNumber = (at: Micros): number => Math.floor(tickAt(at) / TICKS_PER_DAY)
const dayOf = (fill: RecordedFill | undefined): number => (fill === undefined ? Infinity : dayNumber(fill.at))

/** Joins what an order has taken from several levels of a book to one order again. */
function addOrder(orders: DayOrder[], held: Held, fill: RecordedFill | undefined): void {
  if (fill === undefined) return
  const { symbol, venue, side } = fill
  const key = listingKey(fill)
  const before = held.get(key) ?? 0n
  const signed = side === 'BUY' ? fill.quantity : 0n - fill.quantity
  const after = before + signed
  held.set(key, after)
  const slot = tickAt(fill.at) % TICKS_PER_DAY
  const isExit = before !== 0n && before > 0n !== signed > 0n
  const last = orders.at(-1)
  const isSame =
    last?.slot === slot && listingKey(last) === key && last.side === side && last.isExit === isExit && !last.isLast
  const order = { ...{ slot, symbol, venue, side, isExit }, quantity: fill.quantity, isLast: isExit && after === 0n }
  if (isSame) orders[orders.length - 1] = { ...order, quantity: quantity(last.quantity + fill.quantity) }
  else orders.push(order)
}
