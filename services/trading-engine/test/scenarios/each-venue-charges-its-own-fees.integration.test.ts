/**
 * A fill pays the fees of its venue: taker or maker, on closing only on GMX, and the same in order, fill and ledger.
 */
import Decimal from 'decimal.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'
import type { Quotes } from '../support/market/scripted-feed.js'

let stage: Stage

const QUOTES: Quotes = {
  ...around(100_000),
  'XAU-USD': { bid: 4_000, ask: 4_000.5 },
  'EUR-USD': { bid: 1.16, ask: 1.1601 },
}
const HIGHER: Quotes = {
  ...around(101_000),
  'XAU-USD': { bid: 4_040, ask: 4_040.5 },
  'EUR-USD': { bid: 1.18, ask: 1.1801 },
}

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', QUOTES)
})
beforeEach(() => stage.set(QUOTES))
afterAll(() => stage.close())

async function expectFees(actor: Actor, rates: readonly number[]): Promise<void> {
  const trades = (await actor.trades()).toReversed()
  const expected = trades.map(({ quantity, price }, index) => new Decimal(quantity).times(price).times(rates[index]!))
  expect(trades.map(({ fee }) => fee)).toEqual(expected.map((fee) => fee.toNumber()))
  const ledger = await actor.ledger()
  for (const { id, order_id: orderId, fee } of trades) {
    expect((await actor.order(orderId)).fees).toBe(fee)
    const rows = fee === 0 ? [] : [{ amount: -fee }]
    expect(ledger.filter(({ fill_id: fill, house }) => fill === id && house === 'fees')).toMatchObject(rows)
  }
  const sum = ledger.reduce((total, { amount }) => total.plus(amount), new Decimal(0))
  expect((await actor.summary()).balance).toBe(sum.toNumber())
}

test.each([
  ['BTC-USD', 'GMX', 0.5, 0.0006, 0.0004],
  ['BTC-USD', 'OSTIUM', 0.5, 0.001, 0.0003],
  ['XAU-USD', 'GMX', 5, 0.0006, 0.0004],
  ['XAU-USD', 'OSTIUM', 5, 0.00015, 0.00015],
  ['EUR-USD', 'OSTIUM', 10_000, 0.0003, 0.0003],
])('%s on %s', async (symbol, venue, quantity, taker, maker) => {
  const actor = await stage.actor()
  const order = { symbol, quantity, platform_id: venue }
  await actor.placed({ ...order, side: 'BUY', kind: 'MARKET' })
  // Closed where the market comes to, as maker.
  const price = symbol === 'BTC-USD' ? 100_500 : symbol === 'XAU-USD' ? 4_020 : 1.17
  await actor.placed({ ...order, side: 'SELL', kind: 'LIMIT', price, flags: { reduce_only: true } })
  await stage.step([actor], HIGHER)
  expect(await actor.positions()).toEqual([])
  await expectFees(actor, [taker, venue === 'GMX' ? maker : 0])
})

test('what rests pays the maker’s fee to open', async () => {
  const actor = await stage.actor()
  for (const platform_id of ['GMX', 'OSTIUM'])
    await actor.placed({ symbol: 'BTC-USD', side: 'SELL', kind: 'LIMIT', quantity: 0.1, price: 100_500, platform_id })
  await stage.step([actor], HIGHER)
  await expectFees(actor, [0.0004, 0.0003])
})

test('one symbol on both venues: two positions, each with its own fees', async () => {
  const actor = await stage.actor()
  const order = { symbol: 'BTC-USD', quantity: 0.1, kind: 'MARKET' }
  await actor.placed({ ...order, side: 'BUY', platform_id: 'GMX' })
  await actor.placed({ ...order, side: 'SELL', platform_id: 'OSTIUM' })
  const held = await actor.positions()
  expect(held.map(({ venue, side, quantity }) => [venue, side, quantity]).sort()).toEqual([
    ['GMX', 'BUY', 0.1],
    ['OSTIUM', 'SELL', 0.1],
  ])
  await actor.close({ symbol: 'BTC-USD', platform_id: 'OSTIUM' })
  await actor.close({ symbol: 'BTC-USD' })
  await expectFees(actor, [0.0006, 0.001, 0, 0.0006])
})
