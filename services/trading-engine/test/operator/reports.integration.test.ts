/** Finding accounts and breaches, the audit, and the check of the books. */
import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@ats/test-kit'
import { createReadSurveillance } from '../../src/queries/read-surveillance.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { planFile } from '../support/plans/plan-file.js'

let database: TestDatabase
let engine: TestEngine
let traders: Trader[]

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  engine = await startEngine({ databaseUrl: database.url })
  traders = []
  for (let index = 0; index < 5; index += 1) traders.push(await engine.trader(index === 0 ? 'instant-25k' : undefined))
})
afterAll(async () => {
  await engine.close()
  await database.drop()
})

interface Found {
  readonly id: string
  readonly user_id: string
  readonly state: string
}
const find = async (query: string) => (await engine.operator.get<Found[]>(`/operator/v1/accounts?${query}`)).body
const idsOf = (found: readonly Found[]) => found.map(({ id }) => id)

test('accounts are found by owner, plan and state, newest first', async () => {
  const [first, , third] = traders as [Trader, Trader, Trader]
  expect(idsOf(await find(''))).toEqual(traders.map(({ accountId }) => accountId).reverse())
  expect(await find(`user_id=${first.userId}`)).toMatchObject([
    {
      id: first.accountId,
      user_id: first.userId,
      plan_id: 'instant-25k',
      plan_version: 3,
      state: 'ACTIVE',
      balance: 25_000,
    },
  ])
  expect(idsOf(await find('plan_id=instant-25k'))).toEqual([first.accountId])
  await engine.operator.post(`/operator/v1/accounts/${third.accountId}/halt`, { body: { reason: 'x' } })
  expect(idsOf(await find('state=HALTED'))).toEqual([third.accountId])
  expect(await find(`state=HALTED&user_id=${first.userId}`)).toEqual([])
  expect(await find('to=2020-01-01')).toEqual([])
  expect((await engine.operator.get('/operator/v1/accounts?state=ASLEEP')).status).toBe(400)
})

test('paging passes over nobody, not even where many share a moment', async () => {
  await engine.pool.query(
    `update accounts set created_at = date_trunc('second', created_at) - interval '1 day' where id <> $1`,
    [traders[4]!.accountId],
  )
  const seen: string[] = []
  let to: string | undefined
  for (;;) {
    const query = `limit=1${to === undefined ? '' : `&to=${to}`}`
    const { body, headers } = await engine.operator.get<Found[]>(`/operator/v1/accounts?${query}`)
    seen.push(...idsOf(body))
    if (headers['x-has-more'] === 'false') break
    to = String(headers['x-next-to'])
  }
  expect(seen.sort()).toEqual(traders.map(({ accountId }) => accountId).sort())
})

test('breaches of everybody are found by account and severity', async () => {
  const [trader, other] = traders as [Trader, Trader]
  const values = (accountId: string, severity: string) => [randomUUID(), accountId, severity]
  for (const row of [
    values(trader.accountId, 'WARN'),
    values(trader.accountId, 'SOFT'),
    values(other.accountId, 'WARN'),
  ]) {
    await engine.pool.query(
      `insert into breaches (id, account_id, rule, severity, message, limit_value, value, equity, balance, action, created_at)
        values ($1, $2, 'daily_loss_limit', $3, 'm', 1, 1, 1, 1, 'NONE', clock_timestamp())`,
      row,
    )
  }
  const breaches = async (query: string) => {
    const { body } = await engine.operator.get<{ account_id: string; severity: string }[]>(
      `/operator/v1/breaches?${query}`,
    )
    return body.map(({ account_id, severity }) => [account_id === trader.accountId, severity])
  }
  expect(await breaches('')).toEqual([[false, 'WARN'], [true, 'SOFT'], [true, 'WARN']]) // prettier-ignore
  expect(await breaches('severity=WARN')).toEqual([[false, 'WARN'], [true, 'WARN']]) // prettier-ignore
  expect(await breaches(`account_id=${trader.accountId}&limit=1`)).toEqual([[true, 'SOFT']])
  expect(await breaches('rule=max_drawdown')).toEqual([])
  expect(await breaches('rule=daily_loss_limit')).toHaveLength(3)
  const planOf = async ({ accountId }: Trader) =>
    (await engine.operator.get<{ plan_id: string }>(`/operator/v1/accounts/${accountId}`)).body.plan_id
  const [plan, otherPlan] = [await planOf(trader), await planOf(other)]
  expect(plan).not.toBe(otherPlan)
  expect(await breaches(`plan_id=${plan}`)).toEqual([[true, 'SOFT'], [true, 'WARN']]) // prettier-ignore
  expect(await breaches(`user_id=${other.userId}`)).toEqual([[false, 'WARN']])
  const { body } = await engine.operator.get<object[]>(`/operator/v1/breaches?user_id=${other.userId}`)
  expect(body).toMatchObject([{ account_id: other.accountId, user_id: other.userId, plan_id: otherPlan }])
})

