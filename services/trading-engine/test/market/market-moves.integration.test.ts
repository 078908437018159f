import { createTestDatabase, createTestPool, type TestDatabase } from '@ats/test-kit'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { formatDecimal, price } from '../../src/core/values/decimal.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { createSandboxFeed } from '../../src/market/feeds/sandbox.js'
import { createSyntheticFeed } from '../../src/market/feeds/synthetic.js'
import { insertMarketMove, listMarketMoves, type MoveLimits } from '../../src/store/operator/market-moves.js'
import type { MarketMove } from '../../src/core/model/market/market-move.js'
import { primaryOf } from '../support/market/listings.js'

const { all } = loadCatalogue()
const below = createSyntheticFeed(all, new Uint8Array(32).fill(5))
const SYMBOLS = ['BTC-USD', 'ETH-USD']
const T = 7_074_086_400
const SPAN = 40
const PLENTY = { perMinute: 1_000, perDay: 1_000 }
const LAST: MarketMove = { symbol: 'SOL-USD', startedTick: T + 2 * SPAN, price: null, overTicks: 0 }

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool.query('truncate market_moves, packed_market_moves'))

const moves = fc.array(
  fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    startedTick: fc.integer({ min: T, max: T + SPAN }),
    price: fc.option(fc.bigInt(1n, 10n ** 23n).map(price)),
    overTicks: fc.integer({ min: 0, max: 20 }),
  }),
  { minLength: 1, maxLength: 40 },
)

/** As they were made, so many hours ago. */
async function insertMade(made: readonly MarketMove[], hoursAgo: number, userId = 'somebody'): Promise<void> {
  for (const move of made)
    await pool.query(
      `insert into market_moves (symbol, started_tick, price, over_ticks, user_id, created_at)
        values ($1, $2, $3, $4, $5, now() - make_interval(hours => $6))`,
      [move.symbol, move.startedTick, move.price && formatDecimal(move.price), move.overTicks, userId, hoursAgo],
    )
}

/** All that anybody can ask of the ticks, by a feed that has heard of the moves. */
function toldBy(...heard: readonly (readonly MarketMove[])[]): unknown {
  const feed = createSandboxFeed(below, all)
  for (const each of heard) feed.addMoves(each)
  const ticks = Array.from({ length: SPAN + 25 }, (_, offset) => T - 1 + offset)
  return SYMBOLS.map((symbol) => [
    ticks.map((tick) => [tick, feed.quote(primaryOf(symbol), tick), feed.trades(primaryOf(symbol), tick)]),
    ticks.map((tick) => feed.bar(primaryOf(symbol), T - 5, tick + 1)),
  ])
}

test('packing keeps what every past tick says, for one who reads it all and for one who goes on reading', async () => {
  await fc.assert(
    fc.asyncProperty(moves, moves, fc.nat(40), async (oldest, recent, known) => {
      await pool.query('truncate market_moves, packed_market_moves')
      await insertMade(oldest, 72)
      const first = await listMarketMoves(pool, 0)
      const expected = toldBy([...oldest, ...recent])
      expect(await insertMarketMove(pool, LAST, 'somebody', PLENTY)).toEqual({ startedTick: LAST.startedTick })
      await insertMade(recent.slice(0, known), 1)
      const packed = await listMarketMoves(pool, 0)
      await insertMade(recent.slice(known), 1)
      const { rows } = await pool.query<{ count: string }>('select count(*) from packed_market_moves')
      expect(Number(rows[0]?.count)).toBe(new Set(oldest.map(({ symbol }) => symbol)).size)
      const later = await listMarketMoves(pool, packed.lastId)
      expect(later.moves).toEqual(recent.slice(known))
      expect(toldBy((await listMarketMoves(pool, 0)).moves)).toEqual(expected)
      expect(toldBy(first.moves, (await listMarketMoves(pool, first.lastId)).moves)).toEqual(expected)
      expect(toldBy(packed.moves, later.moves)).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})

test('one who missed a packing reads it whole, and comes to the same', async () => {
  const made = [90n, 80n, 70n, 60n].map((each, position): MarketMove => {
    const startedTick = T + Math.floor(position / 2) * 10
    return { symbol: 'BTC-USD', startedTick, price: price(each * 10n ** 21n), overTicks: 5 }
  })
  await insertMade(made.slice(0, 1), 72)
  const known = await listMarketMoves(pool, 0)
  await insertMade(made.slice(1), 72)
  await insertMarketMove(pool, LAST, 'somebody', PLENTY)
  const rest = await listMarketMoves(pool, known.lastId)
  expect(toldBy(known.moves, rest.moves)).toEqual(toldBy(made))
})

test('who has read everything reads nothing again', async () => {
  await insertMade(
    Array.from({ length: 20 }, (_, step) => ({ ...LAST, startedTick: T + step })),
    1,
  )
  const { moves: read, lastId } = await listMarketMoves(pool, 0)
  expect(read).toHaveLength(20)
  expect(await listMarketMoves(pool, lastId)).toEqual({ moves: [], lastId })
})

/** Seconds until the user may make another move; null: it was stored. */
async function refusalOf(userId: string, limits: MoveLimits): Promise<number | null> {
  const inserted = await insertMarketMove(pool, LAST, userId, limits)
  return 'retryAfterSeconds' in inserted ? inserted.retryAfterSeconds : null
}

test('only so many of a user are stored in a minute and in a day, however many ask concurrently', async () => {
  const limits = { perMinute: 3, perDay: 5 }
  const ask = async (count: number): Promise<number> => {
    const requested = Array.from({ length: count }, () => insertMarketMove(pool, LAST, 'busy', limits))
    return (await Promise.all(requested)).filter((inserted) => 'startedTick' in inserted).length
  }
  expect(await ask(10)).toBe(3)
  const ofMinute = await refusalOf('busy', limits)
  expect(ofMinute).toBeLessThanOrEqual(60)
  await pool.query(`update market_moves set created_at = created_at - interval '1 hour'`)
  expect(await ask(10)).toBe(2)
  const ofDay = await refusalOf('busy', limits)
  expect(ofDay).toBeGreaterThan(80_000)
  expect(await refusalOf('another', limits)).toBeNull()
  await pool.query(`update market_moves set created_at = created_at - interval '1 day'`)
  expect(await ask(10)).toBe(3)
})

test('a walk made in the tick of another move begins where that one led, and a gap takes the place of the last', async () => {
  const made = [
    { price: price(200n), overTicks: 0 },
    { price: price(400n), overTicks: 100 },
    { price: price(600n), overTicks: 100 },
    { price: price(500n), overTicks: 0 },
    { price: null, overTicks: 0 },
  ]
  const started: unknown[] = []
  for (const { price: target, overTicks } of made) {
    const move = { symbol: 'BTC-USD', startedTick: T, price: target, overTicks }
    started.push(await insertMarketMove(pool, move, 'somebody', PLENTY))
  }
  expect(started).toEqual([T, T + 1, T + 2, T + 2, T + 2].map((startedTick) => ({ startedTick })))
  const other = { symbol: 'ETH-USD', startedTick: T, price: null, overTicks: 9 }
  expect(await insertMarketMove(pool, other, 'somebody', PLENTY)).toEqual({ startedTick: T })
})
