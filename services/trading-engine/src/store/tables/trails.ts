/**
 * A trail as the row of its order keeps it: JSON that decisions write, decimals as text, and the peak that workers note
 * beside them. The later of the two is where it goes on from.
 */
import type { Peak, Trail } from '../../core/model/order/trail.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { optional, priceOf, rateOf } from './column.js'

interface StoredTrail {
  readonly offset?: string
  readonly offset_pct?: string
  readonly activation_price?: string
  /** Null: it waits for its entry. */
  readonly since: number | null
  readonly tick: number
  readonly peak: string | null
  readonly peak_tick: number | null
}

/** The columns that workers write. */
interface NotedPeak {
  readonly trail?: unknown
  readonly trail_since?: unknown
  readonly trail_tick?: unknown
  readonly trail_peak?: unknown
  readonly trail_peak_tick?: unknown
}

export const writeTrail = ({ offset, offsetPct, activationPrice, sinceTick, start }: Trail): string =>
  JSON.stringify({
    ...(offset !== undefined && { offset: formatDecimal(offset) }),
    ...(offsetPct !== undefined && { offset_pct: formatDecimal(offsetPct) }),
    ...(activationPrice !== undefined && { activation_price: formatDecimal(activationPrice) }),
    since: sinceTick,
    tick: start.tick,
    peak: start.price === null ? null : formatDecimal(start.price),
    peak_tick: start.priceTick,
  } satisfies StoredTrail)

export function trailOf(row: NotedPeak): { readonly trail?: Trail } {
  if (row.trail === null || row.trail === undefined) return NOTHING
  const stored = row.trail as StoredTrail
  const start = laterOf(stored, row)
  assertInvariant(Number.isSafeInteger(start.tick), 'a trail has a tick')
  return {
    trail: {
      ...(stored.offset !== undefined && { offset: priceOf(stored.offset) }),
      ...(stored.offset_pct !== undefined && { offsetPct: rateOf(stored.offset_pct) }),
      ...(stored.activation_price !== undefined && { activationPrice: priceOf(stored.activation_price) }),
      ...{ sinceTick: stored.since, start, peak: start },
    },
  }
}

const NOTHING = {}

function laterOf({ since, tick, peak, peak_tick: priceTick }: StoredTrail, row: NotedPeak): Peak {
  const decided: Peak = { price: optional(peak, priceOf), priceTick, tick }
  const noted = Number(row.trail_tick ?? NaN)
  if (since === null || Number(row.trail_since ?? NaN) !== since || !(noted > tick)) return decided
  return {
    price: optional(row.trail_peak ?? null, priceOf),
    priceTick: optional(row.trail_peak_tick ?? null, Number),
    tick: noted,
  }
}
