/**
 * One process that serves requests, and others that process market updates: what each does, and what is left when one
 * goes.
 */
import { startFaultProxy } from '@ats/test-kit'
import { accountCalls, type AccountCalls, type OrderRow } from '../support/account-calls.js'
import { startEngine, type TestEngine, type TestEngineOptions } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'
import { untilAnswered } from '../support/engine/until-answered.js'

/** A sweep would find what nobody told of. */
const NEVER = Number.MAX_SAFE_INTEGER

let api: TestEngine
const workers = new Set<TestEngine>()

beforeAll(async () => {
  api = await startEngine({ ROLE: 'api' })
})
beforeEach(() => api.moveMarket('BTC-USD', 100_000))
afterEach(async () => {
  await Promise.all([...workers].map((worker) => worker.close()))
  workers.clear()
})
afterAll(() => api.close())

async function startWorker(options: TestEngineOptions = {}): Promise<TestEngine> {
  const shared = { ROLE: 'worker', databaseUrl: api.databaseUrl, sharedWallet: api.wallet } as const
  const worker = await startEngine({ ...shared, ...options })
  workers.add(worker)
  return worker
}

const stopWorker = async (worker: TestEngine): Promise<void> => {
  workers.delete(worker)
  await worker.close()
}

type Account = AccountCalls & { readonly accountId: string }

const open = async (planId?: string): Promise<Account> => {
  const trader = await api.trader(planId)
  return { ...accountCalls(trader), accountId: trader.accountId }
}

const limit = (side: 'BUY' | 'SELL', price: number, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'LIMIT',
  quantity: 0.1,
  price,
  ...more,
})
const market = (side: 'BUY' | 'SELL') => ({ symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.1 })

const ended = (account: Account, orderId: string): Promise<OrderRow> =>
  pollUntil(
    () => account.order(orderId),
    ({ status }) => status !== 'OPEN',
  )

async function figure({ baseUrl }: TestEngine, name: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(new RegExp(`^${name}\\{.*\\} (.*)$`, 'm').exec(text)?.[1])
}

const watches = (worker: TestEngine, accounts: number): Promise<number> =>
  pollUntil(
    () => figure(worker, 'market_accounts_watched'),
    (count) => count === accounts,
  )

const shardsHeld = (worker: TestEngine, shards: number): Promise<number> =>
  pollUntil(
    () => figure(worker, 'market_shards_held'),
    (count) => count === shards,
  )

/** Nothing is left over for the next test to count. */
const leaveMarket = (...accounts: readonly Account[]): Promise<unknown> =>
  Promise.all(
    accounts.map(async (account) => {
      await account.cancelAll()
      for (const { symbol } of await account.positions()) await account.close({ symbol })
    }),
  )

describe('roles', () => {
  test('a worker serves nothing but its operation', async () => {
    const worker = await startWorker()
    const get = async (path: string) => (await fetch(worker.baseUrl + path)).status
    for (const path of ['/healthz', '/readyz', '/metrics']) expect([path, await get(path)]).toEqual([path, 200])
    for (const path of ['/v1/price?symbol=BTC-USD', '/v1/plans', '/v1/accounts', '/v1/sandbox/market'])
      expect([path, await get(path)]).toEqual([path, 404])
    expect(Object.keys(worker.openapi.paths).filter((path) => path.startsWith('/v1'))).toEqual([])
    expect(await (await fetch(`${worker.baseUrl}/readyz`)).json()).toMatchObject({ checks: { shards: 'ok' } })
  })

  test('without a worker nothing fires; the one that comes settles it at the prices it finds', async () => {
    const account = await open()
    await account.placed(market('BUY'))
    const { order: stop } = await account.placed({ ...market('SELL'), kind: 'STOP', trigger_price: 99_000 })
    const { order: rest } = await account.placed(limit('BUY', 98_000))
    const { order: dated } = await account.placed(limit('BUY', 50_000, { tif: 'GTD' }))
    await api.pool.query('update orders set expires_at = created_at where id = $1', [dated.id])
    await api.moveMarket('BTC-USD', 90_000)
    // Two ticks of the market, and what a worker would need.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const { rows } = await api.pool.query('select distinct status from orders where id = any($1)', [
      [stop.id, rest.id, dated.id],
    ])
    expect(rows).toEqual([{ status: 'OPEN' }])

    await startWorker()
    const { average_price: gap, ...fired } = await ended(account, stop.id)
    expect(fired).toMatchObject({ status: 'FILLED', trigger_state: 'TRIGGERED' })
    expect(gap).toBeLessThan(90_100)
    // The other one is older than its fill: what rests fills at its own price.
    expect(await ended(account, rest.id)).toMatchObject({ status: 'FILLED', average_price: 98_000 })
    expect(await ended(account, dated.id)).toMatchObject({ status: 'EXPIRED' })
    await leaveMarket(account)
  })
})

