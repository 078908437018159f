/**
 * The index of all that can happen to one account next, in numbers: a tick that reaches no level of an order or a
 * position, leaves equity between the next floor and the next high, and comes before the next deadline does nothing, so
 * nothing need be decided at it. Levels are exact, in steps of the price grid. Equity is a float with a bound of its
 * error, so a tick that close to a floor is decided on as well: it may look at too many, never at too few.
 */
import { ordersHeldByNews } from '../../core/calendar/news.js'
import { dueAt } from '../../core/execution/advance.js'
import { orderRulesLookAt } from '../../core/execution/close-by-order-rules.js'
import { overnightLookAt } from '../../core/execution/close-overnight.js'
import { flattenLookAt } from '../../core/execution/switch-actions.js'
import type { Account } from '../../core/model/account/account.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { listingKey, type Listing } from '../../core/model/market/listing.js'
import type { PriceName } from '../../core/model/market/market-view.js'
import { withPeaks } from '../../core/model/order/follow-peak.js'
import { trailTrigger } from '../../core/model/order/trail.js'
import { levelsOf, type Level, type LevelTrail } from '../../core/read/trigger-levels.js'
import {
  estimateOf,
  floatRange,
  isWithinSafeRange,
  type EquityEstimate,
  type FloatRange,
} from '../../core/risk/equity-estimate.js'
import { riskActionFor, safeEquityRangeOf } from '../../core/risk/supervise.js'
import { price, type Price } from '../../core/values/decimal.js'
import type { Micros } from '../../core/values/time.js'
import type { TapeSeries } from '../tapes/tape.js'

/** RISEN: nothing but equity above what the account knows as its high, or its objective; LOOK: all may be. */
export type Finding = 'NOTHING' | 'RISEN' | 'LOOK'

export interface SkipIndex {
  /** Takes the account as a decision at the moment of the context has left it. */
  readonly set: (account: Account, context: DecisionContext) => void
  /** Takes new highs of it, which change no level and no deadline. */
  readonly raise: (account: Account) => void
  /** Takes a row of a series; prices in steps of its grid. */
  readonly note: (series: number, last: number, bid: number, ask: number) => void
  /** Says which of the three the rows of a moment are; to be called once all of them are noted. */
  readonly find: (now: Micros) => Finding
  /** Nothing is held and nothing waits: no price does anything. */
  readonly isIdle: () => boolean
  /** When time alone does something next; not after the present where that is tried at every tick. */
  readonly deadline: () => Micros
}

/** Attempts that are repeated after seconds are made at every tick instead. */
const SOON_MICROS: Micros = 60_000_000

interface Trailing {
  readonly trail: LevelTrail
  readonly isAbove: boolean
  readonly isHighest: boolean
  /** In steps of the grid; the first is NaN before any price. */
  peak: number
  trigger: number
}

/** One listing: the levels that are nearest on each side, by the price that they watch. */
interface Levels extends Nearest {
  readonly tickSize: Price
  readonly step: number
  /** The row that holds; NaN before the first one. */
  last: number
  bid: number
  ask: number
}

interface Nearest {
  below: number
  above: number
  askBelow: number
  bidAbove: number
  trailing: Trailing[]
}

export function createSkipIndex(series: readonly TapeSeries[]): SkipIndex {
  const numbers = new Map(series.map((of, number) => [listingKey(of), number]))
  const levels = series.map(({ tickSize }): Levels => ({
    ...emptyLevels(),
    ...{ tickSize, step: Number(tickSize), last: NaN, bid: NaN, ask: NaN },
  }))
  const marks: number[] = series.map(() => NaN)
  const unknown = marks.push(NaN) - 1
  const numberOf = (listing: Listing): number => numbers.get(listingKey(listing)) ?? unknown
  let estimate: EquityEstimate | null = null
  let range: FloatRange = EVERYTHING
  let deadline: Micros = -Infinity
  let isReached = true
  let isAlways = false
  let hasNoOrders = false

  const setRange = (account: Account, context: DecisionContext | null): void => {
    estimate = null
    // No mark moves the equity of an account that holds nothing.
    if (account.positions.size === 0) isAlways = context === null ? isAlways : riskActionFor(account, context) !== null
    else {
      const safe = safeEquityRangeOf(account)
      isAlways = safe === null
      range = safe === null ? EVERYTHING : floatRange(safe)
    }
  }

  return {
    set(account, context) {
      setRange(account, context)
      if (account.positions.size > 0) estimate = estimateOf(account, { numberOf }, context.instruments)
      deadline = nextDeadline(account, context)
      hasNoOrders = account.orders.size === 0
      for (const of of levels) Object.assign(of, emptyLevels())
      for (const level of levelsOf(withPeaks(account, context), context)) {
        const of = levels[numberOf(level)]
        if (of !== undefined) addLevel(of, level)
      }
      // A price that no decision has counted as a peak, as its market was closed, may become one when that opens.
      isReached = levels.map((of) => follow(of, of.last) || isAnyReached(of)).includes(true)
    },
    raise(account) {
      const before = estimate
      setRange(account, null)
      estimate = before
    },
    note(number, last, bid, ask) {
      const of = levels[number]
      if (of === undefined) return
      marks[number] = last * of.step
      of.last = last
      of.bid = bid
      of.ask = ask
      if (isAnyReached(of)) isReached = true
      if (of.trailing.length > 0 && follow(of, last)) isReached = true
    },
    isIdle: () => estimate === null && hasNoOrders && !isReached && !isAlways,
    deadline: () => deadline,
    find(now) {
      if (isReached || isAlways || now >= deadline) return 'LOOK'
      if (estimate === null || isWithinSafeRange(estimate, range, marks)) return 'NOTHING'
      return isWithinSafeRange(estimate, { above: range.above, upTo: Infinity }, marks) ? 'RISEN' : 'LOOK'
    },
  }
}

