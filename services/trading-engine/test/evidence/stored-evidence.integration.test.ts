/** Evidence from the ticks that are stored, by a process that has none of them in memory any more. */
import { createTestDatabase, createTestPool } from '@ats/test-kit'
import type { Pool } from 'pg'
import { keepEvidenceTicks } from '../../src/compose/keep-evidence-ticks.js'
import { recordEvidence } from '../../src/commands/record-evidence.js'
import { pastTicksOfStore } from '../../src/compose/past-ticks.js'
import { listingKey } from '../../src/core/model/market/listing.js'
import { tickAt, TICKS_PER_DAY } from '../../src/core/values/tick.js'
import type { Feed } from '../../src/market/feeds/feed.js'
import { createLiveFeed } from '../../src/market/feeds/published/live-feed.js'
import { HOUR_TICKS } from '../../src/market/feeds/published/bars/listing-history.js'
import { createStoredTicks } from '../../src/market/feeds/published/stored-ticks.js'
import { decodeTick, encodeTick, type TickEntry } from '../../src/market/feeds/published/tick-block.js'
import { createTickMemory, type TickMemory } from '../../src/market/feeds/published/tick-memory.js'
import { createMarket } from '../../src/market/market.js'
import { readTape } from '../../src/queries/read-tape.js'
import { readEvidence } from '../../src/queries/read-evidence.js'
import { loadMarketSeed } from '../../src/store/read/market-settings.js'
import {
  findSnapshot,
  findStoredSnapshot,
  listPublishedListings,
  listStoredTicks,
  listTicks,
} from '../../src/store/read/published-ticks.js'
import { dropTickPartitions, makeTickPartitions } from '../../src/store/write/tick-partitions.js'
import type { EvidenceBundle } from '../../src/wire/evidence/evidence-bundle.js'
import { startChecker } from '../support/random-accounts/check-evidence.js'
import { pollUntil } from '../support/poll-until.js'
import { timeOf } from '../support/market/scripted-world.js'
import { around, startStage } from '../support/stage.js'
import { catalogue, LISTED } from '../support/market/tick-stage.js'

const START = '2026-03-02T12:00:00Z'
const FIRST = tickAt(timeOf(START))
const SYMBOLS = ['BTC-USD', 'SOL-USD']
const BTC = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET' } as const

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: Pool
let accountId: string
/** As the worker sealed it that had seen everything. */
let remembered: EvidenceBundle
const checker = startChecker()

/** A day with a stop that fired, a high, and its end: on a plan whose floor trails the highest equity. */
async function live(): Promise<Feed> {
  const stage = await startStage(
    START,
    { ...around(100_000), ...around(100, 'SOL-USD') },
    { databaseUrl: database.url },
  )
  const actor = await stage.actor('instant-25k')
  await actor.placed({ ...BTC, quantity: 0.2 })
  await actor.placed({ symbol: 'SOL-USD', side: 'SELL', kind: 'MARKET', quantity: 10 })
  await actor.placed({ ...BTC, side: 'SELL', kind: 'STOP', quantity: 0.05, trigger_price: 99_500 })
  // A minute in which nothing happens to the high, the minute that has it, and more of them after it.
  await stage.step([actor], around(100_500), '2026-03-02T12:01:00Z')
  await stage.step([actor], around(103_000), '2026-03-02T12:02:10Z')
  await stage.step([actor], around(101_000), '2026-03-02T12:03:00Z')
  await stage.step([actor], around(99_000), '2026-03-02T12:04:00Z')
  await stage.step([actor], around(93_000), '2026-03-02T12:05:00Z')
  accountId = actor.accountId
  await pollUntil(
    () =>
      stage.pool.query<{ due: number }>('select count(*)::int as due from evidence_subjects where sequence is null'),
    ({ rows }) => rows[0]?.due === 0,
  )
  type Found = { readonly bundle: EvidenceBundle; readonly next: number | null }
  let found: Found = { bundle: remembered, next: 0 }
  while (found.next !== null)
    found = (await stage.engine.operator.get<Found>(`/operator/v1/evidence/${accountId}?after=${found.next}`)).body
  remembered = found.bundle
  await stage.close()
  return stage.script.feed
}

