import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { draw, type ApiClient, type ApiResponse } from '@ats/test-kit'
import { cancelledPayout } from '../support/engine/cancelled-payout.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import {
  operationsOf,
  requestFor,
  RESTING_ORDER,
  sendTo,
  type Operation,
  type Subject,
} from '../support/engine/operations.js'

let engine: TestEngine
let mine: Owned
let others: Owned
/** An order of a second account of the same user as `mine`. */
let secondOrderId: string

interface Owned extends Subject {
  readonly trader: Trader
  readonly positionId: string
}

beforeAll(async () => {
  // No worker: nothing moves but what is called.
  engine = await startEngine({ ROLE: 'api' })
  ;[mine, others] = [await own('of-mine'), await own('of-theirs')]
  const { api } = mine.trader
  const second = await api.post<{ id: string }>('/v1/accounts', { body: { plan_id: 'instant-25k' } })
  const body = { account_id: second.body.id, ...RESTING_ORDER }
  secondOrderId = (await api.post<{ order: { id: string } }>('/v1/order', { body })).body.order.id
})
afterAll(() => engine.close())

/** A user with an account, a resting order and an open position. */
async function own(clientId: string): Promise<Owned> {
  const trader = await engine.trader()
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const { body } = await trader.place({ ...RESTING_ORDER, client_id: clientId })
  const { accountId } = trader
  const [position] = (await trader.api.get<{ id: string }[]>(`/v1/account/${accountId}/positions`)).body
  return { trader, accountId, orderId: body.order!.id, positionId: position!.id }
}

