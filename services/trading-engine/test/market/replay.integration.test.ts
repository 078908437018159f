/** The engine on recorded prices: Apple's daily bars, from a package of public data. */
import { createLogger, createMetrics } from '@ats/service-kit/process'
import {
  captureLogs,
  createTestDatabase,
  createTestPool,
  startFakeWallet,
  type FakeWallet,
  type TestDatabase,
} from '@ats/test-kit'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReplayConfig } from '../../src/config.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { openFeed } from '../../src/compose/open-feed.js'
import { accountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine, type TestEngineOptions } from '../support/engine/engine.js'
import { standingClock } from '../support/market/movable-clock.js'
import { insertPlan } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'

const SYMBOL = 'AAPL-USD'
const SOURCE = require.resolve('@observablehq/sample-datasets/aapl.csv')
const folder = mkdtempSync(join(tmpdir(), 'replay-http-'))
const BARS = join(folder, `${SYMBOL}.csv`)
copyFileSync(SOURCE, BARS)

/** Prices of a day as the file says them, to the cent. */
function recorded(date: string): { open: number; high: number; low: number; close: number } {
  const line = readFileSync(SOURCE, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(date))
  const [open = 0, high = 0, low = 0, close = 0] = (line ?? '')
    .split(',')
    .slice(1, 5)
    .map((figure) => Math.round(Number(figure) * 100) / 100)
  return { open, high, low, close }
}
/** On Monday it opened 10 % below Friday's close. */
const friday = recorded('2015-08-21')
const monday = recorded('2015-08-24')

const replay = (fields: Partial<ReplayConfig>): ReplayConfig => ({
  MARKET_FEED: 'replay',
  REPLAY_PATH: BARS,
  REPLAY_SPEED: 1,
  REPLAY_START: null,
  REPLAY_STALE_SECONDS: 60,
  REPLAY_RUN: 'first',
  ...fields,
})
const at = (time: string): number => Date.parse(time) * 1000

interface Price {
  readonly last_price: number
  readonly mark_price: number
  readonly bid: number
  readonly ask: number
  readonly stale: boolean
  readonly timestamp: string
}
const priceOf = async ({ api }: TestEngine): Promise<Price> => (await api.get<Price>(`/v1/price?symbol=${SYMBOL}`)).body
/** The engine is up before the first tick of its replay. */
const begun = (engine: TestEngine): Promise<Price> =>
  pollUntil(
    () => priceOf(engine),
    ({ last_price: last }) => last !== undefined,
  )

