import { add, subtract, type Decimal } from '@ats/sdk/decimal'
import type { Curve } from './curve-lines.js'

const DAY_MS = 86_400_000

/** A month of UTC. */
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

/** A day of a month, `2026-11-22`, and its result; null when nothing is known of it. */
export interface DayResult {
  readonly date: string
  readonly result: Decimal | null
}

/** The change of the balance on each day of a month, from the balances at the ends of days (the newest: of now). */
export function dayResults(
  month: Month,
  points: Curve['points'],
  opened: { at: string; balance: Decimal },
): DayResult[] {
  const [from, to] = boundsOf(month)
  const balances = new Map(points.map(({ timestamp, balance }) => [endOfDay(Date.parse(timestamp)), balance]))
  const openedAt = endOfDay(Date.parse(opened.at))
  const days: DayResult[] = []
  for (let start = from; start < to; start += DAY_MS) {
    const end = balances.get(start + DAY_MS)
    const before = openedAt === start + DAY_MS ? opened.balance : balances.get(start)
    const result = end === undefined || before === undefined ? null : subtract(end, before)
    days.push({ date: new Date(start).toISOString().slice(0, 10), result })
  }
  return days
}

/** The end of the day in which a moment lies; a midnight ends the day before it. */
const endOfDay = (at: number): number => Math.ceil(at / DAY_MS) * DAY_MS

export const sumOf = (days: readonly DayResult[]): Decimal =>
  days.reduce((sum, { result }) => add(sum, result ?? '0'), '0')

/** Empty places before the first day in weeks that begin on Monday. */
export const blanksBefore = ({ year, month }: Month): number => (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7
