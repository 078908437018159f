import type { ApiClient } from '@ats/test-kit'
import Decimal from 'decimal.js'
import { accountCalls, type ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({ isBesideAnother: true })
  await engine.moveMarket('BTC-USD', 100_000)
})
afterAll(() => engine.close())

interface AccountRecord {
  readonly id: string
  readonly plan_id: string
  readonly challenge_id: string | null
  readonly name: string
  readonly state: string
  readonly balance: number
  readonly balances: readonly { currency: string; total: number; available: number; locked: number }[]
  readonly allowed_venues: readonly string[]
  readonly default_venue: string | null
  readonly created_at: string
}

interface RiskyRecord extends AccountRecord {
  readonly risk: { readonly rules: readonly { readonly rule: string; readonly used: number | string }[] }
}

const create = <T = AccountRecord>(api: ApiClient, body: object) => api.post<T>('/v1/accounts', { body })
const standard = { plan_id: 'standard-100k' }

describe('creating an account', () => {
  test('answers 201 with the whole record, funded', async () => {
    const { api } = engine.as()
    const { status, body } = await create(api, {
      ...standard,
      name: 'First',
      challenge_id: 'c-1',
      default_venue: 'OSTIUM',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String) as string,
      plan_id: 'standard-100k',
      plan_version: 3,
      challenge_id: 'c-1',
      name: 'First',
      state: 'ACTIVE',
      state_reason: null,
      locked_until: null,
      holds: [],
      currency: 'USD',
      initial_balance: 100_000,
      balance: 100_000,
      balances: [{ currency: 'USD', total: 100_000, available: 100_000, locked: 0 }],
      day_start_balance: 100_000,
      day_start_equity: 100_000,
      high_water_mark: 100_000,
      allowed_venues: ['GMX', 'OSTIUM'],
      default_venue: 'OSTIUM',
      risk_config: {
        currency: 'USD',
        initial_balance: 100_000,
        max_drawdown: {
          ...{ mode: 'STATIC', pct: 10, lock_at_initial: null, amount: null, peak_of: null, evaluation: 'INTRADAY' },
          ...{ includes_open_pnl: true, lock_at: null, on_first_payout: 'KEEP' },
        },
        daily_loss: {
          ...{ pct: 5, base: null, reset_time: null, reset_tz: null, warn_at_pct: 80, action: 'TERMINATE' },
          ...{ amount: null, reference: 'BALANCE', amount_base: 'INITIAL' },
          ...{ includes_open_pnl: true, evaluation: 'INTRADAY' },
        },
        trading_day: { reset_time: '00:00', reset_tz: 'UTC' },
        news_freeze: null,
        exposure: {
          max_symbol_notional: 500_000,
          max_total_notional: 1_000_000,
          max_leverage: 20,
          max_open_orders: 200,
          max_positions: 50,
          margin_mode: 'CROSS',
        },
        objective: null,
      },
      venue_costs: { borrowing: false, oracle_fee: false, overnight_leverage: 'OFF', rollover: false },
      created_at: expect.stringMatching(/Z$/) as string,
    })
    const read = await api.get(`/v1/account/${body.id}`)
    expect(read.text).toBe(JSON.stringify(body))
    const { rows } = await engine.pool.query(
      'select house, direction, amount::float as amount, balance_after::float as balance_after from transfers where account_id = $1',
      [body.id],
    )
    expect(rows).toEqual([{ house: 'capital', direction: 'IN', amount: 100_000, balance_after: 100_000 }])
  })

  test('?decimals=string writes its amounts as text', async () => {
    const { api } = engine.as()
    const { body } = await api.post('/v1/accounts?decimals=string', { body: standard })
    expect(body).toMatchObject({ balance: '100000', balances: [{ total: '100000', locked: '0' }] })
  })

  test('a second live one of a plan is 409 and names the first; a challenge_id tells them apart', async () => {
    const { api } = engine.as()
    const first = await create(api, standard)
    const again = await create<ProblemBody>(api, { ...standard, name: 'Other' })
    expect([again.status, again.body]).toMatchObject([
      409,
      { error: 'conflict', reason: 'account_exists', account_id: first.body.id },
    ])
    const [one, two] = [
      await create(api, { ...standard, challenge_id: 'one' }),
      await create(api, { ...standard, challenge_id: 'two' }),
    ]
    expect([one.status, two.status]).toEqual([201, 201])
    const taken = await create<ProblemBody>(api, { ...standard, challenge_id: 'one' })
    expect([taken.status, taken.body.account_id]).toEqual([409, one.body.id])
    expect((await create(api, { plan_id: 'instant-25k' })).status).toBe(201)
    expect((await create(engine.as().api, standard)).status).toBe(201)
  })

  test('20 parallel creates of one plan open exactly one', async () => {
    const { api } = engine.as()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create<ProblemBody>(api, standard)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)])
    expect(new Set(answers.map(({ body }) => body.reason))).toEqual(new Set([undefined, 'account_exists']))
  })

  test.each(['TERMINATED', 'CLOSED'])(
    'after %s a new one may be opened, and the old one stays readable',
    async (state) => {
      const { api } = engine.as()
      const { body: first } = await create(api, standard)
      await engine.pool.query('update accounts set state = $2, version = version + 1 where id = $1', [first.id, state])
      const { status, body: second } = await create(api, standard)
      expect(status).toBe(201)
      expect(second.id).not.toBe(first.id)
      const { body: list } = await api.get<AccountRecord[]>('/v1/accounts')
      expect(list.map(({ id, state: current }) => [id, current])).toEqual([
        [second.id, 'ACTIVE'],
        [first.id, state],
      ])
    },
  )

  test('a user may have 100: of ten concurrent requests after the 98th exactly two open one', async () => {
    const { api, key } = engine.as()
    const { body: first } = await create(api, standard)
    await engine.pool.query(
      `insert into accounts select (jsonb_populate_record(a, jsonb_build_object(
         'id', gen_random_uuid(), 'challenge_id', 'copy-' || n))).*
       from accounts a, generate_series(1, 97) n where a.id = $1`,
      [first.id],
    )
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        create<ProblemBody>(api, { ...standard, challenge_id: `more-${index}` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array<number>(8).fill(409)])
    expect(answers.filter(({ body }) => body.reason === 'account_limit')).toHaveLength(8)
    const { rows } = await engine.pool.query('select from accounts where user_id = $1', [key.record.userId])
    expect(rows).toHaveLength(100)
  })
})

