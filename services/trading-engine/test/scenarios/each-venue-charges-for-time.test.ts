/**
 * Where venue costs are switched on, plans say so from their next version on, and their accounts pay what the venues
 * charge: borrowing and rollover for every moment, to the last digit, and an amount for each price on Ostium.
 */
import Decimal from 'decimal.js'
import { startEngine } from '../support/engine.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

const COSTS = ['borrowing', 'rollover', 'oracle_fee', 'overnight_leverage'] as const
let stage: Stage

beforeAll(async () => {
  stage = await startStage(
    '2026-03-02T12:30:00Z',
    { ...around(100_000), 'EUR-USD': { bid: 1.1599, ask: 1.1601 }, 'NVDA-USD': { bid: 187, ask: 187.01 } },
    { FUNDING: 'venue', VENUE_COSTS: COSTS },
  )
})
afterAll(() => stage.close())

interface Plan {
  readonly id: string
  readonly version: number
  readonly venue_costs: object
}
interface Entry {
  readonly house: string
  readonly amount: number
  readonly position_id: string | null
  readonly accrual: { readonly from: string; readonly until: string; readonly rate: number } | null
}
interface Carry {
  readonly kind: string
  readonly long_rate: number
  readonly short_rate: number
  readonly source: string
}
interface Terms {
  readonly venue: string
  readonly costs: { readonly carry: Carry; readonly oracle_fee: number; readonly overnight_max_leverage: number | null }
}

const entriesOf = async (actor: Actor, house: string): Promise<readonly Entry[]> => {
  const { body } = await actor.api.get<Entry[]>(`/v1/account/${actor.accountId}/ledger`)
  return body.filter((entry) => entry.house === house).reverse()
}
const costsOf = async (symbol: string, venue: string): Promise<Terms['costs']> => {
  const { body } = await stage.api.get<{ venue_terms: Terms[] }>(`/v1/ticker/metadata?ticker=${symbol}`)
  return body.venue_terms.find((terms) => terms.venue === venue)!.costs
}
const position = async (actor: Actor, symbol: string) => {
  const { body } = await actor.api.get<Record<string, unknown>[]>(`/v1/account/${actor.accountId}/positions`)
  return body.find((row) => row['symbol'] === symbol)!
}
const market = (symbol: string, side: string, quantity: number, venue: string) => ({
  ...{ symbol, side, quantity, kind: 'MARKET', platform_id: venue },
})
/** Rounded once, against the trader. */
const charge = (cost: number, rate: number, seconds: number): number =>
  new Decimal(-cost)
    .times(rate)
    .times(seconds)
    .div(365 * 86_400)
    .toDecimalPlaces(6, Decimal.ROUND_FLOOR)
    .toNumber()

const ON = { borrowing: true, rollover: true, oracle_fee: true, overnight_leverage: 'LIMIT' }

test('every plan that said nothing has a next version, which its accounts show; another start makes no other', async () => {
  const plans = async () => (await stage.api.get<Plan[]>('/v1/plans')).body
  const before = await plans()
  expect(before.map(({ version, venue_costs: costs }) => [version, costs])).toEqual(before.map(() => [3, ON]))
  const beside = await startEngine({ databaseUrl: stage.databaseUrl, ROLE: 'api', VENUE_COSTS: ['oracle_fee'] })
  expect(await plans()).toEqual(before)
  await beside.close()
  const actor = await stage.actor()
  const account = await actor.api.get<Record<string, unknown>>(`/v1/account/${actor.accountId}`)
  expect(account.body).toMatchObject({ plan_version: 3, venue_costs: ON })
})

