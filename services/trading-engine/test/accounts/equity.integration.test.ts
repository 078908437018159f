import { randomUUID } from 'node:crypto'
import type { ApiResponse } from '@ats/test-kit'
import { TICK_MICROS } from '../../src/core/values/tick.js'
import { accountCalls, type ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { timeOf } from '../support/market/scripted-world.js'

const MINUTE = 60_000_000
const DAY = 1_440 * MINUTE

interface Point {
  readonly timestamp: string
  readonly balance: string
  readonly equity: string | null
}
interface CurveBody {
  readonly account_id: string
  readonly currency: string
  readonly interval: string
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
}
type Worth = Pick<Point, 'balance' | 'equity'>

/** The reported worth of the account from one moment to another: between two steps nothing moves. */
interface Standing extends Worth {
  readonly from: number
  readonly until: number
}

let engine: TestEngine
/** Another process, started when everything below had become the past. */
let later: TestEngine

/** Each lasts seven minutes, as far as the rows know. */
const STEP = 7 * MINUTE
let standings: readonly Standing[]
let trader: Trader

beforeAll(async () => {
  engine = await startEngine()
  await engine.moveMarket('BTC-USD', 100_000)
  await engine.moveMarket('ETH-USD', 2_000)
  trader = await engine.trader()
  const account = accountCalls(trader)
  const order = (symbol: string, side: string, quantity: string) =>
    account.placed({ symbol, side, kind: 'MARKET', quantity })
  standings = await standAfter([
    () => Promise.resolve(),
    () => order('BTC-USD', 'BUY', '0.3'),
    () => order('ETH-USD', 'SELL', '1.7'),
    () => engine.moveMarket('BTC-USD', 101_234.56),
    () => order('BTC-USD', 'SELL', '0.1'),
    () => order('BTC-USD', 'SELL', '0.35'),
    () => account.close({ symbol: 'ETH-USD' }),
    () => engine.moveMarket('BTC-USD', 99_876.54),
    () => order('ETH-USD', 'BUY', '0.01'),
  ])
  // One that reads only what is asked for: what it has read before is not looked at again when rows are moved.
  later = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet, ROLE: 'api' })
})
afterAll(async () => {
  await later.close()
  await engine.close()
})

/** Takes the steps and puts seven minutes behind each of them. */
async function standAfter(steps: readonly (() => Promise<unknown>)[]): Promise<readonly Standing[]> {
  const taken: { startedAt: number; endedAt: number; worth: Worth }[] = []
  for (const step of steps) {
    const startedAt = await timeAt(engine)
    await step()
    const { body } = await trader.api.get<Worth>(`/v1/account/${trader.accountId}/summary?decimals=string`)
    taken.push({ startedAt, endedAt: await timeAt(engine), worth: { balance: body.balance, equity: body.equity } })
    await shiftIntoThePast(trader.accountId, STEP)
    await engine.pool.query('update market_moves set started_tick = started_tick - $1', [STEP / TICK_MICROS])
  }
  const past = (at: number, index: number) => at - (taken.length - index) * STEP
  return taken.map(({ worth, endedAt }, index) => ({
    ...worth,
    from: past(endedAt, index),
    until: past(taken[index + 1]?.startedAt ?? endedAt + STEP, index + 1),
  }))
}

/** By the clock of that process, which decides and reads by it. */
async function timeAt({ api }: TestEngine): Promise<number> {
  return timeOf((await api.get<{ server_time: string }>('/v1/config')).body.server_time)
}

/** All that has happened to the account was so much earlier. */
async function shiftIntoThePast(accountId: string, micros: number): Promise<void> {
  const by = [accountId, `${micros} microseconds`]
  await engine.pool.query('alter table transfers disable trigger transfers_append_only')
  await engine.pool.query('update transfers set created_at = created_at - $2::interval where account_id = $1', by)
  await engine.pool.query('alter table transfers enable trigger transfers_append_only')
  await engine.pool.query('update accounts set created_at = created_at - $2::interval where id = $1', by)
  await engine.pool.query('update trading_days set created_at = created_at - $2::interval where account_id = $1', by)
  await engine.pool.query('update fills set created_at = created_at - $2::interval where account_id = $1', by)
  await engine.pool.query(
    `update positions set opened_at = opened_at - $2::interval, closed_at = closed_at - $2::interval
     where account_id = $1`,
    by,
  )
}

