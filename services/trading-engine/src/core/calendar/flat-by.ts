/**
 * The moments by which a plan has an instrument flat: a local time on days of the week, where its market is open then;
 * where it is closed, a minute before it last closed. What was open before such a moment is to be closed after it.
 */
import type { Instrument, TradingHours } from '../model/market/instrument.js'
import type { FlatByRule } from '../model/plan/order-rules.js'
import { WEEKDAYS } from '../model/plan/order-rules.js'
import { instantOf, localDate, shiftDate, zoneOffsetMs } from '../values/time-zone.js'
import type { Micros } from '../values/time.js'
import { isOpen } from './trading-hours.js'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** A session ends at most so long before a moment, or the market has none. */
const DAYS_BACK = 8

/** The moments around an instant: the last one not after it, and the next. Null where there is none within a week. */
export interface FlatMoments {
  readonly last: Micros | null
  readonly next: Micros | null
}

type Dated = Pick<Instrument, 'assetClass' | 'tradingHours'>

export const concernsClass = ({ classes }: FlatByRule, { assetClass }: Pick<Instrument, 'assetClass'>): boolean =>
  classes === null || classes.includes(assetClass)

interface KnownMoments extends FlatMoments {
  readonly from: Micros
  readonly until: Micros
}

/** Where there is none within days, there is none within hours. */
const NONE_FOR_MS = DAY_MS / 2

/** By rule and hours: good until the next moment. */
const known = new WeakMap<FlatByRule, WeakMap<TradingHours, KnownMoments>>()

export function flatMoments(rule: FlatByRule, { tradingHours: hours }: Dated, now: Micros): FlatMoments {
  let ofRule = known.get(rule)
  if (ofRule === undefined) known.set(rule, (ofRule = new WeakMap()))
  const before = ofRule.get(hours)
  if (before !== undefined && before.from <= now && now < before.until) return before
  const moments = computeMoments(rule, hours, now)
  const found = { ...moments, from: moments.last ?? now, until: moments.next ?? now + NONE_FOR_MS * 1000 }
  ofRule.set(hours, found)
  return found
}

function computeMoments({ time, timeZone, days }: FlatByRule, hours: TradingHours, now: Micros): FlatMoments {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const today = localDate(timeZone, Math.floor(now / 1000))
  let last: Micros | null = null
  let next: Micros | null = null
  for (let shift = -DAYS_BACK; shift <= DAYS_BACK; shift += 1) {
    const date = shiftDate(today, shift)
    if (!days.includes(weekdayOf(date))) continue
    const at = movedUp(hours, instantOf(timeZone, date, hour * 60 + minute) * 1000)
    if (at === null) continue
    if (at <= now) last = Math.max(last ?? at, at)
    else next = Math.min(next ?? at, at)
  }
  return { last, next }
}

const weekdayOf = (date: string): FlatByRule['days'][number] =>
  WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'SUN'

/** Null where the market has not been open for a week. */
function movedUp(hours: TradingHours, at: Micros): Micros | null {
  if (isOpen(hours, at - 1)) return at
  const closedAt = lastClose(hours, at)
  return closedAt === null ? null : closedAt - MINUTE_MS * 1000
}

/** The last instant, not after `at`, at which a session ended. */
function lastClose(hours: TradingHours, at: Micros): Micros | null {
  if (hours.isAlwaysOpen) return null
  const atMs = Math.floor(at / 1000)
  const today = Math.floor((atMs + zoneOffsetMs(hours.timeZone, atMs)) / DAY_MS)
  for (let day = today; day >= today - DAYS_BACK; day -= 1) {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
    const closes = hours.sessions
      .filter((session) => session.day === new Date(day * DAY_MS).getUTCDay())
      .map(({ closeMinute }) => instantOf(hours.timeZone, date, closeMinute) * 1000)
      .filter((close) => close <= at)
    if (closes.length > 0) return Math.max(...closes)
  }
  return null
}

/** The next moment of any of the rules that concern the instrument, with its rule; null: none. */
export function nextFlat(
  rules: readonly FlatByRule[],
  instrument: Dated,
  now: Micros,
): { readonly at: Micros; readonly rule: FlatByRule } | null {
  let first: { readonly at: Micros; readonly rule: FlatByRule } | null = null
  for (const rule of rules) {
    const at = concernsClass(rule, instrument) ? flatMoments(rule, instrument, now).next : null
    if (at !== null && (first === null || at < first.at)) first = { at, rule }
  }
  return first
}

/** Whether something that is open, or waits, since then should have ended by now. */
export const isOverdue = (rules: readonly FlatByRule[], instrument: Dated, since: Micros, now: Micros): boolean =>
  rules.some((rule) => {
    const last = concernsClass(rule, instrument) ? flatMoments(rule, instrument, now).last : null
    return last !== null && since < last
  })
