/**
 * Books kept from the adapter's reports alone agree with the chain, however a wallet acts and keepers answer: funds to
 * the last digit of USDC, and each trade's size and collateral.
 */
import { describeWithChain } from '@ats/test-chain'
import { runs } from '@ats/test-kit'
import fc from 'fast-check'
import { decimal, multiplyDivide, ONE, price, quantity, rate, usd } from '../../src/core/values/decimal.js'
import type { VenueAction, VenueCharges, VenueRequest } from '../../src/core/model/live/venue-request.js'
import type { PlacedLog } from '../../src/venues/port.js'
import type { OstiumState } from '../../src/venues/ostium/wallet-state.js'
import { createOstiumAdapter } from '../../src/venues/ostium/adapter.js'
import {
  closing,
  known,
  opening,
  requestFor,
  START,
  startOstium,
  type OstiumMarket,
  type Quote,
} from '../support/market/ostium.js'

const OPEN = 3

const share = fc.integer({ min: 1, max: 1_000 }).map((thousandths) => (BigInt(thousandths) * ONE) / 1_000n)
// Mostly near 2,000, now and then far from it; null: the market is closed.
const bids = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1_950_000, max: 2_050_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_600_000, max: 2_400_000 }) },
)
const quotes = fc.option(
  fc.record({
    bid: bids.map((thousandths) => `${thousandths / 1_000}`),
    spread: fc.integer({ min: 1, max: 3_000 }),
    isDayTradingClosed: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
  }),
  { freq: 15 },
)
const quoteFrom = (drawn: { bid: string; spread: number; isDayTradingClosed: boolean } | null): Quote | null =>
  drawn === null ? null : { ...drawn, ask: String(Number(drawn.bid) + drawn.spread / 1_000) }

const KINDS = [
  ...['open', 'open', 'open', 'rest', 'close', 'close', 'part', 'answer', 'answer', 'cancel', 'exit', 'exit'],
  ...['automation', 'automation', 'automation', 'automation', 'add', 'remove', 'wait'],
] as const
/** A step, and what it is played with as far as it needs it. */
const steps = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(99),
  size: share,
  leverage: fc.integer({ min: 100, max: 2_500 }),
  quote: quotes,
  // Whether the keeper answers before anything else happens.
  isAnswered: fc.constantFrom(true, true, true, false),
})
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

/** Books that know nothing but reports. */
function createBooks() {
  let equity: bigint = START
  const trades = new Map<string, { quantity: bigint; collateral: bigint }>()
  return {
    equity: () => equity,
    trades: () => [...trades].filter(([, { quantity: size }]) => size > 0n).sort(),
    book(log: PlacedLog): void {
      if (log.kind === 'executed') {
        const { fill } = log
        const trade = trades.get(fill.tradeId!) ?? { quantity: 0n, collateral: 0n }
        const collateral = trade.collateral + fill.collateralChange!
        expect(collateral).toBe(fill.collateral)
        trades.set(fill.tradeId!, {
          quantity: trade.quantity + (fill.isClosing ? 0n - fill.quantity : fill.quantity),
          collateral,
        })
        equity += sumOf(fill.charges) + (fill.realizedPnl ?? 0n)
        if (fill.isClosing) expect(fill.payout).toBe(fill.realizedPnl! + sumOf(fill.charges) - fill.collateralChange!)
        return
      }
      if (log.kind === 'levels') return
      if (log.kind !== 'collateral') return void (equity -= log.fee ?? 0n)
      const { tradeId, amount } = log.change
      const trade = trades.get(tradeId!)!
      trades.set(tradeId!, { ...trade, collateral: trade.collateral + amount })
    },
  }
}

const sumOf = (charges: VenueCharges): bigint =>
  Object.values<bigint>({ ...charges }).reduce((sum, amount) => sum + amount, 0n)

describeWithChain('books from Ostium’s logs', () => {
  let market: OstiumMarket
  beforeAll(async () => {
    market = await startOstium()
    const operator = market.chain.accounts[0]!.address
    await market.mock.send(operator, 'setFees', [123_457, 100_001])
    await market.mock.send(operator, 'setCarry', [3_333_333_333_333n, -777_777_777_777n])
    await market.mock.send(operator, 'setLimits', [4, 6, 1_500])
  })
  afterAll(() => market.stop())

  test('agree with the chain after every step', async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 40, maxLength: 40 }), async (walk) => {
        const snapshot = await market.chain.rpc<string>('evm_snapshot')
        await market.news()
        const books = createBooks()
        const removals: string[] = []
        let state = await market.state()
        try {
          for (const step of walk) {
            for (const log of await play(step, market, state, removals)) {
              books.book(log)
              const kind = log.kind === 'executed' ? `${log.cause} ${log.fill.isClosing}` : log.kind
              seen.set(kind, (seen.get(kind) ?? 0) + 1)
            }
            state = await market.state()
            const locked = [...state.trades, ...state.orders].reduce((sum, { collateral }) => sum + collateral, 0n)
            expect(state.usdc + locked).toBe(books.equity())
            const held = state.trades.map(({ tradeId, quantity: size, collateral }) => [
              tradeId,
              { quantity: size, collateral },
            ])
            expect(held.sort()).toEqual(books.trades())
          }
        } finally {
          await market.chain.rpc('evm_revert', snapshot)
        }
      }),
      { numRuns: runs(8), endOnFailure: true },
    )
    // A walk that does nothing proves nothing.
    expect(seen.get('order false')).toBeGreaterThan(0)
  })
})

