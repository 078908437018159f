/** A batch does to an account what its orders do one by one, and answers each as it would have been answered alone. */
import fc from 'fast-check'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

const RUNS = process.env['SUITE'] === 'whole' ? 60 : 6
const SYMBOL = 'BTC-USD'
const PRICE = 60_000

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', { ...around(PRICE), ...around(3_000, 'ETH-USD') })
})
afterAll(() => stage.close())

type Fields = Readonly<Record<string, unknown>>
/** `position` and `parent` stand for ids that each account has of its own. */
interface Terms extends Fields {
  readonly position?: boolean
  readonly parent?: number
}

const kind = fc.constantFrom<Fields>(
  ...Array.from({ length: 8 }, () => ({ kind: 'MARKET' })),
  { kind: 'MARKET', tif: 'FOK' },
  ...[
    { kind: 'LIMIT', price: PRICE - 500 },
    { kind: 'LIMIT', price: PRICE + 500 },
    { kind: 'LIMIT', price: PRICE },
  ],
  ...[
    { kind: 'LIMIT', price: PRICE + 500, tif: 'IOC' },
    { kind: 'LIMIT', price: PRICE - 100.123, tif: 'GTX' },
  ],
  ...[
    { kind: 'STOP', trigger_price: PRICE - 2_000 },
    { kind: 'TAKE_PROFIT', trigger_price: PRICE + 2_000 },
  ],
  ...[{ kind: 'LIMIT' }, { kind: 'LIMIT', price: PRICE, tif: 'GTD', expires_at: '2020-01-01' }],
)
const terms: fc.Arbitrary<Terms> = fc
  .tuple(
    kind,
    fc.constantFrom('BUY', 'SELL'),
    fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(0.01, 0.05, 0.2, 1, '0.03') },
      { weight: 1, arbitrary: fc.constantFrom(0.0000001, 40, 5_000, 0) },
    ),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant<Terms>({}) },
      {
        weight: 3,
        arbitrary: fc.constantFrom<Terms>(
          ...[{ flags: { reduce_only: true } }, { flags: { post_only: true } }, { position: true }],
          ...[
            { symbol: 'ETH-USD', quantity: 0.5 },
            { symbol: 'NOPE-USD' },
            { reduceOnly: true },
            { platform_id: 'OSTIUM' },
          ],
        ),
      },
      { weight: 2, arbitrary: fc.nat({ max: 5 }).map((parent): Terms => ({ parent })) },
    ),
  )
  .map(([kinds, side, quantity, more]) => ({ symbol: SYMBOL, side, quantity, ...kinds, ...more }))

interface Answer {
  readonly status: number
  readonly body: Fields
}

/** The orders with ids of the account, as far as there are any yet. */
async function ordersFor(actor: Actor, all: readonly Terms[], prefix: string): Promise<readonly Fields[]> {
  const { body: positions } = await actor.api.get<{ id: string; symbol: string }[]>(
    `/v1/account/${actor.accountId}/positions`,
  )
  const { rows: orders } = await stage.pool.query<{ id: string }>(
    'select id from orders where account_id = $1 order by created_at',
    [actor.accountId],
  )
  const position = positions.find(({ symbol }) => symbol === SYMBOL)?.id
  return all.map(({ position: isOfPosition, parent, ...fields }, index) => ({
    ...fields,
    ...(isOfPosition === true && position !== undefined ? { position_id: position } : {}),
    ...(parent !== undefined && orders[parent] !== undefined ? { parent_order_id: orders[parent].id } : {}),
    client_id: `${prefix}-${index}`,
  }))
}

async function sendAlone({ api, accountId }: Actor, orders: readonly Fields[]): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const order of orders) {
    const { status, body } = await api.post<Fields>('/v1/order', { body: { account_id: accountId, ...order } })
    answers.push({ status, body })
  }
  return answers
}

async function sendTogether({ api, accountId }: Actor, orders: readonly Fields[]): Promise<readonly Answer[]> {
  const { status, body } = await api.post<{ results: Answer[] }>('/v1/orders/batch', {
    body: { account_id: accountId, orders },
  })
  expect(status).toBe(200)
  return body.results
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z/g

/** The same text for two accounts to which the same has happened: ids numbered as they come, no moments. */
function anonymous(value: unknown): unknown {
  const ids = new Map<string, number>()
  const numbered = JSON.stringify(value)
    .replace(UUID, (id) => {
      if (!ids.has(id)) ids.set(id, ids.size)
      return `id ${ids.get(id)}`
    })
    .replace(TIME, 'a moment')
  return JSON.parse(numbered)
}

async function booksOf({ api, accountId }: Actor): Promise<unknown> {
  const read = async (path: string): Promise<unknown> => (await api.get(`/v1/account/${accountId}${path}`)).body
  const { rows: account } = await stage.pool.query(
    'select balance::text, version::int, event_sequence::int, traded_days::int from accounts where id = $1',
    [accountId],
  )
  const { rows: commands } = await stage.pool.query(
    'select kind, moves, status from commands where account_id = $1 order by created_at, client_id',
    [accountId],
  )
  const lists = [
    '/positions',
    '/positions/history',
    '/orders?status=all&limit=500',
    '/trades',
    '/ledger',
    '/events?after=0',
  ]
  const bodies: unknown[] = []
  for (const path of lists) bodies.push(await read(path))
  return { account, commands: commands.length, bodies }
}

/** One write has stored all of the batch: what the rows of one order break would be stored one by one. */
async function statementsOf({ accountId }: Actor, prefix: string): Promise<number> {
  const { rows } = await stage.pool.query<{ count: number }>(
    `select count(distinct xmin::text)::int as count from commands where account_id = $1 and client_id like $2`,
    [accountId, `${prefix}-%`],
  )
  return rows[0]!.count
}

test('answers and books are the same', async () => {
  let runs = 0
  const seen = { placed: 0, refused: 0, wrong: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(terms, { minLength: 8, maxLength: 20, size: 'max' }),
      fc.array(terms, { minLength: 3, maxLength: 12, size: 'max' }),
      async (first, second) => {
        runs += 1
        const [alone, together] = [await stage.actor(), await stage.actor()]
        for (const [index, all] of [first, second].entries()) {
          const prefix = `${runs}-${index}`
          const answers = await sendAlone(alone, await ordersFor(alone, all, prefix))
          const results = await sendTogether(together, await ordersFor(together, all, prefix))
          for (const { status, body } of results) {
            if (status !== 200) seen.wrong += 1
            else if (body['order'] === null) seen.refused += 1
            else seen.placed += 1
          }
          expect(await statementsOf(together, prefix)).toBeLessThanOrEqual(1)
          expect(anonymous(withoutRequestIds(results))).toEqual(anonymous(withoutRequestIds(answers)))
        }
        expect(anonymous(await booksOf(together))).toEqual(anonymous(await booksOf(alone)))
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
})

const withoutRequestIds = (answers: readonly Answer[]): unknown =>
  answers.map(({ status, body: { request_id: _id, ...body } }) => ({ status, body }))
