/**
 * The check of one symbol at one venue: the check that all ticks pass (`../tick-check.ts`), and before it what only a
 * source does that is asked again and again. The same tick twice is ignored; a price that stays exactly the same
 * for too long while its times go on is `frozen`: a source that repeats itself looks healthy. The price of a closed
 * market may be as old as it is: it is the last one.
 */
import type { AssetClass, Instrument } from '../../../core/model/market/instrument.js'
import { toNumber, type Price } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import { createTickCheck, TICK_LIMITS, type FeedTick, type TickFault } from '../tick-check.js'
import type { VenueTick } from './venue-tick.js'

export type VenueTickFault = TickFault | 'frozen'

/** Estimates: a quote of a liquid market changes several times a minute. */
export const FROZEN_AFTER_MICROS: Readonly<Record<AssetClass, Micros>> = {
  crypto: 60_000_000,
  forex: 300_000_000,
  commodity: 300_000_000,
  equity: 300_000_000,
  index: 300_000_000,
}

export interface VenueTickCheck {
  /** The ticks that are now accepted, oldest first: this one, with the ones it confirms; or none (yet). */
  offer(tick: VenueTick, arrivedAt: Micros): readonly VenueTick[]
}

interface Offered extends FeedTick {
  readonly tick: VenueTick
}

/** `lastMid`: the price published before this check began. */
export function createVenueTickCheck(
  { assetClass }: Pick<Instrument, 'assetClass'>,
  onRejected: (fault: VenueTickFault, tick: VenueTick) => void,
  lastMid?: Price,
): VenueTickCheck {
  const check = createTickCheck<Offered>(
    TICK_LIMITS[assetClass],
    (fault, { tick }) => onRejected(fault, tick),
    lastMid === undefined ? undefined : toNumber(lastMid),
  )
  let latest: VenueTick | undefined
  let unchangedSince = -Infinity

  return {
    offer(tick, arrivedAt) {
      const isSamePrice = latest !== undefined && latest.bid === tick.bid && latest.ask === tick.ask
      if (isSamePrice && latest?.at === tick.at && latest.isOpen === tick.isOpen) return []
      if (!isSamePrice || latest?.isOpen === false) unchangedSince = tick.at
      latest = tick
      if (tick.isOpen !== false && tick.at - unchangedSince > FROZEN_AFTER_MICROS[assetClass]) {
        onRejected('frozen', tick)
        return []
      }
      // Plausibility alone is decided on the nearest float; what is passed on stays exact.
      const price = toNumber(tick.mid)
      const offered = { at: tick.at, open: price, high: price, low: price, close: price, tick }
      const judgedAt = tick.isOpen === false ? Math.min(arrivedAt, tick.at) : arrivedAt
      return check.offer(offered, judgedAt).map((accepted) => accepted.tick)
    },
  }
}
