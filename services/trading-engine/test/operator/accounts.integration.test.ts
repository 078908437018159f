/** Operator requests about accounts, over HTTP and concurrent with trading. */
import { randomUUID } from 'node:crypto'
import Decimal from 'decimal.js'
import { runs } from '@ats/test-kit'
import { accountCalls, type ProblemBody, type TransferRow } from '../support/account-calls.js'
import { endByBreach } from '../support/end-by-breach.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { RESTING_ORDER } from '../support/engine/operations.js'
import { pollUntil } from '../support/poll-until.js'
import { untilAnswered } from '../support/engine/until-answered.js'

let engine: TestEngine
/** A replica on the same database. */
let second: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  second = await startEngine({ ROLE: 'api', databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
})
afterAll(async () => {
  await second.close()
  await engine.close()
})

interface OperatedAccount {
  readonly id: string
  readonly user_id: string
  readonly state: string
  readonly state_reason: string | null
  readonly balance: number
  readonly working_orders: number
  readonly open_positions: number
  readonly summary: { readonly equity: number; readonly free_margin: number; readonly realized_pnl: number }
}
interface AuditRow {
  readonly id: string
  readonly operator: string
  readonly action: string
  readonly subject: string
  readonly request: Record<string, unknown>
  readonly outcome: Record<string, unknown>
}

const operate = <T = OperatedAccount>(accountId: string, verb: string, body: object = {}, by = engine) =>
  by.operator.post<T>(`/operator/v1/accounts/${accountId}/${verb}`, { body })
const capital = <T = OperatedAccount>(accountId: string, body: object, by = engine) =>
  operate<T>(accountId, 'capital', { reason: 'test', reference: randomUUID(), ...body }, by)
const auditOf = async (subject: string) =>
  (await engine.operator.get<AuditRow[]>(`/operator/v1/audit?subject=${subject}`)).body
const actionsOf = async (subject: string) => (await auditOf(subject)).map(({ action }) => action)

test('halt and release: opening orders go, reducing ones stay, and the trader reads why', async () => {
  const trader = await engine.trader()
  const calls = accountCalls(trader)
  await calls.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const { order: entry } = await calls.placed(RESTING_ORDER)
  const exit = { symbol: 'BTC-USD', side: 'SELL', kind: 'LIMIT', price: 10_000_000, quantity: 0.1 }
  const { order: target } = await calls.placed({ ...exit, flags: { reduce_only: true } })

  const halted = await operate(trader.accountId, 'halt', { reason: 'documents missing' })
  expect(halted.status).toBe(200)
  expect(halted.body).toMatchObject({
    id: trader.accountId,
    user_id: trader.userId,
    state: 'HALTED',
    state_reason: 'documents missing',
    working_orders: 1,
    open_positions: 1,
  })
  expect(await calls.order(entry.id)).toMatchObject({ status: 'CANCELLED', reason: 'account_halted' })
  expect(await calls.order(target.id)).toMatchObject({ status: 'OPEN' })
  const refused = await calls.place(RESTING_ORDER)
  expect(refused.body.violations.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'account_state: the account is HALTED (documents missing): only orders that reduce a position are accepted',
  ])
  // asked again it is as it was, and nothing more is written
  expect((await operate(trader.accountId, 'halt', { reason: 'other' })).body.state_reason).toBe('documents missing')
  const { body: events } = await trader.api.get<{ type: string; data: object }[]>(
    `/v1/account/${trader.accountId}/events`,
  )
  expect(events.filter(({ type }) => type === 'account.halted')).toMatchObject([
    { data: { halt: { reason: 'documents missing' } } },
  ])
  const released = await operate(trader.accountId, 'release')
  expect(released.body).toMatchObject({ state: 'ACTIVE', state_reason: null })
  await calls.placed(RESTING_ORDER)

  const [release, halt, ...others] = await auditOf(trader.accountId)
  expect(others).toEqual([])
  expect(release).toMatchObject({ operator: 'olga', action: 'release_account', request: {} })
  expect(halt).toMatchObject({
    action: 'halt_account',
    request: { reason: 'documents missing' },
    outcome: { state: 'HALTED', working_orders: 1 },
  })
})

