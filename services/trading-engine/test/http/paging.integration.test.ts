/** Paging by time while two processes concurrently place orders: every row exactly once, whatever the page size. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { formatTimestamp } from '../../src/core/values/time.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { pollUntil } from '../support/poll-until.js'
import { timeOf } from '../support/market/scripted-world.js'

/** Lists of several pages; `SUITE=whole` walks longer ones more often. */
const [TURNS_BEFORE, WALKS] = process.env['SUITE'] === 'whole' ? [40, 6] : [25, 2]

interface Row {
  readonly id: string
  readonly at: number
}

/** Each list of an account's past: the field a row is placed by, and the same rows in the database. */
const LISTS = [
  ['/orders?status=all', 'created_at', 'select id from orders where account_id = $1 order by created_at'],
  ['/trades?', 'timestamp', 'select id from fills where account_id = $1 order by created_at'],
  [
    '/positions/history?',
    'closed_at',
    'select id from positions where account_id = $1 and closed_at is not null order by closed_at',
  ],
  ['/ledger?', 'created_at', 'select id from transfers where account_id = $1 order by created_at'],
] as const
type List = (typeof LISTS)[number]

let engines: readonly TestEngine[]
let trader: Trader

beforeAll(async () => {
  const first = await startEngine()
  engines = [first, await startEngine({ ROLE: 'api', databaseUrl: first.databaseUrl, sharedWallet: first.wallet })]
  await insertPlan(first.pool, 'wide', { exposure: WIDE_EXPOSURE })
  await first.moveMarket('ETH-USD', 2_000)
  trader = await first.trader('wide')
})
afterAll(async () => {
  for (const engine of [...engines].reverse()) await engine.close()
})

const through = (engine: TestEngine) => engine.api.with(trader.key.headers)

/**
 * One process buys and sells 0.03, the other sells and buys 0.02: positions close, flip and open again. A 500 (the
 * processes may lose sight of each other for a moment) is retried with the same client_id, as every bot should.
 */
async function trade(process: number, turn: number): Promise<void> {
  const side = (process + turn) % 2 === 0 ? 'BUY' : 'SELL'
  const order = { symbol: 'ETH-USD', side, kind: 'MARKET', quantity: process === 0 ? 0.03 : 0.02 }
  const body = { account_id: trader.accountId, client_id: randomUUID(), ...order }
  const { status, text } = await untilAnswered(() => through(engines[process]!).post('/v1/order', { body }))
  if (status !== 200) throw new Error(`the order answered ${status}: ${text}`)
}

async function read(engine: TestEngine, [path, field]: List, query: string) {
  const { status, body, headers, text } = await through(engine).get<readonly Record<string, string>[]>(
    `/v1/account/${trader.accountId}${path}&${query}`,
  )
  if (status !== 200) throw new Error(`${path}&${query} answered ${status}: ${text}`)
  return {
    rows: body.map((row): Row => ({ id: row['id']!, at: timeOf(row[field]!) })),
    hasMore: headers['x-has-more'] === 'true',
    nextTo: headers['x-next-to'] as string | undefined,
  }
}

/** All ids of a list, from the oldest to the newest. */
async function storedIds([, , query]: List): Promise<readonly string[]> {
  const { rows } = await engines[0]!.pool.query<{ id: string }>(query, [trader.accountId])
  return rows.map(({ id }) => id)
}

/**
 * From the newest row to the oldest, in pages of these sizes, each read from one of the processes. After the first page
 * it waits for one more row, so that every walk has something to race with.
 */
async function walkBack(list: List, limits: Iterator<number>): Promise<readonly Row[]> {
  const seen: Row[] = []
  for (let query = ''; ;) {
    const limit = limits.next().value as number
    const page = await read(engines[limit % 2]!, list, `limit=${limit}${query}`)
    seen.push(...page.rows)
    if (query === '')
      await pollUntil(
        () => storedIds(list),
        (ids) => ids.at(-1) !== page.rows[0]?.id,
      )
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    expect(page.hasMore ? page.rows.length : limit).toBe(limit)
    if (!page.hasMore) return seen
    const next = formatTimestamp(page.rows.at(-1)!.at - 1)
    expect(page.nextTo).toBe(next)
    query = `&to=${next}`
  }
}

/** All that is newer than a row, in pages, with the newest of them as the next place to go on from. */
async function walkOn(list: List, after: number, limits: Iterator<number>): Promise<readonly Row[]> {
  const from = `&from=${formatTimestamp(after + 1)}`
  const seen: Row[] = []
  for (let to = ''; ;) {
    const limit = limits.next().value as number
    const page = await read(engines[limit % 2]!, list, `limit=${limit}${from}${to}`)
    seen.push(...page.rows)
    if (!page.hasMore) return seen.reverse()
    to = `&to=${formatTimestamp(page.rows.at(-1)!.at - 1)}`
  }
}

/** Trades on both processes until told to stop. */
function keepTrading(): () => Promise<void> {
  let isStopped = false
  const loops = engines.map(async (_, process) => {
    for (let turn = 0; !isStopped; turn++) await trade(process, turn)
  })
  const ended = Promise.all(loops).then(() => undefined)
  // What went wrong is heard when it is waited for.
  ended.catch(() => undefined)
  return () => {
    isStopped = true
    return ended
  }
}

test('readers see every row exactly once, in order, while rows are being written', async () => {
  for (let turn = 0; turn < TURNS_BEFORE; turn++) for (const process of [0, 1]) await trade(process, turn)
  const limits = fc.sample(fc.infiniteStream(fc.integer({ min: 3, max: 120 })), 1)[0]!
  const walks: { readonly list: List; readonly rows: readonly Row[] }[] = []
  const followed = new Map<List, readonly Row[]>(LISTS.map((list) => [list, []]))

  const stop = keepTrading()
  try {
    for (let walk = 0; walk < WALKS; walk++) {
      await Promise.all(
        LISTS.map(async (list) => {
          walks.push({ list, rows: await walkBack(list, limits) })
          const known = followed.get(list)!
          followed.set(list, [...known, ...(await walkOn(list, known.at(-1)?.at ?? 0, limits))])
        }),
      )
    }
  } finally {
    await stop()
  }

  for (const list of LISTS) {
    const ids = await storedIds(list)
    const following = followed.get(list)!
    expect(following.length).toBeGreaterThan(TURNS_BEFORE)
    expect(following.map(({ id }) => id)).toEqual(ids.slice(0, following.length))
    const lengths = walks
      .filter((walk) => walk.list === list)
      .map(({ rows }) => {
        const [newest] = rows
        expect(rows.map(({ id }) => id).reverse()).toEqual(ids.slice(0, ids.indexOf(newest!.id) + 1))
        for (const [index, { at }] of rows.slice(1).entries()) expect(at).toBeLessThan(rows[index]!.at)
        return rows.length
      })
    expect(lengths.at(-1)).toBeGreaterThan(lengths[0]!)
  }
})