/** Every row of every table, but for when the process could take heartbeats, which it records four times a second. */
async function everything(): Promise<readonly string[]> {
  const tables = await engine.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename <> 'heartbeat_uptimes'`,
  )
  const rows = await Promise.all(
    tables.rows.map(({ name }) => engine.pool.query<{ row: string }>(`select t::text as row from ${name} t`)),
  )
  return rows.flatMap((result) => result.rows.map(({ row }) => row)).sort()
}

/** A response as the caller sees it, without what differs between any two responses. */
function visible({ status, headers, text }: ApiResponse) {
  const body = JSON.parse(text) as Record<string, unknown>
  const changing = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit']
  return {
    status,
    body: { ...body, request_id: typeof body['request_id'] },
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, changing.includes(name) ? '(changes)' : value]),
    ),
  }
}

const operations = (): readonly Operation[] => operationsOf(engine.openapi)
const isOfAccount = ({ id, template }: Operation): boolean =>
  template.includes('{account_id}') || id.startsWith('placeOrder')
const isOfOrder = ({ template }: Operation): boolean => template.includes('{order_id}')

/** Each pair is answered alike, in every respect, and leaves no trace. */
async function expectAlike(
  api: ApiClient,
  operation: Operation,
  theirs: Subject,
  missing: Subject,
  expected: { readonly status: number; readonly error: string },
): Promise<void> {
  const [first, second] = [requestFor(operation, theirs), requestFor(operation, missing)]
  const [forTheirs, forMissing] = [await sendTo(api, first), await sendTo(api, second)]
  expect([operation.id, visible(forTheirs)]).toEqual([operation.id, visible(forMissing)])
  expect([operation.id, forTheirs.status, forTheirs.body['error']]).toEqual([
    operation.id,
    expected.status,
    expected.error,
  ])
}

const NOT_FOUND = { status: 404, error: 'not_found' }
const INVALID = { status: 400, error: 'invalid_payload' }

/** A payout is made; nothing is certified of an account that has not passed. */
const OTHERWISE: Readonly<Record<string, number>> = { requestPayout: 201, issueCertificate: 409 }

test('the owner is answered on every route', async () => {
  const keeper = await own('keeper')
  const profit = { direction: 'IN', amount: 1_000, reason: 'x', reference: 'profit' }
  await engine.operator.post(`/operator/v1/accounts/${keeper.accountId}/capital`, { body: profit })
  const payoutId = await cancelledPayout(engine.operator, keeper.trader.api, keeper.accountId)
  for (const operation of draw(operations().filter(isOfAccount), 4, ({ id }) => `owner ${id}`)) {
    const { status } = await sendTo(keeper.trader.api, requestFor(operation, { ...keeper, payoutId }))
    expect([operation.id, status]).toEqual([operation.id, OTHERWISE[operation.id] ?? 200])
  }
})

describe("another user's", () => {
  let before: readonly string[]
  beforeAll(async () => {
    before = await everything()
    expect(before.length).toBeGreaterThan(20)
  })
  afterEach(async () => expect(await everything()).toEqual(before))

  const { api } = { api: () => mine.trader.api }

  const missing = (): Subject => ({ accountId: randomUUID(), orderId: randomUUID(), positionId: randomUUID() })
  const upperCase = ({ accountId, orderId, positionId }: Subject): Subject => ({
    ...{ accountId: accountId.toUpperCase(), orderId: orderId.toUpperCase() },
    positionId: positionId.toUpperCase(),
  })
  const malformed = { accountId: 'nobody', orderId: 'none', positionId: 'none' }
  const isInPath = ({ template }: Operation): boolean => template.includes('{account_id}')

  const at = (accountId: string, subject: Subject): Subject => ({ ...subject, accountId })
  const ordered = (orderId: string): Subject => ({ ...mine, orderId })
  test.each<[string, (operation: Operation) => boolean, () => readonly [Subject, Subject]]>([
    ['account', isOfAccount, () => [others, missing()]],
    ['account, with ids that nobody has', isOfAccount, () => [at(others.accountId, missing()), missing()]],
    ['account, its id in upper case', isOfAccount, () => [upperCase(others), upperCase(missing())]],
    ['account, like a malformed id in a path', isInPath, () => [others, malformed]],
    ['account, with an order of the own', isOfOrder, () => [at(others.accountId, mine), at(randomUUID(), mine)]],
    ['order, under the own account', isOfOrder, () => [at(mine.accountId, others), at(mine.accountId, missing())]],
    ["order, of the user's other account", isOfOrder, () => [ordered(secondOrderId), ordered(randomUUID())]],
  ])('%s: is answered like one that does not exist', async (row, isAsked, pair) => {
    const asked = draw(operations().filter(isAsked), 4, ({ id }) => `${row} ${id}`)
    expect(asked.length).toBeGreaterThan(0)
    for (const operation of asked) await expectAlike(api(), operation, ...pair(), NOT_FOUND)
  })

  test('a malformed account_id in a body is 400', async () => {
    const isInBody = (operation: Operation): boolean => isOfAccount(operation) && !isInPath(operation)
    for (const operation of operations().filter(isInBody))
      await expectAlike(api(), operation, malformed, { ...malformed, accountId: '{}' }, INVALID)
  })

  test.each([
    ['an order', (positionId: string) => placing({ position_id: positionId })],
    ['a reduce-only order', (positionId: string) => placing({ position_id: positionId, flags: { reduce_only: true } })],
    [
      'a close',
      (positionId: string) => ({
        path: `/v1/account/${mine.accountId}/close-position`,
        body: { symbol: 'BTC-USD', position_id: positionId },
      }),
    ],
  ])('position named in %s is answered like one that does not exist', async (_what, request) => {
    const send = (positionId: string) => {
      const { path, body } = request(positionId)
      return api().post(path, { body })
    }
    const [theirs, missing] = [await send(others.positionId), await send(randomUUID())]
    expect(visible(theirs)).toEqual(visible(missing))
    expect(theirs).toMatchObject({ status: 404, body: { error: 'not_found' } })
    expect((await send('nobody')).status).toBe(400)
  })

  const placing = (fields: Readonly<Record<string, unknown>>) => ({
    path: '/v1/order',
    body: { account_id: mine.accountId, symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 0.01, ...fields },
  })

  test('client_id finds nothing among the own orders', async () => {
    const find = (clientId: string) =>
      api().get<unknown[]>(`/v1/account/${mine.accountId}/orders?status=all&client_id=${clientId}`)
    expect((await find('of-mine')).body).toHaveLength(1)
    const [theirs, missing] = [await find('of-theirs'), await find('never-used')]
    expect([theirs.status, theirs.text]).toEqual([200, missing.text])
    expect(Object.keys(theirs.headers).sort()).toEqual(Object.keys(missing.headers).sort())
  })

  test('account is not among the own, nor are its rows on any list', async () => {
    const { trader, accountId } = mine
    const ids = [others.accountId, others.orderId, others.positionId, others.trader.userId, 'of-theirs']
    const paths = operations()
      .filter(
        ({ method, template }) =>
          method === 'GET' && template.startsWith('/v1/a') && !/\{(order|payout)_id\}/.test(template),
      )
      .map((operation) => requestFor(operation, mine).path)
    expect(paths).toContain('/v1/accounts')
    const drawn = draw(paths, 3, (path) => `lists ${path.replace(accountId, '')}`)
    for (const path of [...drawn, `/v1/account/${accountId}/orders?status=all`, '/v1/key']) {
      const { status, text } = await trader.api.get(path)
      expect([path, status, ids.filter((id) => text.includes(id))]).toEqual([path, 200, []])
    }
  })
})

test('the same client_id on another account of the same user is a different request', async () => {
  const { trader } = mine
  const second = await trader.api.post<{ id: string }>('/v1/accounts', {
    body: { plan_id: 'standard-100k', challenge_id: 'other' },
  })
  const body = { account_id: second.body.id, ...RESTING_ORDER, client_id: 'of-mine' }
  expect(await trader.api.post('/v1/order', { body })).toMatchObject({
    status: 409,
    body: { reason: 'client_id_reuse' },
  })
})

test('another key of the same user sees and does the same', async () => {
  const { trader, accountId, orderId } = await own('shared')
  const { api } = engine.as({ userId: trader.userId })
  expect((await api.get(`/v1/account/${accountId}/orders/${orderId}`)).status).toBe(200)
  const again = await api.post('/v1/order', {
    body: { account_id: accountId, ...RESTING_ORDER, client_id: 'shared' },
  })
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await api.post(`/v1/account/${accountId}/orders/${orderId}/cancel`)).status).toBe(200)
})

test('accounts under a user id that was read byte by byte go to the user whose name it is, if nobody has it', async () => {
  const byteByByte = (name: string): string => Buffer.from(name, 'utf8').toString('latin1')
  const taken = 'Bj\u00f6rn'
  for (const userId of [byteByByte('Zo\u00eb'), byteByByte(taken), taken, 'Ren\u00e9'])
    await engine.trader('standard-100k', { userId })
  const migration = await readFile(join(__dirname, '../..', 'migrations', '0012_user_ids_in_utf8.sql'), 'utf8')
  await engine.pool.query(migration)
  for (const table of ['accounts', 'commands']) {
    const { rows } = await engine.pool.query<{ user_id: string }>(
      `select user_id from ${table} where user_id ~ '[^ -~]' order by user_id collate "C"`,
    )
    expect(rows.map((row) => row.user_id)).toEqual([byteByByte(taken), taken, 'Ren\u00e9', 'Zo\u00eb'])
  }
  await expect(engine.pool.query('update commands set user_id = user_id')).rejects.toThrow()
})