const EVERYTHING: FloatRange = { above: -Infinity, upTo: Infinity }

const emptyLevels = (): Nearest => ({
  below: -Infinity,
  above: Infinity,
  askBelow: -Infinity,
  bidAbove: Infinity,
  trailing: [],
})

const isAnyReached = ({ last, bid, ask, below, above, askBelow, bidAbove }: Levels): boolean =>
  last <= below || last >= above || ask <= askBelow || bid >= bidAbove

/** A level between two steps is reached at the step beyond it. */
function addLevel(of: Levels, { watched, isAbove, price: at, orderId, trail }: Level): void {
  if (trail !== undefined) {
    of.trailing.push(trailingFrom(of, trail, isAbove, at))
    return
  }
  // Where margin ends is rounded: it may be reached one step before.
  const early = orderId === null ? 1 : 0
  const down = Number(at / of.tickSize)
  if (isAbove) addAbove(of, watched, (at % of.tickSize === 0n ? down : down + 1) - early)
  else addBelow(of, watched, down + early)
}

/** A bid is never above the price, and an ask never below it. */
function addAbove(of: Nearest, watched: PriceName, steps: number): void {
  if (watched === 'BID') of.bidAbove = Math.min(of.bidAbove, steps)
  else if (watched === 'ASK') of.above = -Infinity
  else of.above = Math.min(of.above, steps)
}

function addBelow(of: Nearest, watched: PriceName, steps: number): void {
  if (watched === 'ASK') of.askBelow = Math.max(of.askBelow, steps)
  else if (watched === 'BID') of.below = Infinity
  else of.below = Math.max(of.below, steps)
}

function trailingFrom({ tickSize }: Levels, trail: LevelTrail, isAbove: boolean, trigger: Price): Trailing {
  const { price: peak } = trail.peak
  return {
    ...{ trail, isAbove, isHighest: trail.side === 'SELL' },
    peak: peak === null ? NaN : Number(peak / tickSize),
    trigger: trigger === 0n ? NaN : Number(trigger / tickSize),
  }
}

/**
 * Whether a stop is reached; those that are not may have a new peak. A price at which nothing could be traded counts
 * here and not in the decision: the trigger is then closer here than it is.
 */
function follow({ trailing, tickSize }: Levels, last: number): boolean {
  if (Number.isNaN(last)) return false
  let isAnyFired = false
  for (const stop of trailing) {
    if (isFired(stop, last)) isAnyFired = true
    const isBeyond = stop.isHighest ? last > stop.peak : last < stop.peak
    if (!isBeyond && !Number.isNaN(stop.peak)) continue
    stop.peak = last
    const peak = { ...stop.trail.peak, price: price(BigInt(last) * tickSize) }
    const trigger = trailTrigger({ ...stop.trail, peak }, stop.trail.side, tickSize)
    stop.trigger = trigger === null ? NaN : Number(trigger / tickSize)
  }
  return isAnyFired
}

const isFired = ({ isAbove, trigger }: Trailing, last: number): boolean => (isAbove ? last >= trigger : last <= trigger)

/** When time alone does something to the account. */
function nextDeadline(account: Account, context: DecisionContext): Micros {
  const { now } = context
  const looks = [
    overnightLookAt(account, context),
    flattenLookAt(account, now),
    orderRulesLookAt(account, context),
  ].map((at) => (at === null ? Infinity : at <= now + SOON_MICROS ? now : at))
  return Math.min(dueAt(account, context), ...looks, ...ordersHeldByNews(account, context).values())
}