const readCurve = <T = CurveBody>(query = '', of: Trader = trader): Promise<ApiResponse<T>> =>
  later.api.with(of.key.headers).get<T>(`/v1/account/${of.accountId}/equity?decimals=string&${query}`)
const curveOf = async (query = '', of: Trader = trader): Promise<CurveBody> => {
  const { status, body, text } = await readCurve(query, of)
  if (status !== 200) throw new Error(`the curve answered ${status}: ${text}`)
  return body
}

const FLOORS = { max_drawdown: '90000', daily_loss_limit: '95000' }

describe('the curve', () => {
  test('is what the account was said to be worth at each moment, to the last digit', async () => {
    const { points } = await curveOf('interval=1m')
    const compared = standings.map(({ from, until, balance, equity }) => {
      const there = points.filter(({ timestamp }) => from <= timeOf(timestamp) && timeOf(timestamp) <= until)
      for (const point of there) expect(point).toEqual({ timestamp: point.timestamp, balance, equity, floors: FLOORS })
      return there.length
    })
    expect(Math.min(...compared)).toBeGreaterThanOrEqual(6)
    expect(new Set(points.map(({ equity }) => equity)).size).toBeGreaterThanOrEqual(standings.length)
  })

  test('is the same on each process, and after more has happened', async () => {
    const { points } = await curveOf('interval=1m')
    const closed = points.slice(0, -1)
    await accountCalls(trader).placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.15 })
    const again = await curveOf(`interval=1m&to=${closed.at(-1)!.timestamp}`)
    expect(again.points).toEqual(closed)
    expect((await curveOf('interval=1m')).points.at(-1)!.balance).not.toBe(points.at(-1)!.balance)
    const numbers = await later.api
      .with(trader.key.headers)
      .get<CurveBody>(`/v1/account/${trader.accountId}/equity?interval=1m&to=${closed.at(-1)!.timestamp}`)
    expect(numbers.body.points).toEqual(
      closed.map(({ timestamp, balance, equity }) => ({
        timestamp,
        balance: Number(balance),
        equity: Number(equity),
        floors: { max_drawdown: 90_000, daily_loss_limit: 95_000 },
      })),
    )
  })
})

describe('an account', () => {
  test('of somebody else, or that is none, is 404', async () => {
    const stranger = engine.as().key
    for (const of of [
      { ...trader, key: stranger },
      { ...trader, accountId: randomUUID() },
      { ...trader, accountId: '1' },
    ]) {
      const { status, body } = await readCurve<ProblemBody>('', of)
      expect([status, body.error]).toEqual([404, 'not_found'])
    }
  })

  test('with a long past has at most 1,000 points of an interval, and says what would do', async () => {
    const old = await engine.trader()
    await shiftIntoThePast(old.accountId, 3 * DAY)
    const latest = await curveOf('interval=1m', old)
    expect(latest.points).toHaveLength(1_001)
    expect(latest.from).toBe(latest.points[0]!.timestamp)
    const { status, body } = await readCurve<ProblemBody>('interval=1m&from=2020-01-01', old)
    expect([status, body.error, body.issues?.map(({ path, code }) => [path, code])]).toEqual([
      400,
      'invalid_payload',
      [[['interval'], 'interval.points']],
    ])
    const [, interval, from] = /an interval of (\w+), or a from of (\S+), would do$/.exec(body.issues![0]!.message)!
    expect((await curveOf(`interval=${interval}&from=2020-01-01`, old)).points.length).toBeLessThanOrEqual(1_001)
    expect((await curveOf(`interval=1m&from=${from}`, old)).points.length).toBeLessThanOrEqual(1_001)
    expect(await curveOf('', old)).toMatchObject({ interval: '15m' })
  })
})
