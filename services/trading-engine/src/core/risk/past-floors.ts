/**
 * The floors that were in force at moments that have passed: what the trading day began with is kept, and so is every
 * deposit. A high-water mark that rises within the day is kept only at the beginning of each: in between it is the
 * highest equity among the moments that were looked at, and at most what the next day began with. That of the present
 * is known.
 */
import type { TradingDay } from '../model/account/account.js'
import type { Plan } from '../model/plan/plan.js'
import { dailyFloor, drawdownFloor } from './floors.js'
import { max, min, usd, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

/** A trading day as it began. Net deposits and mark are null in rows of versions that did not keep them. */
export interface PastDay extends Pick<TradingDay, 'date' | 'startBalance' | 'startEquity'> {
  readonly at: Micros
  readonly startNetDeposits: Usd | null
  readonly highWaterMark: Usd | null
}

/** A deposit by the operator, or below 0 a payment. */
export interface CapitalMove {
  readonly at: Micros
  readonly amount: Usd
}

/** The equity of a moment; null where it is not known. */
interface Moment {
  readonly at: Micros
  readonly equity: Usd | null
}

/** Null where it is not known. */
export interface Floors {
  readonly drawdown: Usd | null
  readonly daily: Usd | null
}

export interface FloorHistory {
  readonly plan: Plan
  /** Oldest first, from the one that the first moment lies in. */
  readonly days: readonly PastDay[]
  /** Oldest first: those of the days in which there were any. */
  readonly moves: readonly CapitalMove[]
  /** The present high-water mark, and the moment that is the present. */
  readonly highWaterMark: Usd
  readonly now: Micros
}

export const UNKNOWN_FLOORS: Floors = { drawdown: null, daily: null }

/** The floors with which a day began. */
export const openingFloors = (plan: Plan, day: PastDay): Floors =>
  floorsOf(plan, day, day.startNetDeposits, day.highWaterMark)

/** The floors at each of the points, which are in order. */
export function pastFloors(history: FloorHistory, points: readonly Moment[]): readonly Floors[] {
  const { plan, days, moves } = history
  const isTrailing = plan.risk.maxDrawdown.mode === 'TRAILING_INTRADAY'
  let [place, move] = [-1, 0]
  let day: PastDay | undefined
  let deposits: Usd | null = null
  let high: Usd | null = null
  return points.map(({ at, equity }) => {
    for (let next = days[place + 1]; next !== undefined && next.at <= at; next = days[place + 1]) {
      place += 1
      day = next
      deposits = next.startNetDeposits
      high = next.highWaterMark
    }
    if (day === undefined) return UNKNOWN_FLOORS
    for (let next = moves[move]; next !== undefined && next.at <= at; next = moves[move]) {
      move += 1
      if (deposits !== null && next.at > day.at) deposits = usd(deposits + next.amount)
    }
    if (isTrailing && high !== null && deposits !== null && equity !== null) {
      const last = days[place + 1] === undefined ? history.highWaterMark : (days[place + 1]?.highWaterMark ?? null)
      const seen = usd(equity - deposits)
      high = max(high, last === null ? seen : min(seen, last))
    }
    if (isTrailing && high !== null && at >= history.now) high = max(high, history.highWaterMark)
    return floorsOf(plan, day, deposits, high)
  })
}

function floorsOf(plan: Plan, day: PastDay, netDeposits: Usd | null, high: Usd | null): Floors {
  const { startBalance, startEquity, startNetDeposits } = day
  if (netDeposits === null || startNetDeposits === null) return UNKNOWN_FLOORS
  const measured = { plan, netDeposits, day: { ...DAY, startBalance, startEquity, startNetDeposits } }
  const isKnown = high !== null || plan.risk.maxDrawdown.mode === 'STATIC'
  return {
    drawdown: isKnown ? drawdownFloor({ ...measured, highWaterMark: high ?? plan.initialBalance }) : null,
    daily: dailyFloor({ ...measured, highWaterMark: plan.initialBalance }),
  }
}

/** The parts of a day that no floor is measured from. */
const DAY = { date: '', endsAt: 0, isWarned: false, isTraded: false }
