import {
  decimal,
  divideRounded,
  quantity,
  rate,
  roundToStep,
  toNumber,
  type Quantity,
  type Rate,
} from '../core/decimal.js'
import type { Instrument } from '../core/instrument.js'
import type { Micros } from '../core/market-view.js'
import { createNoise, fraction, signedFraction } from './keyed-noise.js'
import { depthUsd } from './liquidity.js'

/** Made-up but steady figures of a synthetic market: pure functions of (seed, symbol, time). */
export interface SymbolFigures {
  /** Base asset, on the lot grid. */
  readonly openInterest: (at: Micros) => Quantity
  readonly funding: (at: Micros) => Funding
}

export interface Funding {
  /** Of the latest funding time, a fraction of notional; positive: longs pay shorts. */
  readonly lastRate: Rate
  readonly nextAt: Micros
}

const STREAM_OPEN_INTEREST = 1
const STREAM_FUNDING = 2
const HOUR_MICROS = 3_600_000_000
const OPEN_INTEREST_IN_DEPTHS = 5
/** Rates lie within 0.001 % ± 0.002 % an hour: about 9 % a year on average, as perpetual markets often show. */
const HOURLY_RATE_MEAN = decimal('0.00001')
const HOURLY_RATE_SWING = decimal('0.00002')

export function createSymbolFigures(instrument: Instrument, seed: Uint8Array): SymbolFigures {
  const noise = createNoise(seed, `figures ${instrument.symbol}`)
  const hours = fundingHours(instrument)
  const periodMicros = hours * HOUR_MICROS
  const typicalLots =
    (OPEN_INTEREST_IN_DEPTHS * depthUsd(instrument)) / toNumber(instrument.typicalPrice) / toNumber(instrument.lotSize)

  return {
    openInterest: (at) => {
      const hour = Math.floor(at / HOUR_MICROS)
      const before = fraction(noise(STREAM_OPEN_INTEREST, hour))
      const after = fraction(noise(STREAM_OPEN_INTEREST, hour + 1))
      const level = before + ((after - before) * (at - hour * HOUR_MICROS)) / HOUR_MICROS
      return quantity(BigInt(Math.floor(typicalLots * (0.75 + level / 2))) * instrument.lotSize)
    },
    funding: (at) => {
      const period = Math.floor(at / periodMicros)
      const word = BigInt(Math.floor(signedFraction(noise(STREAM_FUNDING, period)) * 1_000_000))
      const hourly = HOURLY_RATE_MEAN + divideRounded(HOURLY_RATE_SWING * word, 1_000_000n, 'HALF_EVEN')
      const lastRate = roundToStep(hourly * BigInt(hours), decimal('0.000000001'), 'HALF_EVEN')
      return { lastRate: rate(lastRate), nextAt: (period + 1) * periodMicros }
    },
  }
}

/** The cadence of the primary venue, which is where a symbol's figures are quoted from. */
function fundingHours(instrument: Instrument): number {
  const cadence = instrument.terms[instrument.primaryVenue]?.fundingCadence ?? '1h'
  return Number.parseInt(cadence, 10)
}
