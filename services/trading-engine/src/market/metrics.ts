import {
  decimal,
  divideRounded,
  quantity,
  rate,
  roundToStep,
  toNumber,
  type Quantity,
  type Rate,
} from '../core/values/decimal.js'
import type { SideRates } from '../core/model/market/market-view.js'
import type { Micros } from '../core/values/time.js'
import { createCarryFigures } from './carry-figures.js'
import { createNoise, fraction, signedFraction } from './keyed-noise.js'
import { depthUsd } from './liquidity.js'
import { noiseName, type ListedInstrument } from './listed-instrument.js'

/** Made-up but steady figures of a synthetic market: pure functions of (seed, listing, time). */
export interface ListingFigures {
  /** Base asset, on the lot grid. */
  readonly openInterest: (at: Micros) => Quantity
  /** The rate of a funding time: a fraction of notional for one period; positive: longs pay shorts. */
  readonly fundingRate: (at: Micros) => Rate
  /** Carry for a year, of the period that begins at `at`; the side that pays funding is the larger one. */
  readonly carryRates: (at: Micros) => SideRates
}

const STREAM_OPEN_INTEREST = 1
const STREAM_FUNDING = 2
const HOUR_MICROS = 3_600_000_000
const OPEN_INTEREST_IN_DEPTHS = 5
/** Rates lie within 0.001 % ± 0.002 % an hour: about 9 % a year on average, as perpetual markets often show. */
const HOURLY_RATE_MEAN = decimal('0.00001')
const HOURLY_RATE_SWING = decimal('0.00002')

export function createListingFigures(listed: ListedInstrument, seed: Uint8Array): ListingFigures {
  const { instrument, terms } = listed
  const noise = createNoise(seed, `figures ${noiseName(listed)}`)
  const typicalLots =
    (OPEN_INTEREST_IN_DEPTHS * depthUsd(listed)) / toNumber(instrument.typicalPrice) / toNumber(instrument.lotSize)

  const carryAt = createCarryFigures(listed, seed)

  function fundingRate(at: Micros): Rate {
    const hours = Number.parseInt(terms.fundingCadence, 10)
    const word = BigInt(
      Math.floor(signedFraction(noise(STREAM_FUNDING, Math.floor(at / (hours * HOUR_MICROS)))) * 1_000_000),
    )
    const hourly = HOURLY_RATE_MEAN + divideRounded(HOURLY_RATE_SWING * word, 1_000_000n, 'HALF_EVEN')
    return rate(roundToStep(hourly * BigInt(hours), decimal('0.000000001'), 'HALF_EVEN'))
  }

  return {
    openInterest: (at) => {
      const hour = Math.floor(at / HOUR_MICROS)
      const before = fraction(noise(STREAM_OPEN_INTEREST, hour))
      const after = fraction(noise(STREAM_OPEN_INTEREST, hour + 1))
      const level = before + ((after - before) * (at - hour * HOUR_MICROS)) / HOUR_MICROS
      return quantity(BigInt(Math.floor(typicalLots * (0.75 + level / 2))) * instrument.lotSize)
    },
    fundingRate,
    carryRates: (at) => carryAt(at, fundingRate(at)),
  }
}