describe('an order placed on another process', () => {
  test('is watched because the worker is told of it, and no longer once it is cancelled', async () => {
    const worker = await startWorker({ runtime: { sweepMs: NEVER } })
    await watches(worker, 0)
    const account = await open()
    for (let round = 0; round < 15; round += 1) {
      const { order } = await account.placed(limit('BUY', 90_000))
      await watches(worker, 1)
      await account.cancel(order.id)
      await watches(worker, 0)
    }
  })

  test('is found by the sweep when nobody told of it', async () => {
    const worker = await startWorker()
    const account = await open()
    const { order } = await account.placed(limit('BUY', 80_000))
    await watches(worker, 1)
    await api.pool.query('update orders set limit_price = 100500, version = version + 1 where id = $1', [order.id])
    await api.pool.query('update accounts set version = version + 1 where id = $1', [account.accountId])
    expect(await ended(account, order.id)).toMatchObject({ status: 'FILLED', average_price: 100_500 })
    await leaveMarket(account)
  })

  test.each(['reset', 'hang', 'refuse'] as const)(
    'is found after the connection was lost (%s) while it was placed',
    async (mode) => {
      const url = new URL(api.databaseUrl)
      const proxy = await startFaultProxy({ targetPort: Number(url.port) })
      url.port = String(proxy.port)
      // What hangs is given up as soon as in production.
      const worker = await startWorker({ databaseUrl: url.toString(), runtime: { timeoutFactor: 1 } })
      try {
        const account = await open()
        await shardsHeld(worker, 64)
        await proxy.mode(mode)
        const { order } = await account.placed(limit('BUY', 99_000))
        await shardsHeld(worker, 0)
        await api.moveMarket('BTC-USD', 98_000)
        await proxy.mode('forward')
        expect(await ended(account, order.id)).toMatchObject({ status: 'FILLED', average_price: 99_000 })
        await leaveMarket(account)
      } finally {
        await proxy.mode('forward')
        await stopWorker(worker)
        await proxy.close()
      }
    },
  )
})

test('an order is judged by the high that the worker has seen, though the account has not changed since', async () => {
  await startWorker()
  // 25,000, 5 % behind the highest equity
  const account = await open('instant-25k')
  await account.placed(market('BUY'))
  await api.moveMarket('BTC-USD', 107_000)
  const highOf = async (): Promise<number> => {
    const text = 'select high_water_mark from accounts where id = $1'
    const { rows } = await api.pool.query<{ high_water_mark: string }>(text, [account.accountId])
    return Number(rows[0]?.high_water_mark)
  }
  const high = await pollUntil(highOf, (mark) => mark > 25_600)
  const floor = high - 1_250
  const equityAt100k = 25_000 - 0.1 * 100_000 * 0.0006
  await api.moveMarket('BTC-USD', 100_000 + (floor + 20 - equityAt100k) / 0.1)
  const { body } = await account.place({ ...market('BUY'), quantity: 0.9 })
  expect(body.violations.map(({ rule, limit }) => [rule, limit])).toEqual([['max_drawdown', floor]])
  await leaveMarket(account)
})