test('the audit is only ever added to', async () => {
  await expect(engine.pool.query(`update operator_audit set operator = 'nobody'`)).rejects.toThrow('append-only')
  await expect(engine.pool.query(`delete from operator_audit`)).rejects.toThrow('append-only')
})

describe('the check of the books', () => {
  interface Checked {
    readonly accounts: number
    readonly transfers: number
    readonly fills: number
    readonly events: number
    readonly differences: readonly {
      account_id: string
      check: string
      subject: string | null
      expected: string
      found: string
    }[]
    readonly next: string | null
  }
  const check = async (query = '') => (await engine.operator.get<Checked>(`/operator/v1/ledger-check?${query}`)).body
  /** As somebody with the password of the database would. */
  const tamper = async (sql: string, values: readonly unknown[]) => {
    for (const table of ['transfers', 'events']) await engine.pool.query(`alter table ${table} disable trigger user`)
    await engine.pool.query(sql, [...values])
    for (const table of ['transfers', 'events']) await engine.pool.query(`alter table ${table} enable trigger user`)
  }

  beforeAll(async () => {
    for (const trader of traders.slice(1)) {
      await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
      await trader.place({ symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 0.25 })
    }
    const body = { direction: 'IN', amount: '12.5', reason: 'r', reference: 'r' }
    await engine.operator.post(`/operator/v1/accounts/${traders[1]!.accountId}/capital`, { body })
  })

  test('finds nothing where nothing was done by hand, a page of accounts at a time', async () => {
    const all = await check()
    expect(all).toMatchObject({ accounts: 5, differences: [], next: null })
    expect([all.transfers > 15, all.fills, all.events > 15]).toEqual([true, 9, true])
    let after: string | null = null
    let accounts = 0
    let transfers = 0
    do {
      const page: Checked = await check(`limit=2${after === null ? '' : `&after=${after}`}`)
      accounts += page.accounts
      transfers += page.transfers
      after = page.next
    } while (after !== null)
    expect([accounts, transfers]).toEqual([5, all.transfers])
    expect(await check(`account_id=${traders[0]!.accountId}`)).toMatchObject({ accounts: 1, fills: 0, differences: [] })
    expect((await engine.operator.get(`/operator/v1/ledger-check?account_id=${randomUUID()}`)).status).toBe(404)
  })

  test('names everything that is not as its cause says', async () => {
    const trader = traders[1]!
    const found = async () => {
      const { differences } = await check(`account_id=${trader.accountId}`)
      return differences.map(({ check: name, subject }) => `${name} ${subject === null ? '' : 'named'}`)
    }
    const id = [trader.accountId]
    const steps: readonly (readonly [sql: string, undo: string, expected: readonly string[]])[] = [
      [
        'update accounts set balance = balance + 1e-18 where id = $1',
        'update accounts set balance = balance - 1e-18 where id = $1',
        ['balance '],
      ],
      [
        'update accounts set capital = 0 where id = $1',
        'update accounts set capital = 12.5 where id = $1',
        ['capital '],
      ],
      [
        `update transfers set balance_after = balance_after + 1 where account_id = $1 and house = 'capital' and amount > 1000`,
        `update transfers set balance_after = balance_after - 1 where account_id = $1 and house = 'capital' and amount > 1000`,
        ['chain named', 'chain named'],
      ],
      [
        'update fills set fee = fee + 1e-18, realized_pnl = realized_pnl + 1e-18 where account_id = $1',
        'update fills set fee = fee - 1e-18, realized_pnl = realized_pnl - 1e-18 where account_id = $1',
        [...Array.from({ length: 3 }, () => ['fees named', 'realized_pnl named']).flat()],
      ],
      [
        'update events set sequence = sequence + 100 where account_id = $1 and sequence = 3',
        'update events set sequence = sequence - 100 where account_id = $1 and sequence = 103',
        ['events ', 'events ', 'events '],
      ],
      [
        'update accounts set event_sequence = event_sequence + 1 where id = $1',
        'update accounts set event_sequence = event_sequence - 1 where id = $1',
        ['events '],
      ],
    ]
    for (const [sql, undo, expected] of steps) {
      await tamper(sql, id)
      expect(await found()).toEqual(expected)
      await tamper(undo, id)
    }
    expect(await found()).toEqual([])
    await tamper(`delete from transfers where account_id = $1 and house = 'fees'`, id)
    const lost = await found()
    expect(lost).toContain('balance ')
    expect(lost.filter((line) => line === 'fees named')).toHaveLength(3)
    expect(await check()).toMatchObject({ accounts: 5 })
  })

  test('lists the first thousand differences of a check, where there are more', async () => {
    const insert = `insert into events (id, account_id, sequence, type, data, created_at)
      select gen_random_uuid(), $1, 1000 + 2 * n, 'order.ack', '{}', now() from generate_series(1, 1100) n`
    await tamper(insert, [traders[2]!.accountId])
    const { differences } = await check(`account_id=${traders[2]!.accountId}`)
    expect(differences.filter(({ check: name }) => name === 'events')).toHaveLength(1_000)
  })
})

