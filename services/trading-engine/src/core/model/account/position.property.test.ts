import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { decimal, formatDecimal, max, min, negate, ONE, price, quantity, rate, usd } from '../../values/decimal.js'
import { splitExecution, type ExecutionTerms, type Stamps } from '../../margin/split-execution.js'
import type { Order, Side } from '../order/order.js'
import { entryPrice, exitPrice, unrealizedPnl, type Position } from './position.js'
import { BTC } from '../../../../test/support/market/instruments.js'

const Oracle = Decimal.clone({ precision: 120 })
const of = (value: bigint): Decimal => new Oracle(formatDecimal(value))

interface Trade {
  readonly side: Side
  readonly lots: number
  readonly ticks: number
}
const trades = fc.array(
  fc.record({
    side: fc.constantFrom<Side>('BUY', 'SELL'),
    lots: fc.integer({ min: 1, max: 5000 }),
    ticks: fc.integer({ min: 30_000, max: 50_000 }),
  }),
  { minLength: 1, maxLength: 30 },
)
const sizeOf = ({ lots }: Trade) => quantity(BigInt(lots) * BTC.lotSize)
const priceOf = ({ ticks }: Trade) => price(BigInt(ticks) * BTC.tickSize)

const order = (side: Side): Order => ({
  ...{ id: 'order-1', accountId: 'account-1', clientId: null, origin: null, symbol: 'BTC-USD', venue: 'GMX', side },
  ...{ kind: 'MARKET', tif: 'IOC' },
  flags: { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false },
  ...{ quantity: quantity(ONE), limitPrice: null, triggerPrice: null, triggerState: null, triggerTick: null },
  ...{ requestedPrice: null, requestedTriggerPrice: null, filledQuantity: quantity(0n) },
  ...{ filledNotional: 0n as Order['filledNotional'], fees: 0n as Order['fees'], status: 'OPEN', reason: null },
  ...{ positionId: null, parentOrderId: null, bracketId: null, contingentQuantity: quantity(0n), expiresAt: null },
  ...{ createdAt: 1, updatedAt: 1, version: 1 },
})

interface Run {
  readonly existingPosition: Position | undefined
  readonly closed: readonly Position[]
  readonly steps: number
  readonly fees: bigint
}

/** All trades one after the other, as the engine would book them. */
function run(each: readonly Trade[]): Run {
  const terms = BTC.terms.GMX
  if (terms === undefined) throw new Error('GMX lists BTC-USD')
  const fillTerms: ExecutionTerms = {
    ...{ terms, leverage: rate(decimal('20')), liquidity: 'TAKER', closeReason: 'USER', liquidationTick: null },
    oracleFee: usd(0n),
  }
  let counter = 0
  const stamps: Stamps = { now: 0, stamp: () => ++counter, newId: () => `position-${++counter}` }
  let existingPosition: Position | undefined
  let fees = 0n
  let steps = 0
  const closed: Position[] = []
  for (const trade of each) {
    const execution = { price: priceOf(trade), quantity: sizeOf(trade) }
    for (const step of splitExecution(existingPosition, order(trade.side), execution, fillTerms, stamps)) {
      steps++
      fees += step.fee
      if (step.position.closedAt === null) existingPosition = step.position
      else {
        existingPosition = undefined
        closed.push(step.position)
      }
    }
  }
  return { existingPosition, closed, steps, fees }
}

const signed = (trade: Trade): bigint => (trade.side === 'BUY' ? sizeOf(trade) : negate(sizeOf(trade)))
/** Σ sells − Σ buys, by the oracle. */
const cashFlow = (each: readonly Trade[]): Decimal =>
  each.reduce((sum, trade) => sum.sub(of(signed(trade)).mul(of(priceOf(trade)))), new Oracle(0))
const realized = ({ existingPosition, closed }: Run): bigint =>
  [...closed, ...(existingPosition === undefined ? [] : [existingPosition])].reduce(
    (sum, each) => sum + each.realizedPnl,
    0n,
  )

