import { add, type Decimal } from '@ats/sdk/numbers/decimal'
import type { AnswerOf, Operations } from '@ats/sdk/types'

const DAY_MS = 86_400_000

/** A trading day, from one reset of the plan to the next. */
export type TradingDay = AnswerOf<Operations['listDays']>[number]

/** A month of the calendar. */
export interface Month {
  readonly year: number
  /** From 0. */
  readonly month: number
}

export const monthOf = (at: number): Month => {
  const date = new Date(at)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() }
}

export const shiftMonth = ({ year, month }: Month, by: number): Month => monthOf(Date.UTC(year, month + by, 1))

/** The first moment of a month, and that of the next one. */
export const boundsOf = ({ year, month }: Month): readonly [from: number, to: number] => [
  Date.UTC(year, month, 1),
  Date.UTC(year, month + 1, 1),
]

/** A day of a month, `2026-11-22`, and its result; null when the account had no such day. */
export interface DayResult {
  readonly date: string
  readonly result: Decimal | null
}

/** The result of each day of a month, from the trading days of the account. */
export function dayResults(month: Month, days: readonly TradingDay[]): readonly DayResult[] {
  const [from, to] = boundsOf(month)
  const results = new Map(days.map(({ date, pnl }) => [date, pnl]))
  return Array.from({ length: (to - from) / DAY_MS }, (_, place) => {
    const date = new Date(from + place * DAY_MS).toISOString().slice(0, 10)
    return { date, result: results.get(date) ?? null }
  })
}

export const sumOf = (days: readonly DayResult[]): Decimal =>
  days.reduce((sum, { result }) => add(sum, result ?? '0'), '0')

/** Empty places before the first day in weeks that begin on Monday. */
export const blanksBefore = ({ year, month }: Month): number => (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7