/** Plays a step; what is refused, by the adapter or by a revert with a name, has no reports. */
async function play(step: Step, market: OstiumMarket, state: OstiumState, removals: string[]): Promise<PlacedLog[]> {
  const { kind, which, size } = step
  const position = state.positions[which % state.positions.length]
  const {
    symbol,
    direction,
    quantity: held,
  } = position ?? { symbol: 'XAU-USD', direction: 'LONG', quantity: quantity(1n) }
  const whole = { symbol, direction, quantity: held, ofQuantity: held }
  switch (kind) {
    case 'open':
    case 'rest':
      return ask(step, market, state, openingOf(step))
    case 'close':
      return ask(step, market, state, closing(whole))
    case 'part':
      return ask(
        step,
        market,
        state,
        closing({ ...whole, quantity: quantity(multiplyDivide(held, size, ONE, 'FLOOR')) }),
      )
    case 'exit': {
      // Within 100 of 2,000.
      const level = price(decimal('1900') + multiplyDivide(decimal('200'), size, ONE, 'CEIL'))
      const type = which % 2 === 0 ? 'TAKE_PROFIT' : 'STOP_LOSS'
      return ask(step, market, state, closing({ ...whole, type, price: level }))
    }
    case 'add':
    case 'remove': {
      const amount = multiplyDivide(decimal('500'), size, ONE, 'FLOOR')
      const signed = usd(kind === 'add' ? amount : -amount)
      const logs = await ask(step, market, state, { kind: 'collateral', symbol, direction, amount: signed })
      if (kind === 'remove') removals.push(...acceptedIds(logs))
      return logs
    }
    case 'answer': {
      const pending = state.orders.filter(({ type }) => type === 'MARKET').map(({ venueOrderId }) => venueOrderId)
      const ids = [...pending, ...removals]
      const id = ids[which % ids.length]
      return id === undefined ? [] : market.answer(id, quoteFrom(step.quote))
    }
    case 'cancel':
      return cancel(step, market, state)
    case 'automation': {
      const resting = state.orders.filter(({ type }) => type !== 'MARKET').map((order) => ({ ...order, kinds: [OPEN] }))
      const slots = [...state.trades.map((trade) => ({ ...trade, kinds: [0, 1, 2, 4] })), ...resting]
      const slot = slots[which % slots.length]
      if (slot === undefined) return []
      const trigger = market.trigger(slot.kinds[which % slot.kinds.length]!, slot.index!, slot.pairIndex)
      const id = await trigger.catch(() => null)
      return id === null ? market.news() : market.answer(id, quoteFrom(step.quote))
    }
    case 'wait':
      await market.chain.mine(1 + (which % 40))
      return []
  }
}

function openingOf({ kind, which, size, leverage }: Step): VenueAction {
  const at = price(decimal('1950') + multiplyDivide(decimal('100'), size, ONE, 'FLOOR'))
  const isLong = which % 3 > 0
  const direction = isLong ? 'LONG' : 'SHORT'
  return opening({
    symbol: which % 2 === 0 ? 'BTC-USD' : 'XAU-USD',
    direction,
    type: kind === 'open' ? 'MARKET' : which % 4 < 2 ? 'LIMIT' : 'STOP',
    price: at,
    quantity: quantity(multiplyDivide(decimal('10'), size, ONE, 'FLOOR')),
    leverage: rate((BigInt(leverage) * ONE) / 100n),
    collateral: usd(decimal('20000')),
    worstPrice: price(multiplyDivide(at, decimal(isLong ? '1.2' : '0.8'), ONE, 'FLOOR')),
  })
}

async function cancel(step: Step, market: OstiumMarket, state: OstiumState): Promise<PlacedLog[]> {
  const order = state.orders[step.which % state.orders.length]
  if (order === undefined) return []
  if (step.isAnswered) await market.chain.mine(30)
  const action = order.isClosing ? closing() : opening({ type: order.type as 'MARKET' })
  const request = { kind: 'cancel', symbol: order.symbol, requestId: 'r0' } as const
  return ask(step, market, await market.state(), request, [known(action, order.venueOrderId)])
}

const acceptedIds = (logs: readonly PlacedLog[]): string[] =>
  logs.flatMap((log) => (log.kind === 'accepted' ? [log.venueOrderId] : []))

/** Sends what is planned until one is refused; a keeper may answer what waits for one. */
async function ask(
  step: Step,
  market: OstiumMarket,
  state: OstiumState,
  action: VenueAction,
  others: readonly VenueRequest[] = [],
): Promise<PlacedLog[]> {
  const calls = await market.plan(requestFor(action), others, state)
  if ('wait' in calls) return []
  for (const call of calls) {
    const refusal = await market.send(call).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (refusal === null) continue
    const data = /0x[0-9a-f]{8,}/.exec(JSON.stringify(refusal))?.[0]
    expect(createOstiumAdapter(market.venue).revertReason(data as '0x')).not.toBeNull()
    break
  }
  const logs = await market.news()
  if (!step.isAnswered || calls[0]?.endsWith !== 'keeper') return logs
  for (const id of acceptedIds(logs)) logs.push(...(await market.answer(id, quoteFrom(step.quote))))
  return logs
}