describe('renaming an account', () => {
  test('changes its name and nothing else, and again changes nothing; an ended one can be renamed, too', async () => {
    const trader = await engine.trader()
    const path = `/v1/account/${trader.accountId}`
    const before = await trader.api.get(path)
    const renamed = await trader.api.patch(path, { body: { name: 'Swing, BTC' } })
    expect(renamed).toMatchObject({ status: 200, body: { ...before.body, name: 'Swing, BTC' } })
    expect(await trader.api.patch(path, { body: { name: 'Swing, BTC' } })).toMatchObject({
      status: 200,
      text: renamed.text,
    })
    await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
    expect((await trader.api.get(path)).body).toMatchObject({ name: 'Swing, BTC' })
    const end = 'update accounts set state = $2, version = version + 1 where id = $1'
    await engine.pool.query(end, [trader.accountId, 'TERMINATED'])
    expect(await trader.api.patch(path, { body: { name: 'Old' } })).toMatchObject({
      status: 200,
      body: { name: 'Old' },
    })
  })

  test.each([{}, { name: '' }, { name: 'x'.repeat(129) }, { name: 'a\u0000b' }, { name: 'x', state: 'ACTIVE' }])(
    '%p is 400',
    async (body) => {
      const trader = await engine.trader()
      expect(await trader.api.patch(`/v1/account/${trader.accountId}`, { body })).toMatchObject({ status: 400 })
    },
  )
})

describe('reading accounts', () => {
  test('each with its risk, as its own read has it; the nearest to a floor can be told', async () => {
    const trader = await engine.trader()
    const { body: idle } = await create(trader.api, { plan_id: 'instant-25k' })
    await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 1 })
    await create(engine.as().api, standard)
    for (const form of ['', '&decimals=string']) {
      const { body } = await trader.api.get<RiskyRecord[]>(`/v1/accounts?include=risk${form}`)
      expect(body.map(({ id }) => id)).toEqual([idle.id, trader.accountId])
      for (const { risk, ...account } of body) {
        const path = `/v1/account/${account.id}`
        expect(risk).toEqual((await trader.api.get(`${path}/risk?${form.slice(1)}`)).body)
        expect(account).toEqual((await trader.api.get(`${path}?${form.slice(1)}`)).body)
      }
      const usedOf = ({ risk }: RiskyRecord) => risk.rules.map(({ rule, used }) => [rule, Number(used) > 0])
      expect(usedOf(body[0]!).filter(([, isUsed]) => isUsed)).toEqual([])
      expect(usedOf(body[1]!)).toContainEqual(['daily_loss_limit', true])
    }
    const { body: plain } = await trader.api.get<object[]>('/v1/accounts')
    expect(plain.map((account) => 'risk' in account)).toEqual([false, false])
    expect((await trader.api.get('/v1/accounts?include=orders')).status).toBe(400)
  })
})