/** Publishes what the feed said: a tick a slot in which a price changed, and every fifth second all of them. */
async function publish(feed: Feed, last: number): Promise<void> {
  await makeTickPartitions(pool, FIRST)
  const listed = LISTED.filter(({ symbol }) => SYMBOLS.includes(symbol))
  for (const [index, { venue, symbol, instrument }] of listed.entries())
    await pool.query('insert into published_listings values ($1, $2, $3, $4::numeric / 1e18)', [
      ...[index + 1, venue, symbol, String(instrument.tickSize)],
    ])
  let [before, shown] = [0, '']
  for (let number = FIRST - 20; number <= last; number++) {
    const entries = listed.flatMap((one, index): TickEntry[] => {
      const quote = feed.quote(one, Math.max(number, FIRST))
      if (quote === undefined) return []
      const steps = (price: bigint): number => Number(price / one.instrument.tickSize)
      const [mark, bid, ask] = [steps(quote.mark), steps(quote.bid), steps(quote.ask)]
      const prices = { mark, bid, ask, index: mark, status: null, staleReason: null, receivedAtMs: 0, madeAtMs: 0 }
      return [{ listing: index + 1, trade: 'BUY', ...prices }]
    })
    const isSnapshot = number % 20 === 0
    if (!isSnapshot && JSON.stringify(entries) === shown) continue
    const block = encodeTick({ number, previous: before, isSnapshot, entries, rates: [] })
    await pool.query('insert into published_ticks values ($1, $2, $3)', [number, isSnapshot, block])
    before = number
    shown = JSON.stringify(entries)
  }
}

/** As a process that has these ticks in memory, and the others on disk alone. */
async function seal(memory: TickMemory): Promise<EvidenceBundle> {
  const seed = Buffer.from(await loadMarketSeed(pool), 'hex')
  const feed = createLiveFeed(LISTED, memory)
  const market = createMarket({ instruments: catalogue.all, feed, seed, isWithinHours: () => true })
  const stored = createStoredTicks({
    list: (after, limit) => listTicks(pool, after, limit),
    findSnapshot: (tick) => findSnapshot(pool, tick),
    listListings: () => listPublishedListings(pool),
  })
  const options = { pool, instruments: catalogue, ticks: pastTicksOfStore(market, stored) }
  expect(await recordEvidence(options, accountId)).toBe(true)
  return (await readEvidence(options, accountId, 0)).bundle
}

/** The account waits for its evidence again, all of it in one bundle. */
async function forget(): Promise<void> {
  for (const table of ['evidence', 'evidence_ticks']) await pool.query(`alter table ${table} disable trigger user`)
  await pool.query('delete from evidence_ticks')
  await pool.query('delete from evidence')
  await pool.query('update evidence_subjects set sequence = null')
}

const emptyMemory = (): TickMemory => createTickMemory(LISTED, FIRST + 24 * HOUR_TICKS)

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  const feed = await live()
  pool = createTestPool(database.url, { max: 4, timestampsAsText: true })
  await publish(feed, tickAt(timeOf('2026-03-02T12:06:00Z')))
})
beforeEach(forget)
afterAll(async () => {
  checker.end()
  await pool.end()
  await database.drop()
})

const kindsOf = ({ rows }: EvidenceBundle) => new Set(rows.map(({ kind }) => kind))

test('it is what a process made that has seen them all, with the tick of the high and that of the trigger', async () => {
  const bundle = await seal(emptyMemory())
  expect(kindsOf(bundle)).toEqual(new Set(['day', 'fill', 'transfer', 'trigger', 'high', 'breach']))
  expect(checker.check([bundle])).toEqual(['all is equal'])
  for (const kind of ['high', 'trigger'])
    expect(bundle.rows.filter((row) => row.kind === kind)).toEqual(remembered.rows.filter((row) => row.kind === kind))
  for (const row of remembered.ticks) expect(bundle.ticks).toContainEqual(row)
})

test('the minutes that had no such high are not read', async () => {
  const memory = createTickMemory(LISTED, Math.floor(FIRST / HOUR_TICKS) * HOUR_TICKS)
  memory.setListings(await listPublishedListings(pool))
  const read: number[] = []
  for (const { block } of await listTicks(pool, 0, 100_000)) memory.apply(decodeTick(block))
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const spy = jest.spyOn(pool, 'query').mockImplementation(((...given: { name?: string; values?: number[] }[]) => {
    if (given[0]!.name === 'list_published_ticks') read.push(given[0]!.values![0]!)
    return query(...given)
  }) as never)
  const bundle = await seal(memory)
  spy.mockRestore()
  expect(kindsOf(bundle)).toContain('high')
  const isReadFrom = (minute: string): boolean => {
    const start = tickAt(timeOf(`2026-03-02T${minute}:00Z`))
    return read.some((after) => Math.abs(after - start) < 40)
  }
  expect([isReadFrom('12:02'), isReadFrom('12:03'), isReadFrom('12:01')]).toEqual([true, false, false])
})

