import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { computeFee } from './fee.js'
import type { Liquidity } from '../model/order/fill.js'
import type { VenueId, VenueTerms } from '../model/market/instrument.js'
import { BTC } from '../../../test/support/market/instruments.js'

const Oracle = Decimal.clone({ precision: 120 })

const termsOf = (venue: VenueId): VenueTerms => {
  const terms = BTC.terms[venue]
  if (terms === undefined) throw new Error(`BTC-USD is not on ${venue}`)
  return terms
}

test.each<[VenueId, Liquidity, 'opening' | 'closing', string, string]>([
  // GMX: taker 0.06 %, maker 0.04 %, both ways
  ['GMX', 'TAKER', 'opening', '20000', '12'],
  ['GMX', 'TAKER', 'closing', '20000', '12'],
  ['GMX', 'MAKER', 'opening', '20000', '8'],
  ['GMX', 'MAKER', 'closing', '20000', '8'],
  // Ostium: taker 0.1 %, maker 0.03 %, on opening only
  ['OSTIUM', 'TAKER', 'opening', '20000', '20'],
  ['OSTIUM', 'MAKER', 'opening', '20000', '6'],
  ['OSTIUM', 'TAKER', 'closing', '20000', '0'],
  ['OSTIUM', 'MAKER', 'closing', '20000', '0'],
  // rounded up to the millionth of a dollar
  ['GMX', 'TAKER', 'opening', '0.01', '0.000006'],
  ['GMX', 'TAKER', 'opening', '0.010001', '0.000007'],
  ['GMX', 'TAKER', 'opening', '0.000000000000000001', '0.000001'],
  ['GMX', 'TAKER', 'opening', '0', '0'],
])('%s, %s, %s %s USD: %s', (venue, liquidity, way, notional, fee) => {
  const charged = computeFee(termsOf(venue), liquidity, way === 'opening', usd(decimal(notional)))
  expect(formatDecimal(charged)).toBe(fee)
})

test('never less than notional × rate, and by less than a millionth more', () => {
  const rates = fc.bigInt(0n, 10n ** 16n).map(rate)
  const notionals = fc.bigInt(0n, 10n ** 26n).map(usd)
  fc.assert(
    fc.property(rates, notionals, (takerFeeRate, notional) => {
      const fee = computeFee({ ...termsOf('GMX'), takerFeeRate }, 'TAKER', true, notional)
      const exact = new Oracle(formatDecimal(notional)).mul(formatDecimal(takerFeeRate))
      const charged = new Oracle(formatDecimal(fee))
      expect(charged.decimalPlaces()).toBeLessThanOrEqual(6)
      expect(charged.gte(exact)).toBe(true)
      expect(charged.sub(exact).lt('0.000001')).toBe(true)
    }),
  )
})