test('close: everything ends, the trader may open another account, and the closed one stays closed', async () => {
  const trader = await engine.trader()
  const calls = accountCalls(trader)
  await calls.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  await calls.placed(RESTING_ORDER)
  const closed = await operate(trader.accountId, 'close', { reason: 'left' })
  expect(closed.body).toMatchObject({ state: 'CLOSED', state_reason: 'left', working_orders: 0, open_positions: 0 })
  expect(await calls.orders()).toEqual([])
  expect(await calls.closedPositions()).toMatchObject([{ close_reason: 'RISK' }])
  const breaches = await trader.api.get<unknown[]>(`/v1/account/${trader.accountId}/breaches`)
  expect(breaches.body).toEqual([])
  for (const [verb, body] of [
    ['halt', { reason: 'x' }],
    ['release', {}],
  ] as const) {
    const answer = await operate<ProblemBody & { state: string }>(trader.accountId, verb, body)
    expect([answer.status, answer.body.reason, answer.body.state]).toEqual([409, 'account_state', 'CLOSED'])
  }
  expect((await trader.api.post('/v1/accounts', { body: { plan_id: 'standard-100k' } })).status).toBe(201)
  // what is left is paid out
  const rest = String(new Decimal(closed.body.balance))
  expect((await capital(trader.accountId, { direction: 'OUT', amount: rest })).body.balance).toBe(0)
  expect(await actionsOf(trader.accountId)).toEqual(['move_capital', 'close_account'])
})

test('the worker closes what could not be closed with the account', async () => {
  const trader = await engine.trader()
  const calls = accountCalls(trader)
  await calls.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const { rows } = await engine.pool.query(`select * from positions where account_id = $1`, [trader.accountId])
  expect(rows).toHaveLength(1)
  // as if it had been closed by an operator while its market was
  await engine.pool.query(
    `update accounts set state = 'CLOSED', state_reason = 'left', version = version + 1 where id = $1`,
    [trader.accountId],
  )
  await engine.pool.query(`select pg_notify('account_changed', 'test,' || $1)`, [trader.accountId])
  const closed = await pollUntil(
    () => calls.closedPositions(),
    (positions) => positions.length > 0,
  )
  expect(closed).toMatchObject([{ close_reason: 'RISK' }])
})

