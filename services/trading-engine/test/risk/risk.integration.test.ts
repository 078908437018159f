import Decimal from 'decimal.js'
import { accountCalls, type AccountCalls, type ViolationRow } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE, type PlanChanges } from '../support/plans/insert-plan.js'

let engine: TestEngine
/** The best prices of Ostium, which the plan does not allow. */
let onOstium: { readonly bid: number; readonly ask: number }

/** Each binds what its name says and nothing else. */
const PLANS: Readonly<Record<string, PlanChanges>> = {
  margin: { exposure: { ...WIDE_EXPOSURE, max_leverage: '100' } },
  leverage: { exposure: { ...WIDE_EXPOSURE, max_leverage: '10' } },
  orders: { exposure: { ...WIDE_EXPOSURE, max_open_orders: 2 } },
  positions: { exposure: { ...WIDE_EXPOSURE, max_positions: 1 } },
  'gmx-only': { allowed_venues: ['GMX'], exposure: WIDE_EXPOSURE },
  nothing: {
    initial_balance: '1000',
    allowed_venues: ['GMX'],
    exposure: {
      max_symbol_notional: '1000',
      max_total_notional: '1500',
      max_leverage: '2',
      max_open_orders: 0,
      max_positions: 0,
    },
  },
}

beforeAll(async () => {
  // Without a worker, which would close the positions of an account that is over before a test has looked at them.
  engine = await startEngine({ isBesideAnother: true, ROLE: 'api' })
  for (const [id, changes] of Object.entries(PLANS)) await insertPlan(engine.pool, id, changes)
  await engine.moveMarket('BTC-USD', 100_000)
  await engine.moveMarket('ETH-USD', 2_000)
  await engine.moveMarket('SOL-USD', 100)
  await engine.moveMarket('ADA-USD', 0.4)
  onOstium = (await engine.api.get<typeof onOstium>('/v1/price?symbol=BTC-USD&venue=OSTIUM')).body
})
afterAll(() => engine.close())

type Account = AccountCalls & { readonly accountId: string }

const open = async (planId?: string): Promise<Account> => {
  const trader = await engine.trader(planId)
  return { ...accountCalls(trader), accountId: trader.accountId }
}

const limit = (side: 'BUY' | 'SELL', quantity: number, price: number, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'LIMIT',
  quantity,
  price,
  ...more,
})
const market = (side: 'BUY' | 'SELL', quantity: number, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity,
  ...more,
})
const reduceOnly = { flags: { reduce_only: true } }

const refusals = async (account: Account, order: object): Promise<readonly ViolationRow[]> => {
  const { status, body } = await account.place(order)
  expect([status, body.order, body.trades]).toEqual([200, null, []])
  expect(body.violations.length).toBeGreaterThan(0)
  return body.violations
}
const rules = (violations: readonly ViolationRow[]): string[] => violations.map(({ rule }) => rule)

const setState = async ({ accountId }: Account, state: string, more = ''): Promise<void> => {
  await engine.pool.query(`update accounts set state = $2, version = version + 1${more} where id = $1`, [
    accountId,
    state,
  ])
}

/** Everything a decision could change. */
const everything = async ({ accountId }: Account): Promise<unknown> => {
  const { rows } = await engine.pool.query(
    `select to_jsonb(a) as account,
       (select count(*) from orders o where o.account_id = a.id) as orders,
       (select count(*) from fills f where f.account_id = a.id) as fills,
       (select count(*) from positions p where p.account_id = a.id) as positions,
       (select count(*) from transfers t where t.account_id = a.id) as transfers,
       (select count(*) from events e where e.account_id = a.id) as events
     from accounts a where a.id = $1`,
    [accountId],
  )
  return rows[0]
}