describe('two workers', () => {
  /** Orders of many accounts, so that each worker has some. */
  const openMany = async (): Promise<readonly { readonly account: Account; readonly orderId: string }[]> =>
    Promise.all(
      Array.from({ length: 12 }, async () => {
        const account = await open()
        const order = limit('BUY', 99_000, { client_id: 'one-of-many' })
        const { status, body } = await untilAnswered(() => account.place(order))
        expect([status, body.order?.status]).toEqual([200, 'OPEN'])
        return { account, orderId: body.order!.id }
      }),
    )

  const filled = async (orders: Awaited<ReturnType<typeof openMany>>): Promise<void> => {
    for (const { account, orderId } of orders) {
      expect(await ended(account, orderId)).toMatchObject({ status: 'FILLED', filled_quantity: 0.1 })
      expect(await account.trades()).toHaveLength(1)
    }
  }

  test('watch each account once between them, and the other takes over from one that stops', async () => {
    const [first, second] = [await startWorker(), await startWorker()]
    await shardsHeld(first, 32)
    await shardsHeld(second, 32)
    const orders = await openMany()
    await pollUntil(
      async () => (await figure(first, 'market_accounts_watched')) + (await figure(second, 'market_accounts_watched')),
      (sum) => sum === orders.length,
    )
    await stopWorker(first)
    await watches(second, orders.length)
    await api.moveMarket('BTC-USD', 98_000)
    await filled(orders)
    await leaveMarket(...orders.map(({ account }) => account))
  })

  test('fill what the market reaches while the shards move between them', async () => {
    const first = await startWorker()
    const orders = await openMany()
    await watches(first, orders.length)
    const [second] = await Promise.all([startWorker(), api.moveMarket('BTC-USD', 98_000)])
    await stopWorker(first)
    await filled(orders)
    await shardsHeld(second, 64)
    await leaveMarket(...orders.map(({ account }) => account))
  })

  test('say of what they find reached after nobody watched that it was late, and fill it at the price they find', async () => {
    const first = await startWorker()
    const account = await open()
    const buy = (more: object) => account.placed({ symbol: 'BTC-USD', side: 'BUY', quantity: 0.1, ...more })
    const { order: inTime } = await account.placed(limit('BUY', 99_000))
    const { order: resting } = await account.placed(limit('BUY', 95_000))
    const { order: stop } = await buy({ kind: 'STOP', trigger_price: 101_000 })
    await api.moveMarket('BTC-USD', 98_000)
    expect(await ended(account, inTime.id)).toMatchObject({ status: 'FILLED', reason: null })
    await stopWorker(first)
    await api.pool.query(`update shard_watch set seen_at = now() - interval '1 minute'`)
    await api.moveMarket('BTC-USD', 110_000)
    await startWorker()
    const fired = await ended(account, stop.id)
    expect(fired).toMatchObject({ status: 'FILLED', reason: 'after_downtime' })
    expect(fired.average_price).toBeGreaterThan(109_000)
    await api.moveMarket('BTC-USD', 94_000)
    expect(await ended(account, resting.id)).toMatchObject({ status: 'FILLED', reason: null })
    await leaveMarket(account)
  })

  test('roll the trading day of an open position by themselves, once', async () => {
    await startWorker()
    await startWorker()
    const accounts = await Promise.all(Array.from({ length: 8 }, () => open()))
    const ids = accounts.map(({ accountId }) => accountId)
    for (const account of accounts) await account.placed(market('BUY'))
    await api.pool.query('update trading_days set date = date - 1 where account_id = any($1)', [ids])
    await api.pool.query(
      `update accounts set trading_day = trading_day - 1, day_ends_at = clock, version = version + 1
        where id = any($1)`,
      [ids],
    )
    const days = async () =>
      (
        await api.pool.query<{ days: string; rolls: string }>(
          `select (select count(*) from trading_days where account_id = a.id) as days,
              (select count(*) from commands where account_id = a.id and kind = 'market') as rolls
            from accounts a where id = any($1)`,
          [ids],
        )
      ).rows
    const rolled = await pollUntil(days, (rows) => rows.every((row) => Number(row.days) === 2))
    expect(rolled).toEqual(ids.map(() => ({ days: '2', rolls: '1' })))
    // A sweep later nobody has rolled it again.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await days()).toEqual(rolled)
    await leaveMarket(...accounts)
  })
})