describe('the summary', () => {
  test('equity = balance + unrealised PnL; free = equity − used − reserved; realised since the day began', async () => {
    const trader = await engine.trader()
    const account = accountCalls(trader)
    await engine.moveMarket('BTC-USD', 100_000)
    const { order } = await account.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.5 })
    await account.placed({ symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 0.1 })
    await account.placed({ symbol: 'ETH-USD', side: 'SELL', kind: 'LIMIT', quantity: 1, price: 100_000 })
    await engine.moveMarket('BTC-USD', 103_000)
    const path = `/v1/account/${trader.accountId}/summary?decimals=string`
    const { body: text } = await trader.api.get<Record<string, string>>(path)
    const of = (name: string): Decimal => new Decimal(text[name] ?? NaN)
    expect(of('equity')).toEqual(of('balance').plus(of('unrealized_pnl')))
    expect(of('free_margin')).toEqual(of('equity').minus(of('used_margin')).minus(of('reserved_margin')))
    expect(of('realized_pnl')).toEqual(of('balance').minus(100_000))
    const entry = new Decimal(order.average_price ?? NaN)
    expect(of('unrealized_pnl')).toEqual(new Decimal(103_000).minus(entry).times('0.4'))
    expect(of('used_margin')).toEqual(new Decimal(103_000).times('0.4').div(20))
    expect(of('reserved_margin')).toEqual(new Decimal(5_000))
    const trades = await account.trades()
    const net = trades.reduce((total, { realized_pnl: pnl, fee }) => total.plus(pnl).minus(fee), new Decimal(0))
    expect(of('realized_pnl')).toEqual(net)
    const { body: record } = await trader.api.get<AccountRecord>(`/v1/account/${trader.accountId}`)
    expect(record.balances).toEqual([
      {
        currency: 'USD',
        total: of('balance').toNumber(),
        available: of('balance').minus(of('used_margin')).minus(of('reserved_margin')).toNumber(),
        locked: of('used_margin').plus(of('reserved_margin')).toNumber(),
      },
    ])
    const [position] = await account.positions()
    expect(position).toMatchObject({
      symbol: 'BTC-USD',
      side: 'BUY',
      direction: 'LONG',
      quantity: 0.4,
      entry_price: entry.toNumber(),
      mark_price: 103_000,
      unrealized_pnl: of('unrealized_pnl').toNumber(),
      leverage: 20,
      venue: 'GMX',
      notional: 41_200,
      margin: 2_060,
      take_profit: null,
      stop_loss: null,
      // 41,200 of 100,000 dollars cannot take them all.
      liquidation_price: null,
      liquidating: false,
    })
  })
})

describe('open positions', () => {
  test('newest first, all unless a limit is sent', async () => {
    const trader = await engine.trader()
    const account = accountCalls(trader)
    for (const symbol of ['ETH-USD', 'SOL-USD', 'BNB-USD']) {
      await account.placed({ symbol, side: 'SELL', kind: 'MARKET', quantity: 0.1 })
    }
    expect((await account.positions()).map(({ symbol, side }) => [symbol, side])).toEqual([
      ['BNB-USD', 'SELL'],
      ['SOL-USD', 'SELL'],
      ['ETH-USD', 'SELL'],
    ])
    const limited = await trader.api.get<unknown[]>(`/v1/account/${trader.accountId}/positions?limit=2`)
    expect(limited.body).toHaveLength(2)
    const huge = await trader.api.get<unknown[]>(`/v1/account/${trader.accountId}/positions?limit=501`)
    expect([huge.body.length, huge.headers['x-limit-applied']]).toEqual([3, '500'])
    expect((await trader.api.get(`/v1/account/${trader.accountId}/positions?limit=0`)).status).toBe(400)
  })
})

describe('plans', () => {
  test('are public, `standard-100k` first, and show the newest version of each, whose accounts keep the one they were sold', async () => {
    const { api } = engine.as()
    await engine.pool.query(
      `insert into plans (id, version, definition) select 'renewed', 1, definition from plans
        where id = 'standard-100k' and version = 1`,
    )
    const { body: old } = await create<AccountRecord & { plan_version: number }>(api, { plan_id: 'renewed' })
    await engine.pool.query(
      `insert into plans (id, version, definition)
       select 'renewed', 2, definition || '{"initial_balance": "5"}' from plans where id = 'renewed'`,
    )
    const { status, body } =
      await engine.api.get<{ id: string; version: number; initial_balance: number }[]>('/v1/plans')
    expect(status).toBe(200)
    const ids = body.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['one-step-50k', 'two-step-100k', 'instant-25k']))
    expect(ids).toEqual(['standard-100k', ...ids.slice(1).toSorted()])
    expect(body.filter(({ id }) => id === 'renewed')).toMatchObject([{ version: 2, initial_balance: 5 }])
    const { body: kept } = await api.get<{ plan_version: number; balance: number }>(`/v1/account/${old.id}`)
    expect(kept).toMatchObject({ plan_version: 1, balance: 100_000 })
  })
})

describe('GET /v1/key', () => {
  test('tells the key what it is, without its secret', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z'
    const { api, key } = engine.as({
      permissions: ['READ_ONLY', 'TRADE'],
      ipWhitelist: ['127.0.0.1', '10.0.0.0/8'],
      expiresAt,
    })
    const { status, body, text } = await api.get('/v1/key')
    expect(status).toBe(200)
    expect(body).toEqual({
      key_id: key.record.keyId,
      user_id: key.record.userId,
      permissions: ['READ_ONLY', 'TRADE'],
      ip_whitelist: ['127.0.0.1', '10.0.0.0/8'],
      expires_at: expiresAt,
      rate_limit: { limit: 100_000, remaining: 99_999, reset_at: expect.stringMatching(/Z$/) as string },
    })
    expect(text).not.toContain(key.secret)
    expect(text).not.toContain(key.key)
    const { body: next } = await api.get<{ rate_limit: { remaining: number } }>('/v1/key')
    expect(next.rate_limit.remaining).toBe(99_998)
  })
})
