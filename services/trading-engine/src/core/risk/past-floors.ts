/**
 * The floors that were in force at moments that have passed: what the trading day began with is kept, and so is every
 * deposit. A high-water mark that rises within the day is kept only at the beginning of each: in between it is the
 * highest equity among the moments that were looked at, and at most what the next day began with. That of the present
 * is known.
 */
import type { TradingDay } from '../model/account/account.js'
import type { Plan } from '../model/plan/plan.js'
import { dailyFloor, drawdownFloor } from '../margin/floors.js'
import { floorShift, isFloorFixed, peakTimeOf } from '../model/account/peak.js'
import { openedWith, planAt, type Scaling } from '../model/account/scaling.js'
import { max, min, usd, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

/** A trading day as it began. Net deposits and mark are null in rows of versions that did not keep them. */
export interface PastDay extends Pick<TradingDay, 'date' | 'startBalance' | 'startEquity'> {
  readonly at: Micros
  readonly startNetDeposits: Usd | null
  readonly startPaidOut: Usd
  readonly highWaterMark: Usd | null
}

/** A deposit by the operator or by scaling, or below 0 a payment. */
export interface CapitalMove {
  readonly at: Micros
  readonly amount: Usd
  readonly isPayout: boolean
}

/** The balance of a moment, and the equity; null where it is not known. */
interface Moment {
  readonly at: Micros
  readonly balance: Usd
  readonly equity: Usd | null
}

/** Null where it is not known. */
export interface Floors {
  readonly drawdown: Usd | null
  readonly daily: Usd | null
}

export interface FloorHistory {
  readonly plan: Plan
  /** When the plan of the account came to have its initial balance. */
  readonly scaling: Scaling | null
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
export const openingFloors = (plan: Plan, scaling: Scaling | null, day: PastDay): Floors =>
  floorsOf(planAt(plan, scaling, day.at), day, {
    ...{ netDeposits: day.startNetDeposits, paidOut: day.startPaidOut, high: day.highWaterMark, dayHigh: null },
  })

/** The figures that a day began with, as they have moved since. */
interface Moved {
  readonly netDeposits: Usd | null
  readonly paidOut: Usd
  readonly high: Usd | null
  readonly dayHigh: Usd | null
}

/** The floors at each of the points, which are in order. */
export function pastFloors(history: FloorHistory, points: readonly Moment[]): readonly Floors[] {
  const { plan, scaling, days, moves } = history
  const risesWithin = peakTimeOf(plan.risk.maxDrawdown) !== 'RESET'
  const isOfBalance = peakTimeOf(plan.risk.maxDrawdown) === 'CLOSE'
  let [place, move] = [-1, 0]
  let day: PastDay | undefined
  let now: Moved = { netDeposits: null, paidOut: usd(0n), high: null, dayHigh: null }
  return points.map(({ at, balance, equity }) => {
    for (let next = days[place + 1]; next !== undefined && next.at <= at; next = days[place + 1]) {
      place += 1
      day = next
      now = { netDeposits: next.startNetDeposits, paidOut: next.startPaidOut, high: next.highWaterMark, dayHigh: null }
    }
    if (day === undefined) return UNKNOWN_FLOORS
    for (let next = moves[move]; next !== undefined && next.at <= at; next = moves[move]) {
      move += 1
      if (next.at > day.at) now = afterMove(now, next)
    }
    const seen = isOfBalance ? balance : equity
    const { netDeposits, high } = now
    if (risesWithin && high !== null && netDeposits !== null && seen !== null) {
      const account = { plan, netDeposits, paidOut: now.paidOut }
      const last = days[place + 1] === undefined ? history.highWaterMark : (days[place + 1]?.highWaterMark ?? null)
      const earned = usd(seen - floorShift(account))
      if (!isFloorFixed(account)) now = { ...now, high: max(high, last === null ? earned : min(earned, last)) }
    }
    if (risesWithin && now.high !== null && at >= history.now)
      now = { ...now, high: max(now.high, history.highWaterMark) }
    if (equity !== null && netDeposits !== null && day.startNetDeposits !== null) {
      const sinceReset = usd(equity - netDeposits + day.startNetDeposits)
      now = { ...now, dayHigh: max(now.dayHigh ?? sinceReset, sinceReset) }
    }
    return floorsOf(planAt(plan, scaling, at), day, now)
  })
}

const afterMove = (before: Moved, { amount, isPayout }: CapitalMove): Moved => ({
  ...before,
  netDeposits: before.netDeposits === null ? null : usd(before.netDeposits + amount),
  paidOut: isPayout ? usd(before.paidOut - amount) : before.paidOut,
})

function floorsOf(plan: Plan, day: PastDay, { netDeposits, paidOut, high, dayHigh }: Moved): Floors {
  const { startBalance, startEquity, startNetDeposits } = day
  if (netDeposits === null || startNetDeposits === null) return UNKNOWN_FLOORS
  const began = { ...DAY, startBalance, startEquity, startNetDeposits, high: dayHigh }
  const measured = { plan, netDeposits, paidOut, day: began }
  const isKnown = high !== null || plan.risk.maxDrawdown.mode === 'STATIC'
  return {
    drawdown: isKnown ? drawdownFloor({ ...measured, highWaterMark: high ?? openedWith(plan) }) : null,
    daily: dailyFloor(measured),
  }
}

/** The parts of a day that no floor is measured from. */
const DAY = { date: '', endsAt: 0, isWarned: false, isTraded: false }