describe('capital', () => {
  test('more than an account can hold is refused as what it is, and nothing is written', async () => {
    const trader = await engine.trader()
    const request = { amount: '99999999999999999999', reason: 'test' }
    for (const [what, body] of [
      ['capital', { ...request, direction: 'IN', reference: 'all' }],
      ['profit-adjustments', { ...request, reference: 'all' }],
      ['reverse-breach', { reason: 'test', compensation: request.amount }],
    ] as const) {
      const refused = await engine.operator.post(`/operator/v1/accounts/${trader.accountId}/${what}`, { body })
      expect([what, refused.status, refused.body]).toMatchObject([what, 400, { error: 'invalid_payload' }])
    }
    const most = await capital(trader.accountId, { direction: 'IN', amount: '1000000000000' })
    expect(most.body.balance).toBe(1_000_000_100_000)
  })

  test('moves the balance, is in the ledger, and is neither profit nor loss', async () => {
    const trader = await engine.trader()
    const added = await capital(trader.accountId, { direction: 'IN', amount: '2500.5' })
    expect(added.body).toMatchObject({ balance: 102_500.5, summary: { equity: 102_500.5, realized_pnl: 0 } })
    const paid = await capital(trader.accountId, { direction: 'OUT', amount: 500 })
    expect(paid.body).toMatchObject({ balance: 102_000.5, summary: { realized_pnl: 0 } })
    const ledger: readonly TransferRow[] = await accountCalls(trader).ledger()
    expect(ledger.map(({ house, amount, balance_after }) => [house, amount, balance_after])).toEqual([
      ['capital', -500, 102_000.5],
      ['capital', 2_500.5, 102_500.5],
      ['capital', 100_000, 100_000],
    ])
    const [row] = await auditOf(trader.accountId)
    expect(row).toMatchObject({ action: 'move_capital', request: { direction: 'OUT', amount: '500', reason: 'test' } })
    const { rows } = await engine.pool.query(`select 1 from transfers where command_id = $1`, [row?.id])
    expect(rows).toHaveLength(1)
  })

  test('with one reference it moves once: again, racing, and on both replicas', async () => {
    const trader = await engine.trader()
    const body = { direction: 'IN', amount: 10, reference: 'payout-1' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        untilAnswered(() => capital(trader.accountId, body, index % 2 === 0 ? engine : second)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19)
    const again = await capital(trader.accountId, body)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([answers[0]!.text, 'true'])
    expect((await accountCalls(trader).summary()).balance).toBe(100_010)
    expect(await auditOf(trader.accountId)).toHaveLength(1)
  })

  test('a reference is not used for anything else, but another account has its own', async () => {
    const [one, other] = [await engine.trader(), await engine.trader()]
    const body = { direction: 'IN', amount: 10, reference: 'r' }
    expect((await capital(one.accountId, body)).status).toBe(200)
    const reused = await capital<ProblemBody>(one.accountId, { ...body, amount: 11 })
    expect([reused.status, reused.body.reason]).toEqual([409, 'reference_reuse'])
    expect((await capital(other.accountId, body)).status).toBe(200)
  })

  test('of several concurrent payouts no more go through than the balance covers', async () => {
    const trader = await engine.trader()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const body = { direction: 'OUT', amount: 30_000, reference: `race-${index}` }
        return untilAnswered(() => capital(trader.accountId, body, index % 2 === 0 ? engine : second))
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409, 409, 409])
    expect((await accountCalls(trader).summary()).balance).toBe(10_000)
  })
})

test('a halt races with orders: none that was accepted before it waits on, none is accepted after it', async () => {
  const trader = await engine.trader()
  const beside: Trader['api'] = second.api.with(trader.key.headers)
  const place = async (index: number): Promise<string> => {
    const body = { account_id: trader.accountId, ...RESTING_ORDER, client_id: `race-${index}` }
    const api = index % 2 === 0 ? trader.api : beside
    const { status, body: placed } = await untilAnswered(() =>
      api.post<{ order: object | null }>('/v1/order', { body }),
    )
    return status === 200 && placed.order === null ? 'refused' : `${status}`
  }
  const [, ...outcomes] = await Promise.all([
    untilAnswered(() => operate(trader.accountId, 'halt', { reason: 'race' }, second)),
    ...Array.from({ length: 16 }, (_, index) => place(index)),
  ])
  expect(outcomes.filter((outcome) => outcome !== '200' && outcome !== 'refused')).toEqual([])
  expect(await accountCalls(trader).orders()).toEqual([])
  const refused = await trader.place(RESTING_ORDER)
  expect(refused.body.violations.map(({ rule }) => rule)).toEqual(['account_state'])
  expect(await actionsOf(trader.accountId)).toEqual(['halt_account'])
})

test('concurrent halts and releases from both replicas: each that changed something is in the audit, none is lost', async () => {
  const trader = await engine.trader()
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      untilAnswered(() =>
        operate(
          trader.accountId,
          index % 2 === 0 ? 'halt' : 'release',
          index % 2 === 0 ? { reason: 'x' } : {},
          index % 4 < 2 ? engine : second,
        ),
      ),
    ),
  )
  const actions = (await actionsOf(trader.accountId)).reverse()
  // whatever the order, each undoes the one before
  expect(actions.map((action, index) => action === (index % 2 === 0 ? 'halt_account' : 'release_account'))).toEqual(
    actions.map(() => true),
  )
  const { rows } = await engine.pool.query<{ kind: string }>(
    `select kind from commands where account_id = $1 and kind <> 'create_account' order by created_at`,
    [trader.accountId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(actions)
  const { body } = await engine.operator.get<OperatedAccount>(`/operator/v1/accounts/${trader.accountId}`)
  expect(body.state).toBe(actions.length % 2 === 0 ? 'ACTIVE' : 'HALTED')
})

