/** Calendar months in UTC. A month that begins on a day which its successor lacks ends on the last day of that. */
import type { Micros } from '../values/time.js'

export function addMonths(at: Micros, months: number): Micros {
  const date = new Date(Math.floor(at / 1000))
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const dayStart = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) * 1000
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) * 1000 + (at - dayStart)
}

/** How many are over. */
export function monthsSince(from: Micros, now: Micros): number {
  const [began, ends] = [from, now].map((at) => new Date(Math.floor(at / 1000)))
  if (began === undefined || ends === undefined || now < from) return 0
  const apart = (ends.getUTCFullYear() - began.getUTCFullYear()) * 12 + ends.getUTCMonth() - began.getUTCMonth()
  return addMonths(from, apart) <= now ? apart : apart - 1
}