test('at any moment, realised and unrealised PnL are what the trades paid plus what is open at mark', () => {
  fc.assert(
    fc.property(trades, fc.integer({ min: 30_000, max: 50_000 }), (each, ticks) => {
      const result = run(each)
      const mark = price(BigInt(ticks) * BTC.tickSize)
      const net = each.reduce((sum, trade) => sum + signed(trade), 0n)
      const open = result.existingPosition === undefined ? 0n : unrealizedPnl(result.existingPosition, mark)
      expect(formatDecimal(realized(result) + open)).toBe(
        cashFlow(each)
          .add(of(net).mul(of(mark)))
          .toFixed(),
      )
    }),
  )
})

test('what stands is Σ buys − Σ sells, with the direction of its sign; a trade that flips is two steps', () => {
  fc.assert(
    fc.property(trades, (each) => {
      let net = 0n
      let flips = 0
      for (const trade of each) {
        const after = net + signed(trade)
        if (net !== 0n && after !== 0n && net < 0n !== after < 0n) flips++
        net = after
      }
      const { existingPosition, steps } = run(each)
      expect(existingPosition?.quantity ?? 0n).toBe(net < 0n ? -net : net)
      if (existingPosition !== undefined) expect(existingPosition.direction).toBe(net > 0n ? 'LONG' : 'SHORT')
      expect(steps).toBe(each.length + flips)
    }),
  )
})

test('a partial close never favours the trader: what is realised is at most the exact share', () => {
  const sizes = fc.integer({ min: 2, max: 5000 })
  fc.assert(
    fc.property(trades, sizes, fc.integer({ min: 30_000, max: 50_000 }), (each, lots, ticks) => {
      const existingPosition = run(each).existingPosition
      fc.pre(existingPosition !== undefined)
      if (existingPosition === undefined) return
      const side = existingPosition.direction === 'LONG' ? 'SELL' : 'BUY'
      const size = min(existingPosition.quantity, quantity(BigInt(lots) * BTC.lotSize))
      const all = [...each, { side, lots: Number(size / BTC.lotSize), ticks } as const]
      const gained = of(realized(run(all)) - realized(run(each)))
      const exact = of(size)
        .mul(of(price(BigInt(ticks) * BTC.tickSize)))
        .sub(of(existingPosition.cost).mul(of(size)).div(of(existingPosition.quantity)))
        .mul(side === 'SELL' ? 1 : -1)
      expect(gained.lte(exact)).toBe(true)
      expect(exact.sub(gained).lt('0.000000000000000001')).toBe(true)
    }),
  )
})

test('entry and exit prices lie between the best and the worst price traded', () => {
  fc.assert(
    fc.property(trades, (each) => {
      const prices = each.map(priceOf)
      const [low, high] = [prices.reduce((a, b) => (a < b ? a : b)), prices.reduce((a, b) => (a > b ? a : b))]
      const { existingPosition, closed } = run(each)
      const averages = [
        ...(existingPosition === undefined ? [] : [entryPrice(existingPosition)]),
        ...closed.flatMap((position) => [entryPrice(position), exitPrice(position)]),
      ]
      for (const average of averages) {
        expect(average).toBeGreaterThanOrEqual(low)
        expect(average).toBeLessThanOrEqual(high)
      }
    }),
  )
})

test('what is added to a LIVE position at another leverage brings it between the two, however little it is', () => {
  const terms = BTC.terms.GMX!
  const leverages = fc.bigInt({ min: 1n, max: 200n * ONE })
  const amounts = fc.oneof(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 1n, max: ONE * ONE }))
  const live = { trades: [], refusedCloses: 0, closeAgainAt: null }
  const opened = run([{ side: 'BUY', lots: 1, ticks: 30_000 }]).existingPosition!
  fc.assert(
    fc.property(amounts, amounts, leverages, leverages, (cost, added, first, then) => {
      const position = { ...opened, cost: usd(cost), leverage: rate(first), live }
      const fillTerms: ExecutionTerms = {
        ...{ terms, leverage: rate(then), liquidity: 'TAKER', closeReason: 'USER', liquidationTick: null },
        oracleFee: usd(0n),
      }
      const execution = { price: price(added), quantity: quantity(ONE) }
      const stamps = { now: 0, stamp: () => 1, newId: () => 'position' }
      const [step] = splitExecution(position, order('BUY'), execution, fillTerms, stamps)
      const { leverage } = step!.position
      expect(leverage >= min(first, then) && leverage <= max(first, then)).toBe(true)
    }),
  )
})
