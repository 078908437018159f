import fc from 'fast-check'
import { decimal } from '../../src/core/values/decimal.js'
import { accountCalls, type AccountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'

/** Where the market of each symbol starts. */
const MARKS = { 'BTC-USD': 100_000, 'ETH-USD': 2_000, 'EUR-USD': 1.2 } as const
type SymbolName = keyof typeof MARKS
const SYMBOLS = Object.keys(MARKS) as readonly SymbolName[]

const STEPS = 240
const AT_ONCE = 6

let engine: TestEngine
let trader: Trader
let account: AccountCalls

/**
 * One action of the trader or the market. Sizes are in hundredths of what 10,000 USD buy; prices in permille off the
 * start.
 */
const place = fc.record({
  kind: fc.constantFrom('MARKET', 'LIMIT', 'LIMIT'),
  symbol: fc.constantFrom(...SYMBOLS),
  side: fc.constantFrom('BUY', 'SELL'),
  hundredths: fc.integer({ min: 1, max: 3_000 }),
  permille: fc.integer({ min: -30, max: 30 }),
  tif: fc.constantFrom('GTC', 'GTC', 'GTD', 'IOC', 'FOK'),
  isReduceOnly: fc.boolean(),
  venue: fc.constantFrom('GMX', 'OSTIUM', null),
})
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never

const step = fc.oneof(
  { weight: 12, arbitrary: place.map((order) => ({ do: 'place' as const, order })) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), symbol: fc.constantFrom(...SYMBOLS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), nth: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      symbol: fc.constantFrom(...SYMBOLS),
      permille: fc.integer({ min: -40, max: 40 }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const LOTS: Readonly<Record<SymbolName, number>> = { 'BTC-USD': 5, 'ETH-USD': 4, 'EUR-USD': 0 }
const TICKS: Readonly<Record<SymbolName, number>> = { 'BTC-USD': 2, 'ETH-USD': 2, 'EUR-USD': 5 }

const priceAt = (symbol: SymbolName, permille: number): string =>
  (MARKS[symbol] * (1 + permille / 1_000)).toFixed(TICKS[symbol])

function toOrder({ kind, symbol, side, hundredths, permille, tif, isReduceOnly, venue }: Place): object {
  const quantity = ((hundredths * 100) / MARKS[symbol]).toFixed(LOTS[symbol])
  return {
    symbol,
    side,
    kind,
    quantity: Number(quantity) === 0 ? String(10 ** -LOTS[symbol]) : quantity,
    ...(kind === 'LIMIT' ? { price: priceAt(symbol, permille) } : {}),
    tif,
    flags: { reduce_only: isReduceOnly },
    platform_id: symbol === 'EUR-USD' ? null : venue,
  }
}

/** Statuses that are no fault of the service: it may have nothing to close, or to cancel any more. */
const EXPECTED: Readonly<Record<Step['do'], readonly number[]>> = {
  place: [200, 400],
  close: [200, 400, 404],
  cancel: [200, 409],
  move: [200],
}

async function take(action: Step): Promise<number> {
  switch (action.do) {
    case 'place':
      return (await account.place(toOrder(action.order))).status
    case 'close':
      return (await account.close({ symbol: action.symbol })).status
    case 'cancel': {
      const order = (await account.orders())[action.nth]
      return order === undefined ? 200 : (await account.cancel(order.id)).status
    }
    case 'move': {
      const body = { symbol: action.symbol, price: priceAt(action.symbol, action.permille) }
      return (await trader.api.post('/v1/sandbox/market', { body })).status
    }
  }
}

/** The beginning of every series: no draw can leave out a fill of either liquidity, or an end of an order. */
async function takeOneOfEverything(): Promise<void> {
  const [first, ...others] = fc
    .sample(place, 4)
    .map((drawn) => ({ ...drawn, side: 'BUY' as const, isReduceOnly: false }))
  const placed = (drawn: Place, fields: Partial<Place>) => account.placed(toOrder({ ...drawn, ...fields }))
  const resting: Partial<Place> = { symbol: 'ETH-USD', kind: 'LIMIT', permille: -20, tif: 'GTC' }
  const taken = await placed(first!, { symbol: 'BTC-USD', kind: 'MARKET', tif: 'IOC' })
  expect(taken.order.status).toBe('FILLED')
  expect(await take({ do: 'close', symbol: 'BTC-USD' })).toBe(200)
  const [made, cancelled, expired] = [
    await placed(others[0]!, resting),
    await placed(others[1]!, { ...resting, permille: -30 }),
    await placed(others[2]!, { ...resting, tif: 'IOC' }),
  ]
  expect(expired.order.status).toBe('EXPIRED')
  expect((await account.cancel(cancelled.order.id)).status).toBe(200)
  await engine.moveMarket('ETH-USD', Number(priceAt('ETH-USD', -25)))
  await pollUntil(
    () => account.order(made.order.id),
    ({ status }) => status === 'FILLED',
  )
}

beforeAll(async () => {
  engine = await startEngine()
  await insertPlan(engine.pool, 'wide', { exposure: WIDE_EXPOSURE })
  for (const symbol of SYMBOLS) await engine.moveMarket(symbol, MARKS[symbol])
  trader = await engine.trader('wide')
  account = accountCalls(trader)
  await takeOneOfEverything()
  const steps = fc.sample(step, STEPS)
  for (let from = 0; from < steps.length; from += AT_ONCE) {
    const batch = steps.slice(from, from + AT_ONCE)
    const statuses = await Promise.all(batch.map(take))
    for (const [index, status] of statuses.entries()) {
      const action = batch[index]!
      if (!EXPECTED[action.do].includes(status)) throw new Error(`${JSON.stringify(action)} answered ${status}`)
    }
  }
})
afterAll(() => engine.close())

const rowsOf = async (sql: string): Promise<unknown[]> =>
  (await engine.pool.query<Record<string, unknown>>(sql, [trader.accountId])).rows

const SIGNED = `case direction when 'IN' then amount else -amount end`

test('the series has orders of every end and fills of both liquidities', async () => {
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

test('events are numbered without a gap, and there is one for each cause', async () => {
  const causes = [
    ['order.ack', '{order,id}', 'select id from orders where account_id = $1'],
    ['order.fill', '{trade,id}', 'select id from fills where account_id = $1'],
    [
      'order.cancel',
      '{order,id}',
      `select id from orders where account_id = $1 and status in ('CANCELLED', 'EXPIRED', 'REJECTED')`,
    ],
    ['position.close', '{position,id}', 'select id from positions where account_id = $1 and closed_at is not null'],
  ]
  for (const [type, path, sql] of causes) {
    const listed = `select (data::jsonb #>> '${path}')::uuid as id from whole_events where account_id = $1 and type = '${type}'`
    expect(await rowsOf(`(${listed} except all ${sql}) union all (${sql} except all ${listed})`)).toEqual([])
  }
  expect(
    await rowsOf(`with numbered as (
        select sequence, row_number() over (order by created_at) as expected, count(*) over () as total
        from events where account_id = $1)
      select n.* from numbered n join accounts a on a.id = $1 where sequence <> expected or total <> a.event_sequence`),
  ).toEqual([])
})

describe('reads', () => {
  let replica: TestEngine
  /** Nothing works any more, so nothing moves between two reads. */
  beforeAll(async () => {
    await account.cancelAll()
    replica = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
  })
  afterAll(() => replica.close())

  test('say what the database says, to the last digit', async () => {
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
      const { body, headers } = await trader.api.get<Row[]>(`${base}/ledger?limit=70&decimals=string${to}`)
      for (const { amount, balance_after: after } of body) {
        expect(decimal(after)).toBe(balance)
        balance -= decimal(amount)
      }
      if (headers['x-has-more'] === 'false') break
      to = `&to=${String(headers['x-next-to'])}`
    }
    expect(balance).toBe(0n)
  })

  test('a process that has just loaded the account says what the one that traded it says', async () => {
    const there = replica.api.with(trader.key.headers)
    for (const path of ['', '/summary', '/positions', '/orders?status=all', '/trades', '/ledger', '/analytics']) {
      const url = `/v1/account/${trader.accountId}${path}`
      expect((await there.get(url)).text).toBe((await trader.api.get(url)).text)
    }
  })
})