describe('surveillance', () => {
  const AT = Date.parse('2026-03-03T12:00:00Z')
  const time = (ms: number): string => new Date(AT + ms).toISOString()

  /** A closed position with a fill for each of its orders: quantities bought, negative where sold, and prices. */
  async function insertTrade(
    accountId: string,
    openedAt: number,
    heldMs: number,
    { direction = 'LONG', profit = -1, fills = [] as readonly (readonly [quantity: number, price: number])[] } = {},
  ): Promise<void> {
    const id = randomUUID()
    await engine.pool.query(
      `insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
          opened_notional, closed_notional, realized_pnl, fees, funding, opened_at, closed_at, close_reason)
        values ($1, $2, 'GMX', 'BTC-USD', $3, 0, 0, 10, 2, 1000, 1000, $4, 0, 0, $5, $6, 'USER')`,
      [id, accountId, direction, profit, time(openedAt), time(openedAt + heldMs)],
    )
    for (const [index, [quantity, price]] of fills.entries())
      await engine.pool.query(
        `insert into fills (id, order_id, position_id, account_id, symbol, venue, side, quantity, price, fee, liquidity,
            realized_pnl, book_sequence, created_at)
          values (gen_random_uuid(), gen_random_uuid(), $1, $2, 'BTC-USD', 'GMX', $3, $4, $5, 0, 'TAKER', $6, 1, $7)`,
        [
          ...[id, accountId, quantity > 0 ? 'BUY' : 'SELL', Math.abs(quantity), price],
          ...[quantity > 0 ? 0 : profit, time(openedAt + index)],
        ],
      )
  }

  const reopenLast = (accountId: string): Promise<unknown> =>
    engine.pool.query(
      `update positions set quantity = 2, cost = 1000, closed_at = null, close_reason = null
        where id = (select id from positions where account_id = $1 order by opened_at desc limit 1)`,
      [accountId],
    )

  interface PairedSide {
    readonly account_id: string
    readonly opened_at: string
    readonly closed_at: string | null
  }
  interface Case {
    readonly kind: string
    readonly accounts: readonly { account_id: string; user_id: string; trades: number }[]
    readonly matched: number
    readonly same_side: number | null
    readonly share: number
    readonly pairs: readonly { first: PairedSide; second: PairedSide }[]
  }
  const survey = async (query = '') =>
    (await engine.operator.get<{ total: number; cases: Case[] }>(`/operator/v1/surveillance?${query}`)).body
  const IN_MARCH = 'from=2026-03-01&to=2026-03-10'

  test('reports each kind with its accounts and pairs, and nothing without trades', async () => {
    expect(await survey(IN_MARCH)).toMatchObject({
      total: 0,
      accounts: 0,
      trades: 0,
      crowded: 0,
      is_cut: false,
      cases: [],
    })
    const [copier, leader, hedger, doubler] = traders.slice(1) as [Trader, Trader, Trader, Trader]
    const MINUTE = 60_000
    for (let index = 0; index < 12; index += 1) {
      const at = index * 10 * MINUTE
      await insertTrade(leader.accountId, at, MINUTE)
      await insertTrade(copier.accountId, at + 1_000, MINUTE + 2_000)
      if (index >= 2) await insertTrade(hedger.accountId, at - 4_900, MINUTE, { direction: 'SHORT', profit: 0 })
      // Two buys, the second below the first; its profit comes within 2 s.
      const fills = [[1, 100], [1, 90], [-2, 95]] as const // prettier-ignore
      await insertTrade(doubler.accountId, at + 5 * MINUTE, 1_500, { profit: 2, fills })
    }
    // The report of a window is kept for a minute: another window is another report.
    const window = 'from=2026-03-01&to=2026-03-11'
    const { total, cases } = await survey(window)
    const accountOf = ({ accountId, userId }: Trader, trades: number) => ({
      account_id: accountId,
      user_id: userId,
      trades,
    })
    const pair = (one: object, other: object): unknown => expect.arrayContaining([one, other])
    expect(
      cases.map(({ kind, accounts, matched, same_side, share }) => [kind, accounts, matched, same_side, share]),
    ).toEqual([
      ['COPY', pair(accountOf(leader, 12), accountOf(copier, 12)), 12, 12, 1],
      ['HEDGE', pair(accountOf(leader, 12), accountOf(hedger, 10)), 10, 0, 1],
      ['ADDING_TO_LOSERS', [accountOf(doubler, 12)], 12, null, 1],
      ['PROFIT_AT_JUMPS', [accountOf(doubler, 12)], 12, null, 1],
    ])
    expect(total).toBe(4)
    expect(cases[0]?.pairs).toHaveLength(12)
    const sides = { [leader.accountId]: time(0), [copier.accountId]: time(1_000) }
    const { first, second } = cases[0]!.pairs[0]!
    for (const side of [first, second])
      expect(side).toMatchObject({ direction: 'LONG', quantity: 2, opened_at: sides[side.account_id] })
    expect((await survey(`${window}&kind=HEDGE`)).cases.map(({ kind }) => kind)).toEqual(['HEDGE'])
    expect((await survey(`${window}&offset=1&limit=2`)).cases.map(({ kind }) => kind)).toEqual([
      'HEDGE',
      'ADDING_TO_LOSERS',
    ])
  })

  test('reports what one user held against itself where a plan refuses that, from the first on', async () => {
    const file = planFile('no-hedges', { risk_config: { hedging: 'REFUSE_USER' } })
    expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [file] } })).status).toBe(200)
    const open = async ({ api }: Trader, planId: string): Promise<string> =>
      (await api.post<{ id: string }>('/v1/accounts', { body: { plan_id: planId } })).body.id
    const [user, elsewhere] = [await engine.trader(), await engine.trader()]
    const [refusing, other] = [await open(user, 'no-hedges'), await open(elsewhere, 'no-hedges')]
    const HOUR = 3_600_000
    const SHORT = { direction: 'SHORT' }
    await insertTrade(refusing, 0, HOUR)
    // Of the same user, against it: within it, from its end on, in the same direction.
    await insertTrade(user.accountId, HOUR / 2, 1_000, SHORT)
    await insertTrade(user.accountId, HOUR, 1_000, SHORT)
    await insertTrade(user.accountId, 60_000, 2_000)
    // Of another user; and of an account that nothing refuses, against one of the same kind.
    await insertTrade(other, 1_000, 2_000, SHORT)
    const free = await open(user, 'instant-25k')
    await insertTrade(free, HOUR / 2, 3_000)
    const window = 'from=2026-03-02&to=2026-03-11&kind=OWN_HEDGE'
    const { total, cases } = await survey(window)
    const side = (id: string, trades: number) => ({ account_id: id, user_id: user.userId, trades })
    expect(total).toBe(1)
    expect(cases).toMatchObject([
      {
        ...{ kind: 'OWN_HEDGE', accounts: [side(refusing, 1), side(user.accountId, 3)] },
        ...{ matched: 1, same_side: 0, share: 1 },
        pairs: [
          {
            first: { account_id: refusing, opened_at: time(0) },
            second: { account_id: user.accountId, opened_at: time(HOUR / 2) },
          },
        ],
      },
    ])
  })

  test('reports what is held against itself while one side, or both, is still open', async () => {
    const file = planFile('no-open-hedges', { risk_config: { hedging: 'REFUSE_USER' } })
    expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [file] } })).status).toBe(200)
    const user = await engine.trader()
    const { body } = await user.api.post<{ id: string }>('/v1/accounts', { body: { plan_id: 'no-open-hedges' } })
    const DAY = 86_400_000
    const closedOf = async (days: string) => {
      const { cases } = await survey(`${days}&kind=OWN_HEDGE`)
      const mine = cases.filter(({ accounts }) => accounts.some(({ account_id }) => account_id === body.id))
      return mine.flatMap(({ pairs, share }) =>
        pairs.map(({ first, second }) => [first.closed_at, second.closed_at, share]),
      )
    }
    await insertTrade(body.id, 0, DAY)
    await insertTrade(user.accountId, 1_000, 10 * DAY, { direction: 'SHORT' })
    const [one, other] = [time(DAY), time(1_000 + 10 * DAY)]
    // Each report of days in which both were held, whenever the other one was closed.
    expect(await closedOf('from=2026-03-01&to=2026-03-05')).toEqual([[one, other, 1]])
    expect(await closedOf('from=2026-03-06&to=2026-03-14')).toEqual([])
    await reopenLast(user.accountId)
    expect(await closedOf('from=2026-03-01&to=2026-03-04')).toEqual([[one, null, 1]])
    await reopenLast(body.id)
    expect(await closedOf('from=2026-03-01&to=2026-03-03')).toEqual([[null, null, 1]])
    expect(await closedOf('from=2026-02-01&to=2026-02-28')).toEqual([])
  })

  test('refuses what it could not look through', async () => {
    const { status, body } = await engine.operator.get('/operator/v1/surveillance?from=2026-01-01&to=2026-02-02')
    expect([status, body]).toMatchObject([400, { error: 'invalid_payload' }])
    const read = createReadSurveillance(engine.pool, 20)
    const window = { from: Date.parse('2026-03-01') * 1_000, to: Date.parse('2026-03-11') * 1_000 }
    const all = { ...window, kind: null, offset: 0, limit: 20 }
    await expect(read(all, { owner: 'x', isGone: () => false })).rejects.toThrow('ask for a shorter time')
    await expect(read(all, { owner: 'x', isGone: () => true })).rejects.toThrow('no longer waits')
  })
})
