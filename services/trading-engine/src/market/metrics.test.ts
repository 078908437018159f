import { toNumber } from '../core/decimal.js'
import { loadCatalogue } from './catalogue.js'
import { depthUsd } from './liquidity.js'
import { createSymbolFigures } from './metrics.js'

const { all, find } = loadCatalogue()
const seed = new Uint8Array(32).fill(4)
const HOUR = 3_600_000_000
const NOW = Date.parse('2026-01-16T12:34:56Z') * 1000

describe('made-up figures', () => {
  it('are the same for the same moment, and others for another seed', () => {
    const one = createSymbolFigures(all[0]!, seed)
    expect(one.funding(NOW)).toEqual(createSymbolFigures(all[0]!, seed).funding(NOW))
    expect(createSymbolFigures(all[0]!, new Uint8Array(32)).funding(NOW).lastRate).not.toBe(one.funding(NOW).lastRate)
  })

  it('fund hourly on GMX and daily at 00:00 UTC on Ostium, with one rate for the whole time between', () => {
    const next = (symbol: string): string =>
      new Date(createSymbolFigures(find(symbol)!, seed).funding(NOW).nextAt / 1000).toISOString()
    expect(next('BTC-USD')).toBe('2026-01-16T13:00:00.000Z')
    expect(next('EUR-USD')).toBe('2026-01-17T00:00:00.000Z')
    const { funding } = createSymbolFigures(all[0]!, seed)
    const start = Math.floor(NOW / HOUR) * HOUR
    expect(funding(start)).toEqual(funding(start + HOUR - 1))
    expect(funding(start - 1).lastRate).not.toBe(funding(start).lastRate)
  })

  it('have funding rates of a few thousandths of a percent an hour, of either sign', () => {
    const { funding } = createSymbolFigures(all[0]!, seed)
    const rates = Array.from({ length: 1000 }, (_, hour) => toNumber(funding(NOW + hour * HOUR).lastRate))
    expect(Math.max(...rates)).toBeLessThanOrEqual(0.00003)
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(-0.00001)
    expect(rates.some((rate) => rate < 0) && rates.some((rate) => rate > 0.00002)).toBe(true)
  })

  it('have an open interest that moves steadily around five times the depth', () => {
    for (const instrument of all) {
      const { openInterest } = createSymbolFigures(instrument, seed)
      const typical = (5 * depthUsd(instrument)) / toNumber(instrument.typicalPrice)
      for (let hour = 0; hour < 24; hour++) {
        const [now, later] = [openInterest(NOW + hour * HOUR), openInterest(NOW + hour * HOUR + 1_000_000)]
        expect(now % instrument.lotSize).toBe(0n)
        expect(Math.abs(toNumber(now) / typical - 1)).toBeLessThan(0.26)
        expect(Math.abs(toNumber(later) / toNumber(now) - 1)).toBeLessThan(0.001)
      }
    }
  })
})
