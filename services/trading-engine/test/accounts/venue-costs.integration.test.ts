/**
 * Where venue costs are switched on, plans say so from their next version on, and their accounts pay what the venues
 * charge: borrowing and rollover for every moment, to the last digit, and an amount for each price on Ostium.
 */
import Decimal from 'decimal.js'
import { tickAt } from '../../src/core/values/tick.js'
import { HOUR_TICKS } from '../../src/market/feeds/published/bars/listing-history.js'
import { encodeRates, UNITS_OF_ONE, type ListingRates } from '../../src/market/feeds/published/rates/rate-entries.js'
import { encodeTick, startMs } from '../../src/market/feeds/published/tick-block.js'
import { makeTickPartitions } from '../../src/store/write/tick-partitions.js'
import { startEngine } from '../support/engine/engine.js'
import { timeOf } from '../support/market/scripted-world.js'
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
  expect(before.map(({ version, venue_costs: costs }) => [version, costs])).toEqual(before.map(() => [4, ON]))
  const beside = await startEngine({ databaseUrl: stage.databaseUrl, ROLE: 'api', VENUE_COSTS: ['oracle_fee'] })
  expect(await plans()).toEqual(before)
  await beside.close()
  const actor = await stage.actor()
  const account = await actor.api.get<Record<string, unknown>>(`/v1/account/${actor.accountId}`)
  expect(account.body).toMatchObject({ plan_version: 4, venue_costs: ON })
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

describe('the check of the books', () => {
  const HOUR = '2026-03-03T22:00:00Z'
  const TICK = tickAt(timeOf(HOUR))
  const BEFORE = TICK - HOUR_TICKS
  type Told = Pick<ListingRates, 'carry' | 'funding'>
  let actor: Actor
  let told: Told

  /** Names each check that fails, and the kind of charge it is about. */
  const differences = async (): Promise<readonly string[]> => {
    const path = `/operator/v1/ledger-check?account_id=${actor.accountId}`
    const { body } = await stage.engine.operator.get<{ differences: { check: string; subject: string }[] }>(path)
    const { rows } = await stage.pool.query<{ id: string; house: string }>('select id, house from transfers')
    const houses = new Map(rows.map(({ id, house }) => [id, house]))
    return body.differences.map(({ check, subject }) => `${check} of ${houses.get(subject) ?? 'the position'}`)
  }
  /** In force at the beginning of both hours. */
  const publishRates = async (rates: Told, heardBeforeMs = 5_000) => {
    for (const hour of [BEFORE, TICK]) {
      const receivedAtMs = startMs(hour) - heardBeforeMs
      const block = encodeRates([{ listing: 1, ...rates, openInterest: null, receivedAtMs }], startMs(hour))
      await stage.pool.query(
        'insert into published_rates values ($1, $2) on conflict (hour) do update set block = $2',
        [hour, block],
      )
    }
  }
  const publishMark = async (mark: number) => {
    const steps = mark * 100
    const prices = { mark: steps, bid: steps - 1, ask: steps + 1, index: steps }
    const times = { receivedAtMs: startMs(TICK), madeAtMs: startMs(TICK) }
    const entry = { listing: 1, trade: null, status: null, staleReason: null, ...prices, ...times }
    const block = encodeTick({ number: TICK, previous: TICK - 1, isSnapshot: true, entries: [entry], rates: [] })
    await stage.pool.query('delete from published_ticks')
    await stage.pool.query('insert into published_ticks values ($1, true, $2)', [TICK, block])
  }
  const tamper = async (sql: string) => {
    await stage.pool.query('alter table transfers disable trigger user')
    await stage.pool.query(sql, [actor.accountId])
    await stage.pool.query('alter table transfers enable trigger user')
  }
  const inUnits = (rate: number, periods = 1): number => Math.round(rate * periods * UNITS_OF_ONE)

  beforeAll(async () => {
    actor = await stage.actor()
    stage.set(around(100_000), '2026-03-03T21:30:00Z')
    const { carry } = await costsOf('BTC-USD', 'GMX')
    await actor.placed(market('BTC-USD', carry.long_rate > 0 ? 'BUY' : 'SELL', 0.3, 'GMX'))
    await stage.step([actor], around(101_234), HOUR)
    const { body } = await stage.api.get<{ funding: Record<'long_rate' | 'short_rate', number> }>(
      '/v1/metrics?symbol=BTC-USD',
    )
    const { long_rate: long, short_rate: short } = body.funding
    told = {
      carry: { long: inUnits(carry.long_rate), short: inUnits(carry.short_rate) },
      funding: { long: inUnits(long, 8_760), short: inUnits(short, 8_760) },
    }
    await makeTickPartitions(stage.pool, TICK)
    await stage.pool.query(`insert into published_listings values (1, 'GMX', 'BTC-USD', 0.01)`)
  })

  test('finds nothing where the rates and the mark that were published are those that were charged', async () => {
    expect((await entriesOf(actor, 'funding')).length + (await entriesOf(actor, 'borrowing')).length).toBe(2)
    expect(await differences()).toEqual([])
    await publishRates(told)
    await publishMark(101_234)
    expect(await differences()).toEqual([])
  })

  test('names what was charged at another rate than the venue’s, if the venue told it in time', async () => {
    const one = inUnits(0.000001)
    const { carry, funding } = told
    await publishRates({ ...told, carry: { long: carry.long + one, short: carry.short + one } })
    expect(await differences()).toEqual(['rates of borrowing'])
    await publishRates({ ...told, funding: { long: funding!.long + one, short: funding!.short + one } })
    expect(await differences()).toEqual(['rates of funding'])
    await publishRates({ carry: { long: one, short: one }, funding: null }, 3_600_001)
    expect(await differences()).toEqual([])
    await publishRates(told)
  })

  test('names funding that does not follow from the mark of its tick', async () => {
    // The rate is one of a walk, and may be small: a mark nearby can make the same amount.
    await publishMark(111_234)
    expect(await differences()).toEqual(['funding of funding'])
    await publishMark(101_234)
  })

  test.each([
    [
      'borrowing at another rate',
      'accrual_rate = accrual_rate + 0.00001',
      'accrual_rate - 0.00001',
      ['carry of borrowing', 'rates of borrowing'],
    ],
    [
      'borrowing of another time',
      `accrued_from = accrued_from + interval '1 second'`,
      `accrued_from - interval '1 second'`,
      ['carry of borrowing'],
    ],
    [
      'funding at another rate',
      'funding_rate = funding_rate + 0.00001',
      'funding_rate - 0.00001',
      ['rates of funding', 'funding of funding'],
    ],
  ])('names %s', async (_what, change, undo, expected) => {
    const [column] = change.split(' ')
    const where = `where account_id = $1 and ${column} is not null`
    await tamper(`update transfers set ${change} ${where}`)
    expect(await differences()).toEqual(expected)
    await tamper(`update transfers set ${column} = ${undo} ${where}`)
    expect(await differences()).toEqual([])
  })

  test('names a position that was charged something else than its transfers say', async () => {
    await stage.pool.query('update positions set carry = carry - 0.000001 where account_id = $1', [actor.accountId])
    expect(await differences()).toEqual(['positions of the position'])
  })
})