test('a breach that is reversed: the account trades again, its losses stay, and both are told', async () => {
  const trader = await engine.trader()
  const calls = accountCalls(trader)
  await engine.moveMarket('ETH-USD', 4_000)
  await calls.placed({ symbol: 'ETH-USD', side: 'BUY', kind: 'MARKET', quantity: 60 })
  await engine.moveMarket('ETH-USD', 3_900)
  const account = () => engine.operator.get<OperatedAccount>(`/operator/v1/accounts/${trader.accountId}`)
  await pollUntil(account, ({ body }) => body.state === 'TERMINATED' && body.open_positions === 0)
  const { balance } = (await account()).body
  const refused = await operate<ProblemBody & { missing: number }>(trader.accountId, 'reverse-breach', { reason: 'x' })
  expect([refused.status, refused.body.reason]).toEqual([409, 'under_floor'])
  // Room for the costs of what it opens next.
  const compensation = refused.body.missing + 1_000
  const asked = { reason: 'a wrong price', compensation }
  const both = await Promise.all([engine, second].map((by) => operate(trader.accountId, 'reverse-breach', asked, by)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await account()).body).toMatchObject({ state: 'ACTIVE', state_reason: null })
  expect((await account()).body.balance).toBeCloseTo(balance + compensation, 6)
  const get = async <T>(path: string) => (await trader.api.get<T>(`/v1/account/${trader.accountId}${path}`)).body
  expect((await get<TransferRow[]>('/ledger'))[0]).toMatchObject({ house: 'compensation', amount: compensation })
  const breaches = await get<{ action: string }[]>('/breaches')
  expect(breaches.find(({ action }) => action === 'TERMINATED')).toMatchObject({
    reversal: { reason: 'a wrong price', compensation },
  })
  const events = await get<{ type: string }[]>('/events')
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['account.breach', 'account.breach_reversed']))
  expect(await actionsOf(trader.accountId)).toEqual(['reverse_breach'])
  await engine.moveMarket('ETH-USD', 4_000)
  await calls.placed({ symbol: 'ETH-USD', side: 'BUY', kind: 'MARKET', quantity: 60 })
  await engine.moveMarket('ETH-USD', 3_000)
  await pollUntil(account, ({ body }) => body.state === 'TERMINATED')
})

test('a breach is not reversed once another account has taken the place', async () => {
  const trader = await engine.trader()
  await endByBreach(engine.pool, trader.accountId)
  await trader.api.post('/v1/accounts', { body: { plan_id: 'standard-100k' } })
  const refused = await operate<ProblemBody>(trader.accountId, 'reverse-breach', { reason: 'x' })
  expect([refused.status, refused.body.reason]).toEqual([409, 'live_successor'])
})

test('raced with an account that is opened in its place, one of the two lives, and nobody is told of an error', async () => {
  for (let race = 0; race < runs(32); race += 1) {
    const trader = await engine.trader()
    await endByBreach(engine.pool, trader.accountId)
    const open = (by: TestEngine) =>
      by.api.with(trader.key.headers).post('/v1/accounts', { body: { plan_id: 'standard-100k' } })
    const reverse = (by: TestEngine) => operate<ProblemBody>(trader.accountId, 'reverse-breach', { reason: 'x' }, by)
    const isFirst = race % 2 === 0
    const opened = isFirst ? [open(engine), open(second)] : []
    const reversed = [reverse(second), reverse(engine)]
    const answers = await Promise.all([...opened, ...reversed, ...(isFirst ? [] : [open(engine), open(second)])])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(3)
    const { rows } = await engine.pool.query(`select from accounts where user_id = $1 and state = 'ACTIVE'`, [
      trader.userId,
    ])
    expect(rows).toHaveLength(1)
  }
})
