import { toNumber } from '../core/values/decimal.js'
import { loadCatalogue } from './catalogue.js'
import { listedInstruments } from './listed-instrument.js'
import { depthUsd } from './liquidity.js'
import { createListingFigures } from './metrics.js'

const { all } = loadCatalogue()
const seed = new Uint8Array(32).fill(4)
const HOUR = 3_600_000_000
const NOW = Date.parse('2026-01-16T12:34:56Z') * 1000

const listings = listedInstruments(all)
/** Bitcoin: funding every hour, and every day. */
const [HOURLY, DAILY] = [listings[0]!, listings[1]!]

describe('made-up figures', () => {
  it('are the same for the same moment, and others for another seed', () => {
    const one = createListingFigures(HOURLY, seed)
    const rateOf = ({ fundingRate }: typeof one): bigint => fundingRate(NOW)
    expect(rateOf(one)).toBe(rateOf(createListingFigures(HOURLY, seed)))
    expect(rateOf(one)).not.toBe(rateOf(createListingFigures(HOURLY, new Uint8Array(32))))
  })

  it('have one funding rate for the whole of a period, and that of a day is some 24 of an hour', () => {
    const [fundingRate, daily] = [HOURLY, DAILY].map((listed) => createListingFigures(listed, seed).fundingRate)
    const start = Math.floor(NOW / HOUR) * HOUR
    expect(fundingRate!(start)).toBe(fundingRate!(start + HOUR - 1))
    expect(fundingRate!(start - 1)).not.toBe(fundingRate!(start))
    const midnight = Math.floor(NOW / (24 * HOUR)) * 24 * HOUR
    expect(daily!(midnight)).toBe(daily!(midnight + 24 * HOUR - 1))
    expect(Math.abs(toNumber(daily!(midnight)))).toBeLessThanOrEqual(24 * 0.00003)
  })

  it('have funding rates of a few thousandths of a percent an hour, of either sign', () => {
    const { fundingRate } = createListingFigures(HOURLY, seed)
    const rates = Array.from({ length: 1000 }, (_, hour) => toNumber(fundingRate(NOW + hour * HOUR)))
    expect(Math.max(...rates)).toBeLessThanOrEqual(0.00003)
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(-0.00001)
    expect(rates.some((rate) => rate < 0) && rates.some((rate) => rate > 0.00002)).toBe(true)
  })

  it('have an open interest that moves steadily around five times the depth', () => {
    for (const listed of listings) {
      const { instrument } = listed
      const { openInterest } = createListingFigures(listed, seed)
      const typical = (5 * depthUsd(listed)) / toNumber(instrument.typicalPrice)
      for (let hour = 0; hour < 24; hour++) {
        const [now, later] = [openInterest(NOW + hour * HOUR), openInterest(NOW + hour * HOUR + 1_000_000)]
        expect(now % instrument.lotSize).toBe(0n)
        expect(Math.abs(toNumber(now) / typical - 1)).toBeLessThan(0.26)
        expect(Math.abs(toNumber(later) / toNumber(now) - 1)).toBeLessThan(0.001)
      }
    }
  })
})
