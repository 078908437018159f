import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import type { Sizing } from '../model/copy-link.js'
import { decimal, formatDecimal, price, quantity, usd, type Quantity } from '../values/decimal.js'
import { copiedExit, copiedQuantity, type SizedFill } from './copied-quantity.js'

const size = (text: string): Quantity => quantity(decimal(text))
const LOT = size('0.01')
const sizing = (mode: Sizing['mode'], value: string, more: Partial<Sizing> = {}): Sizing => ({
  ...{ mode, value: decimal(value), quantityMax: null, rounding: 'DOWN', ...more },
})
const fill = (filled: string, of: string, before = '0'): SizedFill => ({
  ...{ quantity: size(filled), orderQuantity: size(of), filledBefore: size(before) },
  price: price(decimal('100')),
})
const figures = (leader = '10000', follower = '2500', stop: string | null = null) => ({
  ...{ leaderEquity: usd(decimal(leader)), followerEquity: usd(decimal(follower)) },
  stop: stop === null ? null : price(decimal(stop)),
})
const NEAREST = { rounding: 'NEAREST' } as const
const MOST = { quantityMax: size('0.5') }

test.each([
  ['a fixed quantity for the whole order', sizing('FIXED', '0.3'), fill('2', '2'), figures(), '0.3'],
  ['its share for a part of the order', sizing('FIXED', '0.3'), fill('0.5', '2'), figures(), '0.07'],
  ['the next part makes up for what was cut', sizing('FIXED', '0.3'), fill('0.5', '2', '0.5'), figures(), '0.08'],
  ['a multiple', sizing('MULTIPLIER', '0.25'), fill('1.23', '5'), figures(), '0.3'],
  ['the nearest lot', sizing('MULTIPLIER', '0.25', NEAREST), fill('1.23', '5'), figures(), '0.31'],
  ['less than a lot', sizing('MULTIPLIER', '0.25'), fill('0.03', '5'), figures(), '0'],
  ['by equity', sizing('EQUITY_RATIO', '1'), fill('1', '1'), figures(), '0.25'],
  ['by equity, twice', sizing('EQUITY_RATIO', '2'), fill('1', '1'), figures(), '0.5'],
  ['a leader without equity', sizing('EQUITY_RATIO', '1'), fill('1', '1'), figures('0'), 'no_equity'],
  ['a follower without equity', sizing('RISK_PCT', '1'), fill('1', '1'), figures('1', '-1', '90'), 'no_equity'],
  ['a hundredth of 2500 at a stop 10 away', sizing('RISK_PCT', '1'), fill('7', '7'), figures('1', '2500', '90'), '2.5'],
  ['the same above a short', sizing('RISK_PCT', '1'), fill('7', '7'), figures('1', '2500', '110'), '2.5'],
  ['half of the order', sizing('RISK_PCT', '1'), fill('3.5', '7'), figures('1', '2500', '90'), '1.25'],
  ['no stop', sizing('RISK_PCT', '1'), fill('7', '7'), figures(), 'no_stop'],
  ['a stop at the price', sizing('RISK_PCT', '1'), fill('7', '7'), figures('1', '1', '100'), 'no_stop'],
  ['no more than the most', sizing('MULTIPLIER', '1', MOST), fill('0.8', '2'), figures(), '0.5'],
  ['nothing beyond it', sizing('MULTIPLIER', '1', MOST), fill('0.8', '2', '0.8'), figures(), '0'],
  ['what is left of it', sizing('MULTIPLIER', '1', MOST), fill('0.8', '2', '0.3'), figures(), '0.2'],
])('%s', (_, terms, filled, at, expected) => {
  const sized = copiedQuantity(terms, filled, at, LOT)
  expect(typeof sized === 'string' ? sized : formatDecimal(sized)).toBe(expected)
})

test.each([
  ['a half', '1', '1', '2', '0.5'],
  ['the last part', '0.37', '0.4', '0.4', '0.37'],
  ['a third is cut to lots', '1', '1', '3', '0.33'],
  ['more than there was', '0.37', '5', '0.4', '0.37'],
  ['less than a lot', '0.02', '0.1', '1', '0'],
])('of a position: %s', (_, held, closed, before, expected) => {
  for (const sign of [1n, -1n]) {
    const exit = { quantity: size(closed), positionBefore: sign * size(before) }
    expect(formatDecimal(copiedExit(size(held), exit, 'DOWN', LOT))).toBe(expected)
  }
})

const lots = (max: number) => fc.integer({ min: 1, max }).map((count) => quantity(BigInt(count) * LOT))
const anySizing = fc.record({
  mode: fc.constantFrom<Sizing['mode']>('FIXED', 'MULTIPLIER', 'EQUITY_RATIO', 'RISK_PCT'),
  value: fc.bigInt(1n, 100n * 10n ** 18n),
  quantityMax: fc.option(lots(1_000), { nil: null }),
  rounding: fc.constantFrom('DOWN' as const, 'NEAREST' as const),
})

test('however an order is split into fills, its copies add up to the copy of one fill', () => {
  fc.assert(
    fc.property(anySizing, fc.array(lots(500), { minLength: 1, maxLength: 8 }), (terms, parts) => {
      const of = quantity(parts.reduce((sum, part) => sum + part, 0n))
      const at = figures('10000', '2500', '90')
      const sizeOf = (filled: Quantity, before: bigint): bigint => {
        const sized = copiedQuantity(
          terms,
          { quantity: filled, orderQuantity: of, filledBefore: quantity(before), price: price(decimal('100')) },
          at,
          LOT,
        )
        if (typeof sized === 'string') throw new Error(sized)
        return sized
      }
      let before = 0n
      let sum = 0n
      for (const part of parts) {
        const copied = sizeOf(part, before)
        expect(copied).toBeGreaterThanOrEqual(0n)
        expect(copied % LOT).toBe(0n)
        sum += copied
        before += part
      }
      expect(sum).toBe(sizeOf(of, 0n))
      if (terms.quantityMax !== null) expect(sum).toBeLessThanOrEqual(terms.quantityMax)
    }),
    { numRuns: runs(300) },
  )
})

test('exits never close more than is held, and the last one leaves nothing', () => {
  fc.assert(
    fc.property(lots(5_000), fc.array(lots(500), { minLength: 1, maxLength: 8 }), (holding, parts) => {
      let leader = parts.reduce((sum, part) => sum + part, 0n)
      let held = holding
      for (const part of parts) {
        const closed = copiedExit(held, { quantity: part, positionBefore: leader }, 'NEAREST', LOT)
        expect(closed).toBeGreaterThanOrEqual(0n)
        expect(closed).toBeLessThanOrEqual(held)
        held = quantity(held - closed)
        leader -= part
      }
      expect(held).toBe(0n)
    }),
    { numRuns: runs(300) },
  )
})
