import { add, compare, divide, multiply, subtract, type Decimal } from '@ats/sdk/numbers/decimal'
import { percentOf } from '../../account/percent-of.js'
import { nextReset } from '../../ui/time/wall-time.js'
import type { DailyTerms, DrawdownTerms, ExposureTerms, NewsTerms, ObjectiveTerms } from './plan-terms.js'

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
  /** The highest equity that counts. */
  readonly highest: Decimal
  readonly floor: Decimal
}

/** The floor that follows from the highest equity: `core/risk/floors.ts` of the engine, without deposits. */
export function drawdownExample(
  initial: Decimal,
  { mode, pct, locks }: DrawdownTerms,
  { highest: before, equity }: Scenario,
): DrawdownExample {
  const allowed = percentOf(initial, pct)
  const closed = max(initial, before)
  const highest = mode === 'TRAILING_INTRADAY' ? max(closed, equity) : closed
  if (mode === 'STATIC') return { allowed, highest, floor: subtract(initial, allowed) }
  const trailing = subtract(highest, allowed)
  return { allowed, highest, floor: locks ? min(trailing, initial) : trailing }
}

export interface DailyExample {
  readonly base: Decimal
  readonly allowed: Decimal
  readonly floor: Decimal
  /** At this equity or less there is a warning. */
  readonly warnAt: Decimal
  /** Milliseconds since the epoch. */
  readonly resetsAt: number
}

export function dailyExample(
  initial: Decimal,
  { pct, base: measure, warnAtPct, resetTime, resetZone }: DailyTerms,
  { startBalance, startEquity }: Scenario,
  now: number,
): DailyExample {
  const bases = {
    INITIAL: initial,
    BALANCE: startBalance,
    EQUITY: startEquity,
    HIGHER_OF: max(startBalance, startEquity),
  }
  const base = bases[measure]
  const allowed = percentOf(base, pct)
  const warnAt = subtract(base, percentOf(allowed, warnAtPct))
  return { base, allowed, floor: subtract(base, allowed), warnAt, resetsAt: nextReset(resetZone, resetTime, now) }
}

/** The action of the engine at an equity: the drawdown comes first, for it is final. */
export interface Outcome {
  readonly kind: 'TERMINATE' | 'LOCK' | 'WARN' | 'NONE'
  readonly rule: 'max_drawdown' | 'daily_loss_limit'
  /** The equity that was crossed; of nothing the floor that comes next. */
  readonly limit: Decimal
}

export function outcomeAt(
  equity: Decimal,
  drawdown: DrawdownExample,
  daily: DailyExample,
  action: DailyTerms['action'],
): Outcome {
  const daily_ = { rule: 'daily_loss_limit', limit: daily.floor } as const
  if (compare(equity, drawdown.floor) < 0) return { kind: 'TERMINATE', rule: 'max_drawdown', limit: drawdown.floor }
  if (compare(equity, daily.floor) < 0) return { ...daily_, kind: action }
  if (compare(equity, daily.warnAt) <= 0) return { ...daily_, kind: 'WARN', limit: daily.warnAt }
  if (compare(daily.floor, drawdown.floor) > 0) return { ...daily_, kind: 'NONE' }
  return { kind: 'NONE', rule: 'max_drawdown', limit: drawdown.floor }
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
export function objectiveExample(initial: Decimal, { targetPct }: ObjectiveTerms) {
  const target = percentOf(initial, targetPct)
  return { target, balance: add(initial, target) }
}

const MINUTE_MS = 60_000

/** From when until when an event freezes. */
export const freezeExample = ({ before, after }: NewsTerms, at: number) => ({
  startsAt: at - before * MINUTE_MS,
  endsAt: at + after * MINUTE_MS,
})