describe('insufficient_margin', () => {
  test('an order that needs more than is free is refused, one that needs it all passes', async () => {
    const account = await open('margin')
    const ada = { symbol: 'ADA-USD', side: 'BUY', kind: 'LIMIT', price: 0.39 }
    // 13,100,000 × 0.39 USD at the venue's leverage of 50
    expect(await refusals(account, { ...ada, quantity: 13_100_000 })).toEqual([
      {
        rule: 'insufficient_margin',
        severity: 'SOFT',
        message: 'the order needs 102180 USD of margin and cost; 100000 USD is free',
        limit: 100_000,
        value: 102_180,
        unit: 'USD',
      },
    ])
    const all = await account.placed({ ...ada, price: 0.25, quantity: 20_000_000 })
    expect(all.order.status).toBe('OPEN')
    expect(await account.summary()).toMatchObject({ reserved_margin: 100_000, free_margin: 0, equity: 100_000 })
    expect(rules(await refusals(account, limit('BUY', 0.001, 90_000)))).toEqual(['insufficient_margin'])
    expect((await account.cancel(all.order.id)).status).toBe(200)
    expect((await account.placed(limit('BUY', 0.001, 90_000))).order.status).toBe('OPEN')
  })

  test('counts the cost of executing now: fee and spread', async () => {
    const account = await open('margin')
    const { body } = await account.place(market('BUY', 99.9))
    const [violation] = body.violations
    expect(violation).toMatchObject({ rule: 'insufficient_margin', limit: 100_000 })
    // 1 % of 9.99 million is 99,900 of margin; the fee of 6 bp alone is another 5,994.
    expect(violation?.value).toBeGreaterThan(105_894)
    expect(rules(body.violations)).toContain('insufficient_margin')
  })

  test('the worse side of the working orders is reserved, not both', async () => {
    const account = await open('margin')
    await account.placed(limit('BUY', 60, 90_000))
    await account.placed(limit('SELL', 50, 110_000))
    expect((await account.summary()).reserved_margin).toBe(55_000)
    await account.placed(limit('SELL', 30, 110_000))
    expect((await account.summary()).reserved_margin).toBe(88_000)
  })

  test('never keeps anybody from reducing', async () => {
    const account = await open('margin')
    const { order } = await account.placed(market('BUY', 50))
    await account.placed(limit('BUY', 45, 90_000))
    await engine.pool.query('update accounts set balance = 1, version = version + 1 where id = $1', [account.accountId])
    expect((await account.summary()).free_margin).toBeLessThan(0)
    expect(rules(await refusals(account, market('BUY', 1)))).toContain('insufficient_margin')
    expect((await account.placed(market('SELL', 10))).order.status).toBe('FILLED')
    expect((await account.placed(limit('SELL', 10, 110_000, reduceOnly))).order.status).toBe('OPEN')
    const closed = await account.close({ symbol: 'BTC-USD' })
    expect(closed.body).toMatchObject({ position: null, order: { position_id: order.position_id } })
  })
})

describe('max_leverage', () => {
  test('total notional over equity, with all working orders of the worse side filled', async () => {
    const account = await open('leverage')
    await account.placed(limit('BUY', 5, 50_000))
    expect((await account.placed(limit('SELL', 5, 110_000))).order.status).toBe('OPEN')
    const violations = await refusals(account, {
      symbol: 'ETH-USD',
      side: 'BUY',
      kind: 'LIMIT',
      quantity: 300,
      price: 1_600,
    })
    expect(rules(violations)).toEqual(['insufficient_margin', 'max_leverage'])
    expect(violations[1]).toEqual({
      rule: 'max_leverage',
      severity: 'SOFT',
      message: "account leverage would be above the plan's 10",
      limit: 10,
      value: 10.3,
      unit: 'ratio',
    })
  })

  test('positions open at the lower of the leverage of plan and venue', async () => {
    const account = await open('leverage')
    await account.placed(market('BUY', 0.1))
    expect((await account.positions())[0]).toMatchObject({ leverage: 10, margin: 1_000, notional: 10_000 })
    const wide = await open('margin')
    await wide.placed({ symbol: 'ADA-USD', side: 'BUY', kind: 'MARKET', quantity: 1_000 })
    expect((await wide.positions())[0]).toMatchObject({ leverage: 50, margin: 8, notional: 400 })
  })
})

