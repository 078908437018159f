/** Finding accounts and breaches, the audit, and the check of the books. */
import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'

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
