import { draw, type ApiResponse } from '@ats/test-kit'
import { accountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'

const FLIPS = 125

let engine: TestEngine
/** A trader who has flipped a position again and again: each order but the first closes one and opens the next. */
let trader: Trader

beforeAll(async () => {
  engine = await startEngine()
  await insertPlan(engine.pool, 'wide', { exposure: WIDE_EXPOSURE })
  await engine.moveMarket('ETH-USD', 2_000)
  trader = await engine.trader('wide')
  const account = accountCalls(trader)
  for (let flip = 0; flip < FLIPS; flip++) {
    const side = flip % 2 === 0 ? 'BUY' : 'SELL'
    await account.placed({ symbol: 'ETH-USD', side, kind: 'MARKET', quantity: flip === 0 ? 0.01 : 0.02 })
  }
})
afterAll(() => engine.close())

interface Row {
  readonly id: string
  readonly timestamp?: string
  readonly closed_at?: string
  readonly created_at?: string
}

const read = <T = readonly Row[]>(path: string): Promise<ApiResponse<T>> =>
  trader.api.get<T>(`/v1/account/${trader.accountId}${path}`)

const rowsOf = async (path: string): Promise<readonly Row[]> => {
  const { status, body, text } = await read(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return body
}

const LISTS = [
  ['/trades', 'timestamp', 'select id from fills where account_id = $1 order by created_at desc', 2 * FLIPS - 1],
  [
    '/positions/history',
    'closed_at',
    'select id from positions where account_id = $1 and closed_at is not null order by closed_at desc',
    FLIPS - 1,
  ],
  [
    '/ledger',
    'created_at',
    'select id from transfers where account_id = $1 order by created_at desc',
    // the capital; a fee; then each order has a loss and the fees of closing and opening
    1 + 1 + 3 * (FLIPS - 1),
  ],
  ['/orders?status=all', 'created_at', 'select id from orders where account_id = $1 order by created_at desc', FLIPS],
] as const

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** The time after, or before, by this many microseconds. */
const shifted = (time: string, micros: number): string => {
  const fraction = (/\.(\d+)Z$/.exec(time)?.[1] ?? '').padEnd(6, '0')
  const total = Date.parse(`${time.slice(0, 19)}Z`) * 1_000 + Number(fraction) + micros
  const part = String(total % 1_000_000).padStart(6, '0')
  return `${new Date(Math.floor(total / 1_000_000) * 1_000).toISOString().slice(0, 19)}.${part}Z`
}

describe.each(LISTS)('GET %s', (path, timeField, sql, total) => {
  const timeOf = (row: Row | undefined): string => row?.[timeField] ?? ''
  const stored = async (): Promise<string[]> => {
    const { rows } = await engine.pool.query<{ id: string }>(sql, [trader.accountId])
    return rows.map(({ id }) => id)
  }

  // 83, 62 and 25 divide the number of rows of one list each: its last page is full.
  test.each(draw([1, 7, 25, 62, 83, 100, 500], 3, (limit) => `${path} ${limit}`))(
    'pages of %i neither skip nor repeat a row',
    async (limit) => {
      const ids: string[] = []
      const expected = await stored()
      const pages = limit === 1 ? 15 : Math.ceil(total / limit)
      let query = `limit=${limit}`
      for (let page = 1; page <= pages; page++) {
        const { body, headers } = await read(withQuery(path, query))
        ids.push(...body.map(({ id }) => id))
        expect(headers['x-has-more']).toBe(String(ids.length < total))
        expect(headers['x-next-to']).toBe(shifted(timeOf(body.at(-1)), -1).replace(/000Z$/, 'Z'))
        query = `limit=${limit}&to=${String(headers['x-next-to'])}`
      }
      expect(ids).toEqual(limit === 1 ? expected.slice(0, 15) : expected)
      expect(expected).toHaveLength(total)
    },
  )

  test('an empty page has no more and no next', async () => {
    const { body, headers } = await read(withQuery(path, 'to=2020-01-01'))
    expect([body, headers['x-has-more'], headers['x-next-to']]).toEqual([[], 'false', undefined])
  })

  test('without a limit has 100 rows; above 500 is cut to 500 and says so', async () => {
    const plain = await read(path)
    expect(plain.body).toHaveLength(Math.min(100, total))
    expect(plain.headers['x-limit-applied']).toBeUndefined()
    const most = await read(withQuery(path, 'limit=500'))
    expect(most.headers['x-limit-applied']).toBeUndefined()
    const more = await read(withQuery(path, 'limit=501'))
    expect([more.body.length, more.headers['x-limit-applied']]).toEqual([total, '500'])
    const huge = await read(withQuery(path, `limit=${'9'.repeat(30)}`))
    expect([huge.status, huge.headers['x-limit-applied']]).toEqual([200, '500'])
  })

  test('from and to are inclusive to the microsecond', async () => {
    const rows = await rowsOf(withQuery(path, 'limit=20'))
    const [newer, older] = [rows[5], rows[10]]
    const between = rows.slice(5, 11).map(({ id }) => id)
    const ids = async (from: string, to: string) =>
      (await rowsOf(withQuery(path, `from=${from}&to=${to}`))).map(({ id }) => id)
    expect(await ids(timeOf(older), timeOf(newer))).toEqual(between)
    expect(await ids(shifted(timeOf(older), 1), timeOf(newer))).toEqual(between.slice(0, -1))
    expect(await ids(timeOf(older), shifted(timeOf(newer), -1))).toEqual(between.slice(1))
    expect(await ids(timeOf(newer), timeOf(newer))).toEqual([newer?.id])
    const offset = shifted(timeOf(newer), 2 * 3_600 * 1_000_000).replace('Z', '%2B02:00')
    expect(await ids(offset, offset)).toEqual([newer?.id])
  })

  test('a date alone is its first or its last microsecond', async () => {
    const rows = await rowsOf(withQuery(path, 'limit=500'))
    const [last, first] = [timeOf(rows[0]).slice(0, 10), timeOf(rows.at(-1)).slice(0, 10)]
    const count = async (query: string) => (await rowsOf(withQuery(path, `limit=500&${query}`))).length
    const dayAfter = shifted(`${last}T00:00:00.000000Z`, 86_400 * 1_000_000).slice(0, 10)
    const dayBefore = shifted(`${first}T00:00:00.000000Z`, -86_400 * 1_000_000).slice(0, 10)
    expect(await count(`from=${first}&to=${last}`)).toBe(total)
    expect(await count(`from=${dayAfter}`)).toBe(0)
    expect(await count(`to=${dayBefore}`)).toBe(0)
  })
})

describe('the rows', () => {
  test('of orders, fills and positions of one account never share a time', async () => {
    const { rows } = await engine.pool.query<{ all: string; distinct: string }>(
      `select count(*) as all, count(distinct at) as distinct from (
         select created_at as at from orders where account_id = $1
         union all select created_at from fills where account_id = $1
         union all select created_at from transfers where account_id = $1
         union all select created_at from events where account_id = $1) rows`,
      [trader.accountId],
    )
    expect(rows[0]?.all).toBe(rows[0]?.distinct)
  })
})
