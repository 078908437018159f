import { createTestDatabase, createTestPool, type TestDatabase } from '@ats/test-kit'
import type { Pool, PoolClient } from 'pg'
import { createAccountCache } from '../../src/store/accounts/account-cache.js'
import { decimal, usd } from '../../src/core/values/decimal.js'
import { raiseHighs } from '../../src/store/accounts/high-water-marks.js'
import { createAccountReader } from '../../src/store/accounts/load-account.js'
import type { AccountRead, ReadAccount } from '../../src/queries/read-account.js'
import { readAccounts } from '../../src/queries/read-accounts.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

let database: TestDatabase
let engine: TestEngine
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  engine = await startEngine({ databaseUrl: database.url })
  pool = createTestPool(database.url, { max: 4, timestampsAsText: true })
})
afterAll(async () => {
  await pool.end()
  await engine.close()
  await database.drop()
})

/** A pool whose first load of an account stops after it has taken its picture of the database, until it is let go. */
function stopFirstLoad(): { readonly stopping: Pool; readonly stopped: Promise<void>; readonly letGo: () => void } {
  let letGo: () => void = () => undefined
  let tellStopped: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const stopped = new Promise<void>((resolve) => (tellStopped = resolve))
  let isFirst = true
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    if (!isFirst) return client
    isFirst = false
    return new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name !== 'query') return value.bind(target) as unknown
        return async (query: { name?: string }) => {
          if (query.name === 'load_working_orders') {
            tellStopped()
            await gate
          }
          return target.query(query as never) as unknown
        }
      },
    })
  }
  const stopping = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { stopping, stopped, letGo }
}

const contextsOn = (on: Pool, mayHaveMoved = true) =>
  createAccountCache({
    ...{ pool: on, reader: createAccountReader() },
    mayHaveMoved: () => mayHaveMoved,
    onLookup: () => undefined,
  })

const versionOf = async (accountId: string): Promise<number> => {
  const { rows } = await pool.query<{ version: string }>('select version from accounts where id = $1', [accountId])
  return Number(rows[0]?.version)
}

test('the current state is not that of a load which began before another process committed', async () => {
  const trader = await engine.trader()
  const { stopping, stopped, letGo } = stopFirstLoad()
  const contexts = contextsOn(stopping)
  const early = contexts.get(trader.accountId)
  await stopped
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 10_000 })
  const committed = await versionOf(trader.accountId)
  const current = contexts.getCurrent(trader.accountId)
  letGo()
  expect((await early)?.version).toBe(committed - 1)
  expect((await current)?.version).toBe(committed)
  expect((await current)?.orders.size).toBe(1)
})

test('an older state never takes the place of a newer one', async () => {
  const trader = await engine.trader()
  const contexts = contextsOn(pool)
  const older = await contexts.get(trader.accountId)
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 10_000 })
  const newer = await contexts.getCurrent(trader.accountId)
  expect(newer?.version).toBe((older?.version ?? 0) + 1)
  contexts.put(older!)
  expect(await contexts.get(trader.accountId)).toBe(newer)
})

const HIGH = usd(decimal('123456.78'))
const RAISED = { mark: HIGH, day: null }

test('a high-water mark that is raised while the account is being loaded is not lost', async () => {
  const trader = await engine.trader()
  const { stopping, stopped, letGo } = stopFirstLoad()
  const contexts = contextsOn(stopping, false)
  const early = contexts.get(trader.accountId)
  await stopped
  await raiseHighs(pool, new Map([[trader.accountId, RAISED]]), null)
  contexts.raiseHighs(trader.accountId, RAISED)
  letGo()
  expect((await early)?.highWaterMark).toBe(HIGH)
  expect((await contexts.getCurrent(trader.accountId))?.highWaterMark).toBe(HIGH)
})

test('a high-water mark that is raised while a decision is under way outlives it, though memory was dropped', async () => {
  const trader = await engine.trader()
  const contexts = contextsOn(pool, false)
  const decidedOn = await contexts.get(trader.accountId)
  contexts.dropAll()
  contexts.raiseHighs(trader.accountId, RAISED)
  contexts.raiseHighs(trader.accountId, { mark: decidedOn!.highWaterMark, day: null })
  contexts.put({ ...decidedOn!, version: decidedOn!.version + 1 })
  expect((await contexts.get(trader.accountId))?.highWaterMark).toBe(HIGH)
})

test('an account that is not there is null, and is looked for again', async () => {
  const contexts = contextsOn(pool)
  const unknown = '018f0000-0000-7000-8000-000000000000'
  expect([await contexts.get(unknown), await contexts.getCurrent(unknown)]).toEqual([null, null])
})

test('of accounts with many orders, asked for together, fifty orders are read in a turn', async () => {
  const traders = [await engine.trader(), await engine.trader(), await engine.trader()]
  const ids = traders.map(({ accountId }) => accountId)
  let turns = 0
  const reader = createAccountReader(() => {
    turns += 1
    return Promise.resolve()
  })
  await reader.load(pool, ids)
  expect(turns).toBe(0)
  await pool.query(WORKING_ORDERS, [ids, 150])
  const loaded = await reader.load(pool, ids)
  expect(turns).toBe(3 * 3 + 2)
  expect([...loaded.values()].map(({ orders }) => orders.size)).toEqual([150, 150, 150])
})

test('accounts with many positions are read in several turns of the event loop', async () => {
  const traders = [await engine.trader(), await engine.trader(), await engine.trader()]
  const ids = traders.map(({ accountId }) => accountId)
  let turns = 0
  const reader = createAccountReader(() => Promise.resolve(void (turns += 1)))
  await pool.query(OPEN_POSITIONS, [ids, 100])
  const loaded = await reader.load(pool, ids)
  // Before the second and the third.
  expect(turns).toBe(2)
  expect([...loaded.values()].map(({ positions }) => positions.size)).toEqual([100, 100, 100])
})

const OPEN_POSITIONS = `
  insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity, opened_notional,
    closed_notional, realized_pnl, fees, funding, opened_at)
  select gen_random_uuid(), account_id, 'GMX', 'S' || n || '-USD', 'LONG', 0.01, 1, 20, 0.01, 1, 0, 0, 0, 0, now()
  from unnest($1::uuid[]) account_id, generate_series(1, $2::int) n`

const WORKING_ORDERS = `
  insert into orders (id, account_id, client_id, symbol, venue, side, kind, tif, post_only, reduce_only, trigger_on_index,
    trigger_on_mark, quantity, limit_price, requested_price, filled_quantity, filled_notional, fees, status, created_at,
    updated_at, version)
  select gen_random_uuid(), account_id, null, 'BTC-USD', 'GMX', 'BUY', 'LIMIT', 'GTC', false, false, false, false, 0.0001, 20000,
    20000, 0, 0, 0, 'OPEN', now(), now(), 1
  from unnest($1::uuid[]) account_id, generate_series(1, $2::int)`

test('accounts of one user are read a few at a time, and not one by one', async () => {
  const { userId } = await engine.trader()
  await pool.query(
    `insert into accounts select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'challenge_id', 'c' || n))).*
     from accounts a, generate_series(1, 11) n where user_id = $1`,
    [userId],
  )
  let running = 0
  let most = 0
  const read: string[] = []
  const readAccount: ReadAccount = async (_, accountId) => {
    most = Math.max(most, ++running)
    read.push(accountId)
    await new Promise(setImmediate)
    running -= 1
    return {} as AccountRead
  }
  await readAccounts(pool, readAccount, userId, { owner: userId, isGone: () => false })
  expect([new Set(read).size, most]).toEqual([12, 5])
})