describe('symbol_exposure_cap', () => {
  test('up to the cap passes, a cent over it is refused', async () => {
    const account = await open()
    await account.placed(limit('BUY', 6.25, 80_000))
    expect(await refusals(account, limit('BUY', 0.00002, 80_000))).toEqual([
      {
        rule: 'symbol_exposure_cap',
        severity: 'SOFT',
        message: 'BTC-USD exposure would reach 500001.6 USD; the plan allows 500000 USD a symbol',
        limit: 500_000,
        value: 500_001.6,
        unit: 'USD',
      },
    ])
  })

  test('looks at the worse side, and at both venues together', async () => {
    const account = await open()
    await account.placed(limit('BUY', 3.125, 80_000))
    expect((await account.placed(limit('SELL', 2, 120_000))).order.status).toBe('OPEN')
    const elsewhere = limit('BUY', 3.2, 80_000, { platform_id: 'OSTIUM' })
    const [violation] = await refusals(account, elsewhere)
    expect(violation).toMatchObject({ rule: 'symbol_exposure_cap', value: 506_000 })
    expect((await account.placed({ ...elsewhere, quantity: 3.125 })).order.status).toBe('OPEN')
  })

  test('an open position counts at mark, and a reducing order not at all', async () => {
    const account = await open()
    await account.placed(market('BUY', 4.9))
    const [violation] = await refusals(account, limit('BUY', 0.2, 90_000))
    expect(violation).toMatchObject({ rule: 'symbol_exposure_cap', value: 508_000 })
    expect((await account.placed(limit('SELL', 4.9, 110_000))).order.status).toBe('OPEN')
  })
})

