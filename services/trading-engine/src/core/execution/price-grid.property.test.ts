import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { decimal, decimalFromNumber, formatDecimal, price, toNumber } from '../values/decimal.js'
import { limitPriceOnGrid, snapToGrid } from './price-grid.js'
import type { Side } from '../model/order/order.js'

const Oracle = Decimal.clone({ precision: 120 })
const steps = fc.constantFrom('0.000000001', '0.00001', '0.001', '0.01', '0.1', '0.5', '1', '100000').map(decimal)
const sides = fc.constantFrom<Side>('BUY', 'SELL')

test('a grid point computed in floats is found again', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 6 }), (step, counts) => {
      const noisy = counts.reduce((sum, count) => sum + count * toNumber(step), 0)
      const meant = counts.reduce((sum, count) => sum + BigInt(count) * step, 0n)
      const value = decimalFromNumber(noisy)
      fc.pre(value !== null)
      expect(snapToGrid(value ?? 0n, step)).toBe(meant)
    }),
  )
})

test('an off-tick limit moves to the next tick on the trader’s side, by less than a tick', () => {
  const prices = fc.bigInt(1n, 10n ** 24n).map(price)
  fc.assert(
    fc.property(sides, prices, steps, (side, wanted, tick) => {
      const placed = limitPriceOnGrid(side, wanted, price(tick))
      const ticks = new Oracle(formatDecimal(placed)).div(formatDecimal(tick))
      expect(ticks.isInteger()).toBe(true)
      const better = side === 'BUY' ? wanted - placed : placed - wanted
      const noise = wanted / 10n ** 9n
      expect(better).toBeLessThan(tick)
      expect(better).toBeGreaterThanOrEqual(-noise)
    }),
  )
})