let database: TestDatabase
let wallet: FakeWallet
beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  wallet = await startFakeWallet()
})
afterAll(async () => {
  await wallet.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const startOn = (feed: ReplayConfig, runtime: TestEngineOptions['runtime'] = {}): Promise<TestEngine> =>
  startEngine({ feed, databaseUrl: database.url, sharedWallet: wallet, runtime })

/** The feed without an engine around it. */
async function openAlone(feed: ReplayConfig): Promise<void> {
  const pool = createTestPool(database.url, { max: 1 })
  const logger = createLogger({ service: 'test', level: 'silent', destination: captureLogs().destination })
  const metrics = createMetrics({ service: 'test' })
  const now = (): number => Date.now() * 1000
  try {
    await openFeed(feed, {
      ...{ pool, catalogue: loadCatalogue(), seed: new Uint8Array(32), now, logger, metrics, feed: undefined },
      ...{ connectionString: database.url, mayPublish: false, timeoutFactor: 1 },
    })
  } finally {
    await pool.end()
  }
}

const buy = { symbol: SYMBOL, side: 'BUY', kind: 'MARKET', quantity: 10 }
const stopAt = (trigger: number) => ({
  symbol: SYMBOL,
  side: 'SELL',
  kind: 'STOP',
  quantity: 10,
  trigger_price: trigger,
  flags: { reduce_only: true },
})

test('orders fill at recorded prices, a stop at those beyond the gap, and only reducing goes on when it is over', async () => {
  const clock = standingClock()
  const lastMinute = replay({ REPLAY_RUN: 'friday', REPLAY_START: at('2015-08-21T23:59:00Z') })
  const before = await startOn(lastMinute, { clock })
  clock.advance(1_000)
  const price = await begun(before)
  expect(price).toMatchObject({ last_price: friday.close, mark_price: friday.close, stale: false })
  await insertPlan(before.pool, 'isolated', {})
  const [stopped, unprotected] = [await before.trader('isolated'), await before.trader('isolated')]
  const { trades } = await accountCalls(stopped).placed(buy)
  expect(trades).toMatchObject([{ price: price.ask, quantity: 10 }])
  expect(price.ask - friday.close).toBeLessThan(0.02)
  const { order: stop } = await accountCalls(stopped).placed(stopAt(100))
  await accountCalls(unprotected).placed(buy)
  await before.close()

  const after = await startOn(replay({ REPLAY_RUN: 'monday', REPLAY_START: at('2015-08-24') }), { clock })
  clock.advance(1_000)
  const account = accountCalls({ api: after.api.with(stopped.key.headers), accountId: stopped.accountId })
  const done = await pollUntil(
    () => account.order(stop.id),
    ({ status }) => status === 'FILLED',
  )
  // A day's bar lasts a day here: its open is the price for more than a minute, of which a second has passed.
  expect(done.average_price).toBe((await priceOf(after)).bid)
  expect(monday.open - (done.average_price ?? 0)).toBeLessThan(0.02)
  expect(await account.closedPositions()).toMatchObject([{ close_reason: 'STOP_LOSS' }])
  // Without a stop, what only its margin carries does not survive it at twenty times leverage.
  const liquidated = accountCalls({ api: after.api.with(unprotected.key.headers), accountId: unprotected.accountId })
  const [position] = await pollUntil(
    () => liquidated.closedPositions(),
    ({ length }) => length === 1,
  )
  expect(position).toMatchObject({ close_reason: 'LIQUIDATION', exit_price: done.average_price })
  await account.placed(buy)
  await after.close()

  const lastSecond = replay({ REPLAY_RUN: 'end', REPLAY_START: at('2018-05-11T23:59:59Z'), REPLAY_SPEED: 60 })
  const end = await startOn(lastSecond, { clock })
  clock.advance(5_000)
  const stale = await pollUntil(
    () => priceOf(end),
    (each) => each.stale,
  )
  expect(stale.last_price).toBe(recorded('2018-05-11').close)
  const late = accountCalls({ api: end.api.with(stopped.key.headers), accountId: stopped.accountId })
  const { body } = await late.place(buy)
  expect([body.order, body.violations.map(({ rule }) => rule)]).toEqual([null, ['stale_market_data']])
  const closed = await late.close({ symbol: SYMBOL })
  expect(closed.body.order).toMatchObject({ status: 'FILLED', average_price: stale.bid })
  await end.close()
})

describe('while it runs', () => {
  const feed = replay({ REPLAY_RUN: 'running', REPLAY_START: at('2015-08-20T12:00:00Z'), REPLAY_SPEED: 86_400 / 4 })
  let engine: TestEngine
  let replica: TestEngine
  beforeAll(async () => {
    engine = await startOn(feed)
    replica = await startOn(feed)
    await begun(engine)
  })
  afterAll(async () => {
    await replica.close()
    await engine.close()
  })

  test('replicas show the same prices at the same moments', async () => {
    const seen = new Map<string, Price>()
    await pollUntil(
      async () => {
        const [mine, other] = await Promise.all([priceOf(engine), priceOf(replica)])
        for (const price of [mine, other]) {
          const known = seen.get(price.timestamp)
          if (known !== undefined) expect(price).toEqual(known)
          seen.set(price.timestamp, price)
        }
        return new Set([...seen.values()].map(({ last_price: last }) => last)).size
      },
      (prices) => prices > 4,
    )
    const history = '/v1/candles?symbol=AAPL-USD&interval=1m&to=2000-01-01'
    expect((await engine.api.get(history)).body).toEqual([])
    const recent = async ({ api }: TestEngine) =>
      (await api.get<object[]>(`/v1/candles?symbol=${SYMBOL}&limit=500`)).body
    const [mine, other] = [await recent(engine), await recent(replica)]
    // The newest may have moved on in between.
    expect(mine.length).toBeGreaterThan(1)
    expect(other.slice(-mine.length + 1)).toEqual(mine.slice(1))
  })

  test.each([
    ['another speed', { REPLAY_SPEED: 1 }],
    ['another start', { REPLAY_START: at('2015-08-20T12:00:01Z') }],
    ['other staleness', { REPLAY_STALE_SECONDS: 61 }],
  ])('%s needs another run: two replicas must not differ', async (_what, other) => {
    await expect(openAlone({ ...feed, ...other })).rejects.toThrow('REPLAY_RUN "running" began with other prices')
  })
})

test('a restart continues at the position of the recording, and another run starts from the beginning', async () => {
  const feed = replay({ REPLAY_RUN: 'restarted', REPLAY_SPEED: 86_400 })
  const origins = async () =>
    (
      await pool.query<{ name: string; value: string }>(
        `select name, value from settings where name like 'replay_run re%'`,
      )
    ).rows
  const first = await startOn(feed)
  const { pool } = first
  const [before] = await origins()
  const again = await startOn(feed)
  expect(await origins()).toEqual([before])
  const underNewRun = await startOn({ ...feed, REPLAY_RUN: 'repeated' })
  const both = await origins()
  expect(both.map(({ name }) => name).sort()).toEqual(['replay_run repeated', 'replay_run restarted'])
  expect(new Set(both.map(({ value }) => value.split(' ')[0])).size).toBe(2)
  await underNewRun.close()
  await again.close()
  await first.close()
})
