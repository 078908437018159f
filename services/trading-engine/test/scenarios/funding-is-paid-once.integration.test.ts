/**
 * A position open over a funding time pays or receives notional × rate at the mark of that time, once, however many
 * processes look; one closed a moment before, or opened at it, does not.
 */
import Decimal from 'decimal.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage(
    '2026-03-02T12:30:00Z',
    { ...around(100_000), 'EUR-USD': { bid: 1.1599, ask: 1.1601 } },
    { FUNDING: 'venue' },
  )
})
afterAll(() => stage.close())

const market = (side: string, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity: 0.5,
  ...more,
})

interface Payment {
  readonly symbol: string
  readonly amount: number
  readonly rate: number
  readonly funding_at: string
}
interface FundingBody {
  readonly totals: { readonly net: number }
  readonly by_asset_class: Readonly<Record<string, { readonly payments: readonly Payment[] }>>
}

async function fundingOf(actor: Actor): Promise<readonly Payment[]> {
  const { body } = await actor.api.get<FundingBody>(`/v1/account/${actor.accountId}/funding`)
  const payments = Object.values(body.by_asset_class).flatMap((each) => each.payments)
  const sum = payments.reduce((net, { amount }) => net.plus(amount), new Decimal(0))
  expect(body.totals.net).toBe(sum.toNumber())
  const ledger = (await actor.ledger()).filter(({ house }) => house === 'funding')
  expect(ledger.map(({ amount }) => amount)).toEqual(payments.map(({ amount }) => amount))
  return payments
}

/** The rate of the last funding time, as market data says it. */
async function lastRate(symbol = 'BTC-USD'): Promise<number> {
  const { body } = await stage.api.get<{ last_funding_rate: number }>(`/v1/metrics?symbol=${symbol}`)
  return body.last_funding_rate
}

/** Rounded once, against the trader. */
const payment = (direction: 'LONG' | 'SHORT', quantity: number, mark: number, rate: number): number =>
  new Decimal(quantity)
    .times(mark)
    .times(rate)
    .times(direction === 'LONG' ? -1 : 1)
    .toDecimalPlaces(6, Decimal.ROUND_FLOOR)
    .toNumber()

test('each hour on GMX, by longs and shorts, at the mark of the hour and not of the moment of the charge', async () => {
  const [long, short] = [await stage.actor(), await stage.actor()]
  await long.placed(market('BUY'))
  await short.placed(market('SELL'))
  await stage.step([long, short], {}, '2026-03-02T12:59:59.75Z')
  expect(await fundingOf(long)).toEqual([])
  stage.set({ 'BTC-USD': { bid: 100_990, ask: 101_010, mark: 101_234.56 } }, '2026-03-02T13:00:00Z')
  const rate = await lastRate()
  await stage.step([long, short], around(102_000))
  expect(await fundingOf(long)).toMatchObject([
    { symbol: 'BTC-USD', rate, amount: payment('LONG', 0.5, 101_234.56, rate), funding_at: '2026-03-02T13:00:00.000Z' },
  ])
  expect(await fundingOf(short)).toMatchObject([{ rate, amount: payment('SHORT', 0.5, 101_234.56, rate) }])
  // Never to the trader's advantage, and to the last digit.
  const [paid, received] = [(await fundingOf(long))[0]!.amount, (await fundingOf(short))[0]!.amount]
  expect(new Decimal(paid).plus(received).toNumber()).toBeLessThanOrEqual(0)
})

test('once, though reads, orders and the worker all come in the very moment', async () => {
  const actor = await stage.actor()
  await actor.placed(market('BUY'))
  stage.set(around(100_000), '2026-03-02T14:00:00Z')
  await Promise.all([
    ...Array.from({ length: 5 }, () => actor.summary()),
    ...Array.from({ length: 5 }, () => actor.placed(market('BUY', { quantity: 0.01 }))),
  ])
  const payments = await fundingOf(actor)
  expect(payments).toMatchObject([{ amount: payment('LONG', 0.5, 100_000, await lastRate()) }])
})

test('not for what was closed the moment before, and not for what is opened at it', async () => {
  const [closes, opens, shrinks] = [await stage.actor(), await stage.actor(), await stage.actor()]
  await closes.placed(market('BUY'))
  await shrinks.placed(market('BUY'))
  stage.set({}, '2026-03-02T14:59:59.999999Z')
  await closes.close({ symbol: 'BTC-USD' })
  await shrinks.close({ symbol: 'BTC-USD', quantity: 0.4 })
  stage.set({}, '2026-03-02T15:00:00Z')
  await opens.placed(market('BUY'))
  await stage.step([closes, opens, shrinks], {}, '2026-03-02T15:10:00Z')
  expect(await fundingOf(closes)).toEqual([])
  expect(await fundingOf(opens)).toEqual([])
  expect(await fundingOf(shrinks)).toMatchObject([{ amount: payment('LONG', 0.1, 100_000, await lastRate()) }])
})

test('hours that nobody saw are made up for, each at its own rate and mark, before what comes then', async () => {
  const actor = await stage.actor()
  await actor.placed(market('BUY'))
  const expected: object[] = []
  for (const [hour, price] of [
    ['16', 101_000],
    ['17', 99_000],
    ['18', 100_500],
  ] as const) {
    stage.set(around(price), `2026-03-02T${hour}:00:00Z`)
    const rate = await lastRate()
    expected.unshift({ funding_at: `2026-03-02T${hour}:00:00.000Z`, rate, amount: payment('LONG', 0.5, price, rate) })
  }
  stage.set(around(100_000), '2026-03-02T18:30:00Z')
  // The close is charged for them first: the balance it leaves has them all in it.
  await actor.close({ symbol: 'BTC-USD' })
  expect(await fundingOf(actor)).toMatchObject(expected)
  const ledger = await actor.ledger()
  expect((await actor.summary()).balance).toBe(ledger[0]?.balance_after)
})

test('once a day on Ostium, at midnight UTC', async () => {
  const actor = await stage.actor()
  await actor.placed(market('SELL', { symbol: 'EUR-USD', quantity: 10_000 }))
  await stage.step([actor], {}, '2026-03-02T23:59:59.75Z')
  expect(await fundingOf(actor)).toEqual([])
  await stage.step([actor], {}, '2026-03-03T00:00:00Z')
  const rate = await lastRate('EUR-USD')
  await stage.step([actor], {}, '2026-03-03T23:00:00Z')
  expect(await fundingOf(actor)).toMatchObject([
    { symbol: 'EUR-USD', rate, amount: payment('SHORT', 10_000, 1.16, rate), funding_at: '2026-03-03T00:00:00.000Z' },
  ])
})
