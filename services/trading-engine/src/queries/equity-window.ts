import { invalidPayload } from '@ats/service-kit/process'
import type { Micros } from '../core/values/time.js'
import { formatTimestamp } from '../core/values/time.js'
import { CANDLE_INTERVALS, candleMicros, type CandleInterval } from '../market/candles.js'

/** Maximum number of interval ends on a curve, not counting the present. */
export const CURVE_POINTS_MAX = 1_000
/** As many at most in what a refusal advises: it must still hold when the caller has read it. */
const CURVE_POINTS_ADVISED = 990
/** The default interval is the shortest one with at most this many. */
const CURVE_POINTS_GOOD = 300
const LONGEST: CandleInterval = '1d'

export interface CurveRequest {
  readonly from?: Micros
  readonly to?: Micros
  readonly interval?: CandleInterval
}

export interface CurveWindow {
  readonly interval: CandleInterval
  readonly from: Micros
  readonly to: Micros
  /** Oldest first. */
  readonly moments: readonly Micros[]
}

/** Whole intervals since the epoch: `first` and `last` are the ends of the first and the last one. */
interface Ends {
  readonly first: Micros
  readonly last: Micros
  readonly count: number
}

/**
 * The moments of an equity curve: the ends of intervals between `from` and `to`, both inclusive, at which the account
 * was there, and the present without `to`. Without `from` it begins with the account, or as late as the most points
 * make it; with one, too many points are the caller's mistake (400).
 */
export function chooseCurveWindow(requested: CurveRequest, openedAt: Micros, now: Micros): CurveWindow {
  const first = Math.max(requested.from ?? openedAt, openedAt)
  const last = Math.min(requested.to ?? now, now)
  const interval = requested.interval ?? shortestInterval(first, last, CURVE_POINTS_GOOD) ?? LONGEST
  const ends = endsBetween(first, last, interval)
  if (requested.from !== undefined && ends.count > CURVE_POINTS_MAX) throw tooManyPoints(requested, interval, ends)

  const count = Math.min(ends.count, CURVE_POINTS_MAX)
  const length = candleMicros(interval)
  const moments = Array.from({ length: count }, (_, index) => ends.last - (count - 1 - index) * length)
  if (requested.to === undefined && now >= first && moments.at(-1) !== now) moments.push(now)
  const to = requested.to ?? now
  const from = requested.from ?? Math.min(count < ends.count ? (moments[0] ?? first) : first, to)
  return { interval, from, to, moments }
}

function endsBetween(from: Micros, to: Micros, interval: CandleInterval): Ends {
  const length = candleMicros(interval)
  const first = from + ((length - (from % length)) % length)
  const last = to - (to % length)
  return { first, last, count: Math.max(0, (last - first) / length + 1) }
}

const shortestInterval = (from: Micros, to: Micros, countMax: number): CandleInterval | undefined =>
  CANDLE_INTERVALS.find((interval) => endsBetween(from, to, interval).count <= countMax)

function tooManyPoints(requested: CurveRequest, interval: CandleInterval, { first, last, count }: Ends): Error {
  const enough = shortestInterval(first, last, CURVE_POINTS_ADVISED)
  const latest = formatTimestamp(last - (CURVE_POINTS_ADVISED - 1) * candleMicros(interval))
  const remedy = enough === undefined ? `a from of ${latest}` : `an interval of ${enough}, or a from of ${latest},`
  const message = `an interval of ${interval} has ${count} points here, and the most is ${CURVE_POINTS_MAX}: ${remedy} would do`
  return invalidPayload([
    { path: [requested.interval === undefined ? 'from' : 'interval'], code: 'interval.points', message },
  ])
}
