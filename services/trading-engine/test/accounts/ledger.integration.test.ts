import { decimal } from '../../src/core/values/decimal.js'
import { accountCalls, type AccountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'
import { expectBooksToHold } from '../support/random-accounts/books.js'

let engine: TestEngine
let trader: Trader
let account: AccountCalls

/** Fills of either liquidity, a flip, losses and gains, on both venues, and an order of every end. */
async function tradeOneOfEverything(): Promise<void> {
  const buyBtc = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '0.31' }
  const buyEth = { symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', quantity: '1.7' }
  await account.placed(buyBtc)
  await account.placed({ ...buyBtc, side: 'SELL', quantity: '0.4' })
  await account.placed({ ...buyBtc, quantity: '0.03' })
  await account.placed({ symbol: 'EUR-USD', side: 'SELL', kind: 'MARKET', quantity: '7000' })
  await engine.moveMarket('BTC-USD', 101_234.56)
  expect((await account.close({ symbol: 'BTC-USD' })).status).toBe(200)
  const made = await account.placed({ ...buyEth, price: 1_960 })
  const cancelled = await account.placed({ ...buyEth, price: 1_940 })
  expect((await account.placed({ ...buyEth, price: 1_960, tif: 'IOC' })).order.status).toBe('EXPIRED')
  expect((await account.cancel(cancelled.order.id)).status).toBe(200)
  await engine.moveMarket('ETH-USD', 1_950)
  await pollUntil(
    () => account.order(made.order.id),
    ({ status }) => status === 'FILLED',
  )
  const small = { ...buyEth, kind: 'MARKET', quantity: '0.013' }
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => account.place({ ...small, side: index % 2 ? 'SELL' : 'BUY' })),
  )
}

beforeAll(async () => {
  engine = await startEngine()
  for (const [symbol, price] of [
    ['BTC-USD', 100_000],
    ['ETH-USD', 2_000],
    ['EUR-USD', 1.2],
  ] as const)
    await engine.moveMarket(symbol, price)
  trader = await engine.trader()
  account = accountCalls(trader)
  await tradeOneOfEverything()
})
afterAll(() => engine.close())

const rowsOf = async (sql: string): Promise<unknown[]> =>
  (await engine.pool.query<Record<string, unknown>>(sql, [trader.accountId])).rows

const SIGNED = `case direction when 'IN' then amount else -amount end`

test('there are orders of every end and fills of both liquidities', async () => {
  const [row] = await rowsOf(`select
    (select count(*) from fills where account_id = $1 and liquidity = 'TAKER') as taken,
    (select count(*) from fills where account_id = $1 and liquidity = 'MAKER') as made,
    (select count(*) from positions where account_id = $1 and closed_at is not null) as closed,
    (select count(*) from orders where account_id = $1 and status = 'CANCELLED') as cancelled,
    (select count(*) from orders where account_id = $1 and status = 'EXPIRED') as expired`)
  for (const [what, count] of Object.entries(row as Record<string, string>)) {
    expect([what, Number(count) > 0]).toEqual([what, true])
  }
})

test('the check of the books finds no difference', async () => {
  const path = `/operator/v1/ledger-check?account_id=${trader.accountId}`
  const { body } = await engine.operator.get<{ differences: unknown[] }>(path)
  expect(body.differences).toEqual([])
})

test('orders, fills, positions and events agree, and nothing is counted twice', () => expectBooksToHold(engine.pool))

describe('reads', () => {
  let replica: TestEngine
  /** No order works any more, so nothing moves between two reads. */
  beforeAll(async () => {
    await account.cancelAll()
    replica = await startEngine({ ROLE: 'api', databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
  })
  afterAll(() => replica.close())

  test('answer what the database holds, to the last digit', async () => {
    const base = `/v1/account/${trader.accountId}`
    const [stored] = await rowsOf(`select trim_scale(balance)::text as balance,
      trim_scale(balance - day_start_balance)::text as realized_pnl, trading_day::text from accounts where id = $1`)
    expect((await trader.api.get(`${base}/summary?decimals=string`)).body).toMatchObject(stored as object)
    const lists = [
      [
        `${base}/trades?limit=500&decimals=string`,
        `select id, order_id, position_id, side, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price,
           trim_scale(fee)::text as fee, trim_scale(realized_pnl)::text as realized_pnl, liquidity
         from fills where account_id = $1 order by created_at desc limit 500`,
      ],
      [
        `${base}/ledger?limit=500&decimals=string`,
        `select id, account_id, house, direction, trim_scale(${SIGNED})::text as amount,
           trim_scale(balance_after)::text as balance_after, fill_id, position_id
         from transfers where account_id = $1 order by created_at desc limit 500`,
      ],
      [
        `${base}/orders?status=all&limit=500&decimals=string`,
        `select id, status, trim_scale(quantity)::text as quantity, trim_scale(filled_quantity)::text as filled_quantity,
           trim_scale(fees)::text as fees, reason, tif, venue, position_id, version
         from orders where account_id = $1 order by created_at desc limit 500`,
      ],
      [
        `${base}/positions?decimals=string`,
        `select id, symbol, venue, direction, trim_scale(quantity)::text as quantity, trim_scale(leverage)::text as leverage,
           trim_scale(realized_pnl)::text as realized_pnl, trim_scale(fees)::text as fees
         from positions where account_id = $1 and closed_at is null order by opened_at desc`,
      ],
      [
        `${base}/positions/history?limit=500&decimals=string`,
        `select id, symbol, venue, direction, trim_scale(opened_quantity)::text as quantity,
           trim_scale(realized_pnl)::text as realized_pnl, trim_scale(fees)::text as fees, close_reason
         from positions where account_id = $1 and closed_at is not null order by closed_at desc limit 500`,
      ],
    ] as const
    for (const [path, sql] of lists) {
      const [{ body }, rows] = [await trader.api.get<unknown[]>(path), await rowsOf(sql)]
      expect(body).toHaveLength(rows.length)
      expect(body).toMatchObject(rows)
    }
  })

  test('of the ledger, page by page, add up to the balance', async () => {
    interface Row {
      readonly amount: string
      readonly balance_after: string
    }
    const base = `/v1/account/${trader.accountId}`
    let balance = decimal((await trader.api.get<{ balance: string }>(`${base}/summary?decimals=string`)).body.balance)
    for (let to = ''; ;) {
      const { body, headers } = await trader.api.get<Row[]>(`${base}/ledger?limit=7&decimals=string${to}`)
      for (const { amount, balance_after: after } of body) {
        expect(decimal(after)).toBe(balance)
        balance -= decimal(amount)
      }
      if (headers['x-has-more'] === 'false') break
      to = `&to=${String(headers['x-next-to'])}`
    }
    expect(balance).toBe(0n)
  })

  test('a process that has just loaded the account answers like the one that traded it', async () => {
    const there = replica.api.with(trader.key.headers)
    for (const path of ['', '/summary', '/positions', '/orders?status=all', '/trades', '/ledger', '/analytics']) {
      const url = `/v1/account/${trader.accountId}${path}`
      expect((await there.get(url)).text).toBe((await trader.api.get(url)).text)
    }
  })
})
