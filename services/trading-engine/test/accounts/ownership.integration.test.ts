import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiClient, ApiResponse } from '@ats/test-kit'
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

/** Every row of every table, so that "nothing changed" means just that. */
async function everything(): Promise<readonly string[]> {
  const tables = await engine.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
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

const operations = async (): Promise<readonly Operation[]> => {
  const { body } = await engine.api.get<TestEngine['openapi']>('/openapi.json')
  return operationsOf(body)
}
const aboutAccounts = async () =>
  (await operations()).filter(({ id, template }) => template.includes('{account_id}') || id.startsWith('placeOrder'))
const aboutOrders = async () => (await operations()).filter(({ template }) => template.includes('{order_id}'))

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

test('the owner is answered on every route', async () => {
  const keeper = await own('keeper')
  const profit = { direction: 'IN', amount: 1_000, reason: 'x', reference: 'profit' }
  await engine.operator.post(`/operator/v1/accounts/${keeper.accountId}/capital`, { body: profit })
  for (const operation of await aboutAccounts()) {
    const { status } = await sendTo(keeper.trader.api, requestFor(operation, keeper))
    expect([operation.id, status]).toEqual([operation.id, operation.id === 'requestPayout' ? 201 : 200])
  }
})

describe("somebody else's", () => {
  let before: readonly string[]
  beforeAll(async () => {
    before = await everything()
    expect(before.length).toBeGreaterThan(20)
  })
  afterEach(async () => expect(await everything()).toEqual(before))

  const { api } = { api: () => mine.trader.api }

  test('account is answered like one that does not exist, on every route', async () => {
    for (const operation of await aboutAccounts()) {
      const missing = { accountId: randomUUID(), orderId: randomUUID(), positionId: randomUUID() }
      await expectAlike(api(), operation, { ...missing, accountId: others.accountId }, missing, NOT_FOUND)
      await expectAlike(api(), operation, others, missing, NOT_FOUND)
    }
  })

  test('account is answered alike whatever the case of its id', async () => {
    for (const operation of await aboutAccounts()) {
      const shouted = {
        accountId: others.accountId.toUpperCase(),
        orderId: others.orderId.toUpperCase(),
        positionId: others.positionId.toUpperCase(),
      }
      const missing = {
        accountId: randomUUID().toUpperCase(),
        orderId: randomUUID().toUpperCase(),
        positionId: randomUUID(),
      }
      await expectAlike(api(), operation, shouted, missing, NOT_FOUND)
    }
  })

  test('account is answered like a malformed id in a path; in a body that is 400', async () => {
    for (const operation of await aboutAccounts()) {
      const isInPath = operation.template.includes('{account_id}')
      const malformed = { accountId: 'nobody', orderId: 'none', positionId: 'none' }
      if (isInPath) await expectAlike(api(), operation, others, malformed, NOT_FOUND)
      else await expectAlike(api(), operation, malformed, { ...malformed, accountId: '{}' }, INVALID)
    }
  })

  test('order under the own account is answered like one that does not exist', async () => {
    const { accountId } = mine
    for (const operation of await aboutOrders()) {
      const theirs = { accountId, orderId: others.orderId, positionId: others.positionId }
      await expectAlike(
        api(),
        operation,
        theirs,
        { accountId, orderId: randomUUID(), positionId: randomUUID() },
        NOT_FOUND,
      )
    }
  })

  test('account does not become readable with an order of the own', async () => {
    for (const operation of await aboutOrders()) {
      const theirs = { ...mine, accountId: others.accountId }
      await expectAlike(api(), operation, theirs, { ...mine, accountId: randomUUID() }, NOT_FOUND)
    }
  })

  test('order of another account of the same user is not under this one', async () => {
    for (const operation of await aboutOrders()) {
      const elsewhere = { ...mine, orderId: secondOrderId }
      await expectAlike(
        api(),
        operation,
        elsewhere,
        { ...elsewhere, orderId: randomUUID(), positionId: randomUUID() },
        NOT_FOUND,
      )
    }
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
    const paths = (await operations())
      .filter(
        ({ method, template }) => method === 'GET' && template.startsWith('/v1/a') && !template.includes('{order'),
      )
      .map((operation) => requestFor(operation, mine).path)
    expect(paths).toContain('/v1/accounts')
    for (const path of [...paths, `/v1/account/${accountId}/orders?status=all`, '/v1/key']) {
      const { status, text } = await trader.api.get(path)
      expect([path, status, ids.filter((id) => text.includes(id))]).toEqual([path, 200, []])
    }
  })
})

test('a client_id somebody else has used is still free, and theirs stays as it was', async () => {
  const { trader, accountId } = mine
  const body = { account_id: accountId, ...RESTING_ORDER, client_id: 'of-theirs' }
  const placed = await trader.api.post<{ order: { id: string } }>('/v1/order', { body })
  expect(placed.status).toBe(200)
  expect(placed.headers['idempotent-replayed']).toBeUndefined()
  expect(placed.body.order.id).not.toBe(others.orderId)
  const theirs = await others.trader.place({ ...RESTING_ORDER, client_id: 'of-theirs' })
  expect(theirs.body.order?.id).toBe(others.orderId)
  expect(theirs.headers['idempotent-replayed']).toBe('true')
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
