/** Conversions against the contract's own integer arithmetic. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { decimal, ONE, price, quantity, rate, usd, type Quantity } from '../../core/values/decimal.js'
import {
  closedInterest,
  closingShare,
  fromLeverage,
  fromUsdc,
  grossProfit,
  removal,
  sizing,
  slippageBound,
  toLeverage,
  topUp,
  toUsdc,
  WHOLE,
} from './units.js'

const prices = fc.bigInt(decimal('0.0001'), decimal('1000000')).map(price)
const quantities = fc.bigInt(decimal('0.000001'), decimal('100000')).map(quantity)
const leverages = fc.bigInt(100n, 20_000n).map(fromLeverage)
const usdc = fc.bigInt(5_000_000n, 10n ** 13n)

test('USDC and leverage come back as they went', () => {
  fc.assert(
    fc.property(usdc, (units) => {
      expect(toUsdc(fromUsdc(units), 'FLOOR')).toBe(units)
      expect(toUsdc(fromUsdc(units), 'CEIL')).toBe(units)
    }),
  )
  fc.assert(fc.property(leverages, (leverage) => expect(fromLeverage(toLeverage(leverage, 'FLOOR'))).toBe(leverage)))
})

test('an order is at most as large as asked, and costs at most the money for it', () => {
  fc.assert(
    fc.property(quantities, prices, leverages, (size, at, leverage) => {
      const notional = (size * at) / ONE
      const collateral = usd((notional * ONE + leverage - 1n) / leverage)
      const sent = sizing({ quantity: size, price: at, leverage, collateral })
      expect(fromUsdc(sent.collateral)).toBeLessThanOrEqual(collateral)
      const sentNotional = (fromUsdc(sent.collateral) * sent.leverage) / 100n
      expect(sentNotional).toBeLessThanOrEqual(notional)
      // Short by less than one unit of USDC, leveraged.
      expect(notional - sentNotional).toBeLessThanOrEqual((10n ** 12n * sent.leverage) / 100n + 100n)
    }),
  )
})

test('a leverage of more than two decimals is cut off, and money is the bound', () => {
  const order = { quantity: quantity(ONE), price: price(1000n * ONE), leverage: rate(decimal('9.999')) }
  expect(sizing({ ...order, collateral: usd(decimal('100.01001')) })).toEqual({
    collateral: 100_010_010n,
    leverage: 999n,
  })
  expect(sizing({ ...order, collateral: usd(10n ** 30n) })).toEqual({ collateral: 100_100_100n, leverage: 999n })
})

const boundOf = (isBuy: boolean, { wanted, slippage }: { wanted: bigint; slippage: bigint }): bigint => {
  const max = (wanted * slippage) / 100n / 100n
  return isBuy ? wanted + max : wanted - max
}

test('the venue’s bound is the worst price and never beyond it', () => {
  fc.assert(
    fc.property(fc.boolean(), prices, fc.bigInt(0n, 5_000n), fc.bigInt(-1000n, 1000n), (isBuy, at, bps, odd) => {
      const worst = price(((isBuy ? WHOLE + bps : WHOLE - bps) * at) / WHOLE + odd)
      const sent = slippageBound(isBuy, at, worst)
      expect(sent.slippage).toBeGreaterThanOrEqual(1n)
      expect(sent.slippage).toBeLessThanOrEqual(9_999n)
      const bound = boundOf(isBuy, sent)
      if (isBuy) expect(bound).toBeLessThanOrEqual(worst)
      else expect(bound).toBeGreaterThanOrEqual(worst)
      expect(bound - worst < 3n && worst - bound < 3n).toBe(true)
    }),
  )
})

test('a bound farther than the venue allows, or on the wrong side, stays within both', () => {
  const at = price(100n * ONE)
  expect(slippageBound(false, at, price(1n)).slippage).toBe(9_999n)
  const wrong = slippageBound(true, at, price(99n * ONE))
  expect(wrong.slippage).toBe(1n)
  expect(boundOf(true, wrong)).toBeLessThanOrEqual(99n * ONE)
})

test('a share closes at most what was asked, and all of it when all is asked', () => {
  fc.assert(
    fc.property(quantities, quantities, (wanted: Quantity, held: Quantity) => {
      const share = closingShare(wanted, held)
      expect((held * share) / WHOLE).toBeLessThanOrEqual(wanted)
      expect(share === WHOLE).toBe(wanted >= held)
    }),
  )
  expect(closingShare(quantity(1n), quantity(10_001n))).toBe(0n)
})

/** The contract's statements, in its order. */
const contractTopUp = (collateral: bigint, leverage: bigint, amount: bigint): [bigint, bigint] | null => {
  const size = (collateral * leverage + 99n) / 100n
  let next = collateral + amount
  let nextLeverage = (size * 1_000_000n) / next / 10_000n
  if ((size * 1_000_000n) % (next * 10_000n) !== 0n) {
    nextLeverage += 1n
    next = (size * 100n) / nextLeverage
    if (next <= collateral) return null
  }
  return nextLeverage >= leverage ? null : [next, nextLeverage]
}

const contractRemoval = (collateral: bigint, leverage: bigint, amount: bigint): [bigint, bigint] | null => {
  if (amount === 0n || amount >= collateral) return null
  const size = (collateral * leverage + 99n) / 100n
  let next = collateral - amount
  const nextLeverage = (size * 1_000_000n) / next / 10_000n
  if ((size * 1_000_000n) % (next * 10_000n) !== 0n) {
    next = (size * 100n) / nextLeverage
    if (next >= collateral) return null
  }
  return nextLeverage <= leverage ? null : [next, nextLeverage]
}

test('changes of collateral are rounded as the contract rounds them', () => {
  fc.assert(
    fc.property(usdc, fc.bigInt(100n, 20_000n), usdc, (collateral, leverage, amount) => {
      const up = topUp({ collateral, leverage }, amount)
      expect(up && [up.collateral, up.leverage]).toEqual(contractTopUp(collateral, leverage, amount))
      const down = removal({ collateral, leverage }, amount)
      expect(down && [down.collateral, down.leverage]).toEqual(contractRemoval(collateral, leverage, amount))
    }),
    { numRuns: runs(4_000) },
  )
})

test('an amount moves until two decimals of leverage fit', () => {
  // A trade of 1,000 USDC at 10x after its opening fee of 0.1 % of the size.
  const trade = { collateral: 990_000_000n, leverage: 1_000n }
  const after = topUp(trade, 200_000_000n)!
  expect(after.leverage).toBe(832n)
  expect(after.collateral - trade.collateral).toBe(199_903_846n)
})

test('profit and interest are cut off towards zero', () => {
  expect(grossProfit(3n, -99_999_999n)).toBe(-2n)
  expect(grossProfit(100_000_000n, 8_464_834n)).toBe(8_464_834n)
  fc.assert(
    fc.property(quantities, usdc, fc.bigInt(1n, WHOLE), (interest: bigint, collateral, share) => {
      const released = (collateral * share) / WHOLE
      const closed = closedInterest(interest, released, collateral)
      expect(closed).toBeLessThanOrEqual(interest)
      if (share === WHOLE) expect(closed).toBe(interest)
    }),
  )
})