test.each([
  ['is gone', 'delete from published_ticks where number = $1'],
  ['has other bytes', `update published_ticks set block = overlay(block placing '\\x00' from 12) where number = $1`],
])('where the tick of a breach %s, its figures are named', async (_what, sql) => {
  const end = remembered.rows.findLast(({ kind }) => kind === 'breach')!
  const { rows } = await pool.query('select * from published_ticks where number = $1', [end['tick']])
  await pool.query(sql, [end['tick']])
  const lines = checker.check([await seal(emptyMemory())])
  expect(lines).toContain(`0.json, bundle 1: breach ${String(end['id'])}: its tick of GMX:BTC-USD is missing`)
  await pool.query('delete from published_ticks where number = $1', [end['tick']])
  const [row] = rows as { number: string; is_snapshot: boolean; block: Buffer }[]
  await pool.query('insert into published_ticks values ($1, $2, $3)', [row!.number, row!.is_snapshot, row!.block])
})

test('ticks are not dropped before the evidence is made that needs them, and never those of its trading day', async () => {
  const later = FIRST + 30 * 24 * HOUR_TICKS
  const drop = () => dropTickPartitions(pool, later, 14, (day) => keepEvidenceTicks(pool, day))
  expect(await drop()).toBe(0)
  const { rows: none } = await pool.query('select from kept_ticks')
  expect(none).toEqual([])
  const bundle = await seal(emptyMemory())
  const before = await quotesOfDay()
  // A process that ends while it copies leaves the rest to the next one.
  await keepEvidenceTicks(pool, Math.floor(FIRST / TICKS_PER_DAY))
  const { rows: cut } = await pool.query('select number from kept_ticks order by number desc limit 40')
  await pool.query('alter table kept_ticks disable trigger user')
  await pool.query('delete from kept_ticks where number = any($1)', [cut.map((row: { number: string }) => row.number)])
  expect(await quotesOfDay()).toEqual(before)
  expect(await drop()).toBe(3)
  const after = await quotesOfDay()
  const held = ['GMX:BTC-USD', 'GMX:SOL-USD']
  expect(after.map(({ tick }) => tick)).toEqual(before.map(({ tick }) => tick))
  expect(after.length).toBeGreaterThan(1_000)
  for (const listing of held) expect(after.map((one) => one[listing])).toEqual(before.map((one) => one[listing]))
  // No account with evidence held it.
  expect(before.some((one) => one['OSTIUM:BTC-USD'] !== undefined)).toBe(true)
  expect(after.every((one) => one['OSTIUM:BTC-USD'] === undefined)).toBe(true)
  const span = { from: timeOf(START), to: timeOf('2026-03-02T12:06:00Z'), symbols: null, venue: null }
  const { prices } = await readTape(pool, { ...span, after: 0 })
  expect(new Set(prices.map(listingKey))).toEqual(new Set(held))
  await pool.query('alter table kept_ticks enable trigger user')
  await expect(pool.query('delete from kept_ticks')).rejects.toThrow()
  const { rows } = await pool.query('select count(*)::int as kept from evidence_ticks')
  expect(rows).toEqual([{ kept: bundle.ticks.length }])
  const { bundle: again } = await readEvidence(
    {
      pool,
      instruments: catalogue,
      ticks: { rates: never, read: () => Promise.reject(new Error('gone')), walk: never },
    },
    accountId,
    0,
  )
  expect(checker.check([again])).toEqual(['all is equal'])
})

/** Every slot of the minutes in which ticks were published. */
async function quotesOfDay(): Promise<readonly Record<string, unknown>[]> {
  const stored = createStoredTicks({
    list: (after, limit) => listStoredTicks(pool, after, limit),
    findSnapshot: (tick) => findStoredSnapshot(pool, tick),
    listListings: () => listPublishedListings(pool),
  })
  const slots: Record<string, unknown>[] = []
  for await (const [tick, quotes] of stored.walk(FIRST, tickAt(timeOf('2026-03-02T12:05:00Z'))))
    slots.push({ tick, ...Object.fromEntries(LISTED.map((one) => [listingKey(one), quotes(one)?.mark])) })
  return slots
}
const never = (): never => {
  throw new Error('gone')
}