test('total_exposure_cap: the sum over all symbols', async () => {
  const account = await open()
  await account.placed(limit('BUY', 6.25, 80_000))
  await account.placed({ symbol: 'ETH-USD', side: 'SELL', kind: 'LIMIT', quantity: 200, price: 2_500 })
  expect(await refusals(account, { symbol: 'SOL-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.02, price: 90 })).toEqual(
    [
      {
        rule: 'total_exposure_cap',
        severity: 'SOFT',
        message: 'total exposure would reach 1000001.8 USD; the plan allows 1000000 USD',
        limit: 1_000_000,
        value: 1_000_001.8,
        unit: 'USD',
      },
    ],
  )
})

describe('max_open_orders', () => {
  test('refuses an order that would rest, never one that fills immediately', async () => {
    const account = await open('orders')
    const first = await account.placed(limit('BUY', 0.1, 90_000))
    await account.placed(limit('SELL', 0.1, 110_000))
    expect(await refusals(account, limit('BUY', 0.1, 91_000))).toEqual([
      {
        rule: 'max_open_orders',
        severity: 'SOFT',
        message: 'the account would have 3 working orders; the plan allows 2',
        limit: 2,
        value: 3,
        unit: 'orders',
      },
    ])
    expect((await account.placed(market('BUY', 0.1))).order.status).toBe('FILLED')
    expect((await account.placed(limit('BUY', 0.1, 91_000, { tif: 'IOC' }))).order.status).toBe('EXPIRED')
    await account.cancel(first.order.id)
    expect((await account.placed(limit('BUY', 0.1, 91_000))).order.status).toBe('OPEN')
  })

  test('entries do not crowd out exits: reducing orders have as many again', async () => {
    const account = await open('orders')
    await account.placed(market('BUY', 0.4))
    await account.placed(limit('BUY', 0.1, 90_000))
    await account.placed(limit('BUY', 0.1, 90_000))
    await account.placed(limit('SELL', 0.1, 110_000, reduceOnly))
    await account.placed(limit('SELL', 0.1, 110_000))
    expect(await refusals(account, limit('SELL', 0.1, 110_000, reduceOnly))).toMatchObject([
      { rule: 'max_open_orders', limit: 4, value: 5 },
    ])
  })

  test('of 20 concurrent orders exactly as many rest as the plan allows', async () => {
    const account = await open('orders')
    const answers = await Promise.all(Array.from({ length: 20 }, () => account.place(limit('BUY', 0.1, 90_000))))
    expect(answers.filter(({ body }) => body.order !== null)).toHaveLength(2)
    expect(await account.orders()).toHaveLength(2)
  })
})

test('max_positions: symbols that are held or may come to be held', async () => {
  const account = await open('positions')
  await account.placed(market('BUY', 0.1))
  expect((await account.placed(market('BUY', 0.1))).order.status).toBe('FILLED')
  const ether = { symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', quantity: 1, price: 1_000 }
  expect(await refusals(account, ether)).toEqual([
    {
      rule: 'max_positions',
      severity: 'SOFT',
      message: 'the account could hold 2 positions; the plan allows 1',
      limit: 1,
      value: 2,
      unit: 'positions',
    },
  ])
  expect(rules(await refusals(account, market('BUY', 0.1, { platform_id: 'OSTIUM' })))).toEqual(['max_positions'])
  expect((await account.placed(market('SELL', 0.3))).order.status).toBe('FILLED')
  await account.close({ symbol: 'BTC-USD' })
  expect((await account.placed(ether)).order.status).toBe('OPEN')
})

test('venue_not_allowed: named, or the only one of the symbol', async () => {
  const account = await open('gmx-only')
  for (const order of [
    market('BUY', 0.1, { platform_id: 'OSTIUM' }),
    { symbol: 'EUR-USD', side: 'BUY', kind: 'MARKET', quantity: 100 },
  ]) {
    expect(await refusals(account, order)).toEqual([
      {
        rule: 'venue_not_allowed',
        severity: 'SOFT',
        message: 'the plan does not allow OSTIUM; it allows GMX',
        limit: null,
        value: null,
        unit: null,
      },
    ])
  }
  expect((await account.placed(market('BUY', 0.1))).order.status).toBe('FILLED')
})

describe('account_state', () => {
  test.each(['REDUCE_ONLY', 'HALTED', 'PASSED'])('%s: only reducing and cancelling', async (state) => {
    const account = await open()
    await account.placed(market('BUY', 0.4))
    const { order } = await account.placed(limit('BUY', 0.1, 90_000))
    const { order: target } = await account.placed(limit('SELL', 0.4, 110_000))
    await setState(account, state)
    const [violation] = await refusals(account, market('BUY', 0.1))
    expect(violation).toMatchObject({ rule: 'account_state', severity: 'SOFT', limit: null, value: null, unit: null })
    expect(violation?.message).toBe(`the account is ${state}: only orders that reduce a position are accepted`)
    expect(violation).not.toHaveProperty('until')
    expect(rules(await refusals(account, market('SELL', 0.5, { platform_id: 'OSTIUM' })))).toEqual(['account_state'])
    const cut = (await account.placed(limit('SELL', 0.5, 110_000))).order
    expect(cut).toMatchObject({ quantity: 0.4, flags: { reduce_only: true } })
    // What was waiting when the account came into its state: what could open has ended, what reduces only does that.
    expect((await account.order(order.id)).status).toBe('CANCELLED')
    const { rows } = await engine.pool.query('select reduce_only, version from orders where id = $1', [target.id])
    expect(rows).toEqual([{ reduce_only: true, version: 2 }])
    expect((await account.placed(market('SELL', 0.1))).order.status).toBe('FILLED')
    expect((await account.placed(limit('SELL', 0.1, 110_000, reduceOnly))).order.status).toBe('OPEN')
    expect((await account.cancel(order.id)).body.status).toBe('CANCELLED')
    expect((await account.close({ symbol: 'BTC-USD' })).body.position).toBeNull()
  })

  test.each(['TERMINATED', 'CLOSED'])('%s: nothing but reading and cancelling', async (state) => {
    const account = await open()
    await account.placed(market('BUY', 0.4))
    const { order } = await account.placed(limit('BUY', 0.1, 90_000))
    await setState(account, state)
    for (const attempt of [market('BUY', 0.1), market('SELL', 0.1), market('SELL', 0.1, reduceOnly)]) {
      const [violation] = await refusals(account, attempt)
      expect(violation?.message).toBe(`the account is ${state}: no orders are accepted`)
    }
    const close = await account.close({ symbol: 'BTC-USD' })
    expect(close.body).toMatchObject({
      order: null,
      violations: [{ rule: 'account_state' }],
      position: { quantity: 0.4 },
    })
    expect((await account.cancel(order.id)).body.status).toBe('CANCELLED')
    expect(await account.positions()).toHaveLength(1)
  })

  test('says why and until when', async () => {
    const account = await open()
    await setState(account, 'REDUCE_ONLY', `, state_reason = 'daily_loss_limit', locked_until = '2099-01-01T00:00:00Z'`)
    expect(await refusals(account, market('BUY', 0.1))).toEqual([
      {
        rule: 'account_state',
        severity: 'SOFT',
        message: 'the account is REDUCE_ONLY (daily_loss_limit): only orders that reduce a position are accepted',
        limit: null,
        value: null,
        unit: null,
        until: '2099-01-01T00:00:00.000Z',
      },
    ])
  })
})

describe('several violated rules', () => {
  test('are all reported, in the documented order', async () => {
    const account = await open('nothing')
    await setState(account, 'HALTED')
    // Crosses with its best level, rests with the remainder, on a venue the plan does not allow.
    const order = limit('BUY', 5, onOstium.ask, { platform_id: 'OSTIUM', flags: { post_only: true } })
    const violations = await refusals(account, order)
    const expected = [
      'symbol_exposure_cap',
      'total_exposure_cap',
      'insufficient_margin',
      'max_leverage',
      'max_open_orders',
      'max_positions',
      'post_only',
      'venue_not_allowed',
      'account_state',
    ]
    expect(rules(violations)).toEqual(expected)
    const { body: config } = await engine.api.get<{ risk_rules: string[] }>('/v1/config')
    expect(config.risk_rules.filter((rule) => expected.includes(rule))).toEqual(expected)
    for (const { severity, message } of violations) {
      expect(severity).toBe('SOFT')
      expect(message).not.toBe('')
    }
    const [symbolCap, totalCap] = violations
    const notional = new Decimal(onOstium.ask).times(5).toNumber()
    expect([symbolCap?.limit, totalCap?.limit]).toEqual([1_000, 1_500])
    expect(symbolCap?.value).toBeGreaterThan(notional * 0.999)
    expect(symbolCap?.value).toBeLessThanOrEqual(notional)
  })

  test('a reducing order is asked only what concerns it', async () => {
    const account = await open('nothing')
    await setState(account, 'TERMINATED')
    const flags = { post_only: true, reduce_only: true }
    const order = limit('SELL', 5, onOstium.bid, { platform_id: 'OSTIUM', flags })
    expect(rules(await refusals(account, order))).toEqual([
      'max_open_orders',
      'reduce_only',
      'post_only',
      'account_state',
    ])
  })
})

test('a refused order changes nothing but the stored answer of its client_id', async () => {
  const account = await open()
  await account.placed(market('BUY', 0.1))
  const before = await everything(account)
  const tooMuch = limit('BUY', 100, 90_000)
  await refusals(account, tooMuch)
  await refusals(account, { ...tooMuch, client_id: 'refused' })
  await refusals(account, { ...tooMuch, client_id: 'refused' })
  expect(await everything(account)).toEqual(before)
  const { rows } = await engine.pool.query(
    `select moves, status from commands where account_id = $1 and client_id = 'refused'`,
    [account.accountId],
  )
  expect(rows).toEqual([{ moves: false, status: 200 }])
  const missing = await account.order('018f0000-0000-7000-8000-000000000000').catch((error: Error) => error.message)
  expect(missing).toContain('404')
})
