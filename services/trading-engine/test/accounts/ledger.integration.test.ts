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

/** The rows that break a rule; a rule that holds has none. `$1` is the account. */
const faults = async (sql: string): Promise<unknown[]> =>
  (await engine.pool.query<Record<string, unknown>>(sql, [trader.accountId])).rows

const SIGNED = `case direction when 'IN' then amount else -amount end`

test('the series did something of everything', async () => {
  const [row] = await faults(`select
    (select count(*) from fills where account_id = $1 and liquidity = 'TAKER') as taken,
    (select count(*) from fills where account_id = $1 and liquidity = 'MAKER') as made,
    (select count(*) from positions where account_id = $1 and closed_at is not null) as closed,
    (select count(*) from orders where account_id = $1 and status = 'CANCELLED') as cancelled,
    (select count(*) from orders where account_id = $1 and status = 'EXPIRED') as expired`)
  for (const [what, count] of Object.entries(row as Record<string, string>)) {
    expect([what, Number(count) > 0]).toEqual([what, true])
  }
})

describe('the ledger', () => {
  test('balance = Σ transfers, exactly', async () => {
    expect(
      await faults(`select a.balance, sum(${SIGNED}) from accounts a join transfers t on t.account_id = a.id
        where a.id = $1 group by a.id having a.balance <> sum(${SIGNED})`),
    ).toEqual([])
  })

  test('each transfer takes the balance on from the one before, the last one to the balance', async () => {
    expect(
      await faults(`with chain as (
          select id, balance_after, lag(balance_after, 1, 0) over w + ${SIGNED} as expected,
            row_number() over (order by created_at desc) as from_last
          from transfers where account_id = $1 window w as (order by created_at))
        select chain.* from chain join accounts a on a.id = $1
        where balance_after <> expected or (from_last = 1 and balance_after <> a.balance)`),
    ).toEqual([])
  })

  test('realised PnL and fee of each fill are its transfers, and every other transfer is the first capital', async () => {
    expect(
      await faults(`select f.id, f.realized_pnl, f.fee, t.* from fills f left join lateral (
          select coalesce(sum(${SIGNED}) filter (where house = 'realized_pnl'), 0) as pnl,
            coalesce(sum(${SIGNED}) filter (where house = 'fees'), 0) as fees, count(*) as transfers,
            bool_and(position_id = f.position_id) as is_of_position
          from transfers where fill_id = f.id) t on true
        where f.account_id = $1 and (t.pnl <> f.realized_pnl or t.fees <> -f.fee or t.is_of_position is false
          or t.transfers <> (f.realized_pnl <> 0)::int + (f.fee <> 0)::int)`),
    ).toEqual([])
    expect(
      await faults(`select house, amount::float from transfers where account_id = $1 and fill_id is null`),
    ).toEqual([{ house: 'capital', amount: 100_000 }])
  })

  test('every transfer comes from a command that moved the account, and each of those is one version', async () => {
    expect(
      await faults(`select t.id from transfers t left join commands c on c.id = t.command_id
        where t.account_id = $1 and c.moves is distinct from true`),
    ).toEqual([])
    expect(
      await faults(`select a.version, count(*) from accounts a join commands c on c.account_id = a.id and c.moves
        where a.id = $1 group by a.id having a.version <> count(*)`),
    ).toEqual([])
  })
})

describe('positions and orders', () => {
  test('positions are the signed sums of their fills', async () => {
    expect(
      await faults(`select p.id, p.quantity, s.* from positions p left join lateral (
          select sum(quantity) filter (where side = case p.direction when 'LONG' then 'BUY' else 'SELL' end) as opened,
            coalesce(sum(quantity) filter (where side = case p.direction when 'LONG' then 'SELL' else 'BUY' end), 0) as closed,
            sum(quantity * price) filter (where side = case p.direction when 'LONG' then 'BUY' else 'SELL' end) as opened_notional,
            coalesce(sum(quantity * price) filter (where side = case p.direction when 'LONG' then 'SELL' else 'BUY' end), 0) as closed_notional,
            sum(realized_pnl) as pnl, sum(fee) as fees, min(created_at) as first, max(created_at) as last,
            bool_and(venue = p.venue and symbol = p.symbol) as is_there
          from fills where position_id = p.id) s on true
        where p.account_id = $1 and (p.quantity <> s.opened - s.closed or p.opened_quantity <> s.opened
          or p.opened_notional <> s.opened_notional or p.closed_notional <> s.closed_notional
          or p.realized_pnl <> s.pnl or p.fees <> s.fees or not s.is_there
          or p.opened_at <> s.first or p.closed_at <> s.last)`),
    ).toEqual([])
  })

  test('a flat position has made exactly what it sold for less what it was bought for', async () => {
    expect(
      await faults(`select id from positions where account_id = $1 and closed_at is not null and realized_pnl <>
        case direction when 'LONG' then closed_notional - opened_notional else opened_notional - closed_notional end`),
    ).toEqual([])
  })

  test('orders are the sums of their fills, and their status says so', async () => {
    expect(
      await faults(`select o.id, o.status, o.filled_quantity, s.* from orders o left join lateral (
          select coalesce(sum(quantity), 0) as filled, coalesce(sum(quantity * price), 0) as notional,
            coalesce(sum(fee), 0) as fees, bool_and(side = o.side and symbol = o.symbol and venue = o.venue) as is_its_own
          from fills where order_id = o.id) s on true
        where o.account_id = $1 and (o.filled_quantity <> s.filled or o.filled_notional <> s.notional or o.fees <> s.fees
          or s.is_its_own is false or o.filled_quantity > o.quantity
          or (o.status = 'FILLED') <> (s.filled = o.quantity) or (o.status = 'PARTIALLY_FILLED' and s.filled = 0))`),
    ).toEqual([])
  })

  test('no fill is worse than its limit, and reduce-only orders have opened nothing', async () => {
    expect(
      await faults(`select f.id from fills f join orders o on o.id = f.order_id where f.account_id = $1
        and case f.side when 'BUY' then f.price > o.limit_price else f.price < o.limit_price end`),
    ).toEqual([])
    expect(
      await faults(`select f.id from fills f join orders o on o.id = f.order_id join positions p on p.id = f.position_id
        where f.account_id = $1 and o.reduce_only and f.side = case p.direction when 'LONG' then 'BUY' else 'SELL' end`),
    ).toEqual([])
  })
})

describe('events', () => {
  test('are numbered without a gap, in the order of their times', async () => {
    expect(
      await faults(`with numbered as (
          select sequence, row_number() over (order by created_at) as expected, count(*) over () as total
          from events where account_id = $1)
        select n.* from numbered n join accounts a on a.id = $1 where sequence <> expected or total <> a.event_sequence`),
    ).toEqual([])
  })

  test('are one for each cause: an order placed, a fill, an order ended without filling, a position closed', async () => {
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
      const told = `select (data::jsonb #>> '${path}')::uuid as id from whole_events where account_id = $1 and type = '${type}'`
      expect(await faults(`(${told} except all ${sql}) union all (${sql} except all ${told})`)).toEqual([])
    }
  })

  test('no row is later than the clock of its account', async () => {
    expect(
      await faults(`select a.clock, max(e.created_at) from accounts a join events e on e.account_id = a.id
        where a.id = $1 group by a.id having max(e.created_at) > a.clock`),
    ).toEqual([])
  })
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
    const [stored] = await faults(`select trim_scale(balance)::text as balance,
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
      const [{ body }, rows] = [await trader.api.get<unknown[]>(path), await faults(sql)]
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
