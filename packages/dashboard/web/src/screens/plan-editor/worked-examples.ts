import { add, compare, divide, multiply, subtract, type Decimal } from '@ats/sdk/numbers/decimal'
import { percentOf } from '../../account/percent-of.js'
import { nextReset } from '../../ui/time/wall-time.js'
import type { DailyTerms, DayTerms, DrawdownTerms, ExposureTerms, NewsTerms, ObjectiveTerms } from './plan-terms.js'

/** The figures of a trading day that the rules of a plan are tried on. */
export interface Scenario {
  /** The highest equity so far, without what the operator added. */
  readonly highest: Decimal
  /** The figures with which the day began. */
  readonly startBalance: Decimal
  readonly startEquity: Decimal
  readonly equity: Decimal
}

const max = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b)
const min = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)

export interface DrawdownExample {
  /** The loss that is allowed. */
  readonly allowed: Decimal
  /** The peak that counts. */
  readonly highest: Decimal
  readonly floor: Decimal
  /** Whether the floor has stopped rising. */
  readonly isStopped: boolean
}

const risesAtMarks = ({ mode, peakOf }: DrawdownTerms): boolean =>
  mode === 'TRAILING_INTRADAY' || (mode === 'PCT_OF_PEAK' && peakOf === 'EQUITY')

/** The floor that follows from the peak: `core/margin/floors.ts` of the engine, without deposits. */
export function drawdownExample(
  initial: Decimal,
  terms: DrawdownTerms,
  { highest: before, equity }: Scenario,
  target: Decimal | null,
): DrawdownExample {
  const { mode, loss, stop } = terms
  const seen = max(initial, risesAtMarks(terms) ? max(before, equity) : before)
  const most = stop === 'TARGET' && target !== null ? add(initial, target) : null
  const peak = mode === 'STATIC' ? initial : most === null ? seen : min(seen, most)
  const allowed = 'amount' in loss ? loss.amount : percentOf(mode === 'PCT_OF_PEAK' ? peak : initial, loss.pct)
  const trailing = subtract(peak, allowed)
  const last = stop === null || stop === 'TARGET' ? null : add(initial, stop.offset)
  const floor = last === null ? trailing : min(trailing, last)
  return { allowed, highest: seen, floor, isStopped: floor !== trailing || floor === last || peak !== seen }
}

export interface DailyExample {
  readonly base: Decimal
  readonly allowed: Decimal
  readonly floor: Decimal
  /** At this equity or less there is a warning. */
  readonly warnAt: Decimal
}

export function dailyExample(
  initial: Decimal,
  { loss, reference, amountBase, warnAtPct }: DailyTerms,
  { startBalance, startEquity, equity }: Scenario,
): DailyExample {
  const base = {
    BALANCE: startBalance,
    EQUITY: startEquity,
    HIGHER_OF: max(startBalance, startEquity),
    DAY_HIGH: max(startEquity, equity),
  }[reference]
  const allowed = 'amount' in loss ? loss.amount : percentOf(amountBase === 'INITIAL' ? initial : base, loss.pct)
  return {
    ...{ base, allowed },
    floor: subtract(base, allowed),
    warnAt: subtract(base, percentOf(allowed, warnAtPct)),
  }
}

/** Milliseconds since the epoch. */
export const dayEndsAt = ({ resetTime, resetZone }: DayTerms, now: number): number =>
  nextReset(resetZone, resetTime, now)

/** The action of the engine at an equity; of two that end the account the higher floor is named. */
export interface Outcome {
  readonly kind: 'TERMINATE' | 'LOCK' | 'WARN' | 'NONE'
  readonly rule: 'max_drawdown' | 'daily_loss_limit'
  /** The figure that was crossed; of nothing the floor that comes next. */
  readonly limit: Decimal
}

/** A rule with the floors it has on that day. */
export interface Tried<T, E> {
  readonly terms: T
  readonly example: E
}

/** Nothing is booked since the day began: the balance is what it began with. */
export function outcomeAt(
  { equity, startBalance }: Scenario,
  drawdown: Tried<DrawdownTerms, DrawdownExample>,
  daily: Tried<DailyTerms, DailyExample> | null,
): Outcome {
  const valueOf = ({ includesOpenPnl }: DrawdownTerms | DailyTerms): Decimal =>
    includesOpenPnl ? equity : startBalance
  const floor = drawdown.example.floor
  const isUnder = !drawdown.terms.isAtReset && compare(valueOf(drawdown.terms), floor) < 0
  const drawdownEnds: Outcome = { kind: 'TERMINATE', rule: 'max_drawdown', limit: floor }
  const room = subtract(valueOf(drawdown.terms), floor)
  if (daily === null) return isUnder ? drawdownEnds : { ...drawdownEnds, kind: 'NONE' }
  const { terms, example } = daily
  const ofDay = valueOf(terms)
  const dayEnds = { rule: 'daily_loss_limit', limit: example.floor } as const
  const isUnderDay = !terms.isAtReset && compare(ofDay, example.floor) < 0
  const isDayNamed = isUnderDay && terms.action === 'TERMINATE' && compare(example.floor, floor) > 0
  if (isUnder && !isDayNamed) return drawdownEnds
  if (isUnderDay) return { ...dayEnds, kind: terms.action }
  if (!terms.isAtReset && compare(ofDay, example.warnAt) <= 0)
    return { ...dayEnds, kind: 'WARN', limit: example.warnAt }
  const isDayNearer = compare(subtract(ofDay, example.floor), room) < 0
  const isDayInForce = terms.isAtReset === drawdown.terms.isAtReset ? isDayNearer : !terms.isAtReset
  return isDayInForce ? { ...dayEnds, kind: 'NONE' } : { ...drawdownEnds, kind: 'NONE' }
}

export interface ExposureExample {
  /** The largest exposure that leverage carries at an equity, and the largest of all limits. */
  readonly byLeverage: Decimal
  readonly largest: Decimal
  readonly binding: 'max_total_notional' | 'max_leverage'
  readonly symbol: Decimal
  /** The initial margin of a position as large as a symbol may be, where the market gives the plan's leverage. */
  readonly margin: Decimal
}

export function exposureExample(
  { symbolMax, totalMax, leverageMax }: ExposureTerms,
  { equity }: Scenario,
): ExposureExample {
  const byLeverage = multiply(max(equity, '0'), leverageMax)
  const largest = min(byLeverage, totalMax)
  const binding = compare(byLeverage, totalMax) < 0 ? 'max_leverage' : 'max_total_notional'
  const symbol = min(symbolMax, largest)
  return { byLeverage, largest, binding, symbol, margin: divide(symbol, leverageMax) }
}

/** The balance with which an account passes, and the profit in it. */
export function objectiveExample(initial: Decimal, { target: said }: ObjectiveTerms) {
  const target = 'amount' in said ? said.amount : percentOf(initial, said.pct)
  return { target, balance: add(initial, target) }
}

const MINUTE_MS = 60_000

/** From when until when an event freezes. */
export const freezeExample = ({ before, after }: NewsTerms, at: number) => ({
  startsAt: at - before * MINUTE_MS,
  endsAt: at + after * MINUTE_MS,
})