test('a long on GMX pays for every moment: the preview says how much, the ledger for when, the history all of it', async () => {
  const actor = await stage.actor()
  stage.set(around(100_000), '2026-03-02T13:00:00Z')
  const { carry } = await costsOf('BTC-USD', 'GMX')
  expect(carry).toMatchObject({ kind: 'borrowing', source: 'estimate' })
  const side = carry.long_rate > 0 ? 'BUY' : 'SELL'
  const rate = Math.max(carry.long_rate, carry.short_rate)
  const cost = 0.5 * (side === 'BUY' ? 100_010 : 99_990)
  const preview = await actor.api.post<{ costs: object }>('/v1/order/preview', {
    body: { account_id: actor.accountId, ...market('BTC-USD', side, 0.5, 'GMX') },
  })
  expect(preview.body.costs).toEqual({
    oracle_fees: 0,
    carry: { kind: 'borrowing', rate, per_day: charge(cost, rate, 86_400), source: 'estimate' },
  })
  await actor.placed(market('BTC-USD', side, 0.5, 'GMX'))
  stage.set({}, '2026-03-02T13:20:00Z')
  await actor.close({ symbol: 'BTC-USD', quantity: 0.2 })
  stage.set({}, '2026-03-02T13:50:00Z')
  await actor.close({ symbol: 'BTC-USD' })
  const charges = [charge(cost, rate, 1_200), charge(cost * 0.6, rate, 1_800)]
  expect(await entriesOf(actor, 'borrowing')).toMatchObject([
    { amount: charges[0], accrual: { from: '2026-03-02T13:00:00.000Z', until: '2026-03-02T13:20:00.000Z', rate } },
    { amount: charges[1], accrual: { from: '2026-03-02T13:20:00.000Z', until: '2026-03-02T13:50:00.000Z', rate } },
  ])
  const sum = new Decimal(charges[0]!).plus(charges[1]!).toNumber()
  const path = `/v1/account/${actor.accountId}`
  const { body: history } = await actor.api.get<Record<string, number>[]>(`${path}/positions/history`)
  expect(history[0]).toMatchObject({ borrowing: sum, rollover: 0, funding: 0 })
  const { realized_pnl: gross, fees } = history[0]!
  const { body: analytics } = await actor.api.get<{ expectancy: number }>(`${path}/analytics`)
  expect(analytics.expectancy).toBe(new Decimal(gross!).minus(fees!).plus(sum).toNumber())
})

test('Ostium rolls over at midnight in place of funding, asks for each price, and the balance is the ledger', async () => {
  const actor = await stage.actor()
  stage.set({}, '2026-03-02T18:00:00Z')
  const { carry, oracle_fee: price } = await costsOf('EUR-USD', 'OSTIUM')
  expect([carry.kind, price]).toEqual(['rollover', 0.1])
  await actor.placed(market('EUR-USD', 'BUY', 10_000, 'OSTIUM'))
  await actor.close({ symbol: 'EUR-USD', quantity: 4_000 })
  expect((await entriesOf(actor, 'oracle_fees')).map(({ amount }) => amount)).toEqual([-0.1, -0.1])
  await stage.step([actor], {}, '2026-03-03T00:00:00Z')
  const expected = charge(6_000 * 1.1601, carry.long_rate, 6 * 3_600)
  expect(await entriesOf(actor, 'rollover')).toMatchObject([{ amount: expected, accrual: { rate: carry.long_rate } }])
  expect(await entriesOf(actor, 'funding')).toEqual([])
  expect(await position(actor, 'EUR-USD')).toMatchObject({ rollover: expected, borrowing: 0, funding: 0 })
  const ledger = await actor.ledger()
  const sum = ledger.reduce((total, { amount }) => total.plus(amount), new Decimal(0))
  expect((await actor.summary()).balance).toBe(sum.toNumber())
})

test('a stock opens at the overnight leverage outside the hours of day trading', async () => {
  expect((await costsOf('NVDA-USD', 'OSTIUM')).overnight_max_leverage).toBe(10)
  const [early, late] = [await stage.actor(), await stage.actor()]
  stage.set({}, '2026-03-03T20:44:59Z')
  await early.placed(market('NVDA-USD', 'BUY', 10, 'OSTIUM'))
  stage.set({}, '2026-03-03T20:45:00Z')
  await late.placed(market('NVDA-USD', 'BUY', 10, 'OSTIUM'))
  expect([(await position(early, 'NVDA-USD'))['leverage'], (await position(late, 'NVDA-USD'))['leverage']]).toEqual([
    20, 10,
  ])
})
