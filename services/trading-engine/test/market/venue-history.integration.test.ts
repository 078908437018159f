/** The venues' own bars of times in which nothing was published: stored once, the same in every process. */
import { createLogger } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import type { HistorySeries } from '../../src/core/model/market/venue-history.js'
import { price, type Price } from '../../src/core/values/decimal.js'
import { TICK_MICROS } from '../../src/core/values/tick.js'
import { candleMicros, MINUTE_TICKS } from '../../src/market/candles.js'
import type { WantedHistory } from '../../src/market/feeds/live/history/load-history.js'
import { createHistoryKeeper, type HistoryKeeper } from '../../src/market/feeds/published/bars/history-keeper.js'
import { DAY_TICKS } from '../../src/market/feeds/published/bars/listing-history.js'
import { createVenueHistory, type VenueHistory } from '../../src/market/feeds/published/bars/venue-history.js'
import { listPublishedListings } from '../../src/store/read/published-ticks.js'
import { findFirstMinute, listHistory, listMissingHistory } from '../../src/store/read/venue-history.js'
import { insertGaps, insertHistory } from '../../src/store/write/venue-history.js'
import { pollUntil } from '../support/poll-until.js'
import { LISTED, openTickStage, type TickStage } from '../support/market/tick-stage.js'

let stage: TickStage
const keepers = new Set<HistoryKeeper>()
beforeEach(async () => {
  stage = await openTickStage()
  await stage.pool.query(
    `insert into published_listings (id, venue, symbol, tick_size) values (1, $1, $2, 0.01), (2, $3, $4, 0.01)`,
    [first.venue, first.symbol, second.venue, second.symbol],
  )
})
afterEach(async () => {
  await Promise.all([...keepers].map((keeper) => keeper.stop()))
  keepers.clear()
  await stage.close()
})

const [first = LISTED[0]!, second = LISTED[1]!] = LISTED
/** A day's begin; processes begin to publish later that day. */
const DAY = 20_500 * DAY_TICKS
const STEP = 10n ** 16n
const logs = captureLogs()
const logger = createLogger({ service: 'test', level: 'info', destination: logs.destination })

/** Bars of a venue: in steps of the grid, the minute of their start, the same whatever they are asked for. */
const minuteOf = (tick: number): number => (tick - DAY) / MINUTE_TICKS
const priceOf = (minute: number): Price => price(BigInt(100_000 + minute) * STEP)

interface Load {
  readonly asked: string[]
  /** Venues that do not answer. */
  readonly broken: Set<string>
}

function keep(beganAt: number, last: number, told: readonly number[], { asked, broken }: Load, again = 600_000) {
  const keeper = createHistoryKeeper({
    store: {
      firstMinute: () => findFirstMinute(stage.pool),
      addGaps: (gaps) => insertGaps(stage.pool, gaps),
      listMissing: () => listMissingHistory(stage.pool),
      insert: (...series) => insertHistory(stage.pool, ...series),
    },
    listings: [first, second].map(({ venue, symbol }, index) => ({
      ...{ id: index + 1, venue, symbol, tickSize: price(STEP) },
    })),
    load: (wanted, stopping) => loadAll(wanted, stopping, beganAt, { asked, broken }),
    published: { last, isTold: (listing) => told.includes(listing) },
    beganAt: beganAt * TICK_MICROS,
    againAfterMs: again,
    logger,
    onMissing: () => undefined,
  })
  keepers.add(keeper)
  keeper.start()
  return keeper
}

/** Five bars of each interval, up to now. */
async function loadAll({ isWanted, onHistory }: WantedHistory, _: AbortSignal, until: number, load: Load) {
  let failed = 0
  for (const { venue, symbol } of [first, second])
    for (const interval of ['1m', '5m', '15m', '1h', '4h', '1d'] as const) {
      if (!isWanted({ venue, symbol }, interval)) continue
      load.asked.push(`${venue} ${symbol} ${interval}`)
      const length = candleMicros(interval) / TICK_MICROS
      const end = Math.floor(until / length) * length
      const bars = [5, 4, 3, 2, 1].map((back) => {
        const start = end - back * length
        const close = priceOf(minuteOf(start + length) - 1)
        const open = priceOf(minuteOf(start))
        return { startsAt: start * TICK_MICROS, open, high: close, low: open, close }
      })
      if (load.broken.has(venue)) failed += 1
      else await onHistory({ venue, symbol, interval, bars })
    }
  return failed
}

const stored = async (): Promise<number> => (await stage.pool.query('select from venue_candles')).rowCount ?? 0
const until = (count: number) => pollUntil(stored, (found) => found >= count)
async function read(): Promise<VenueHistory> {
  const history = createVenueHistory({
    ...{ listed: [first, second], logger, numberOf: (one) => (one === first ? 1 : 2) },
    read: (...page) => listHistory(stage.pool, ...page),
  })
  await history.refresh()
  return history
}
const NOON = DAY + 12 * 60 * MINUTE_TICKS
const closesOf = (history: VenueHistory, from: number, to: number, one = first) =>
  history
    .of(one)
    .spans(from, to)
    .map(({ start, close }) => [minuteOf(start), close - 100_000])

test('before the first tick of all, all bars that had ended; asked for once, and the same for all', async () => {
  const load = { asked: [], broken: new Set<string>() }
  keep(NOON + 50, 0, [], load)
  await until(12)
  const [one, other] = [await read(), await read()]
  for (const listed of [first, second])
    for (const history of [one, other])
      expect(closesOf(history, NOON - 8 * MINUTE_TICKS, NOON, listed)).toEqual([[715, 719]])
  expect(closesOf(one, NOON - 3 * MINUTE_TICKS, NOON).map(([minute]) => minute)).toEqual([717, 718, 719])
  expect(closesOf(one, NOON - 75 * MINUTE_TICKS, NOON - 60 * MINUTE_TICKS)).toEqual([[645, 659]])
  expect(load.asked).toHaveLength(12)
  keep(NOON + 60, NOON + 59, [1, 2], load)
  const settled = await listMissingHistory(stage.pool)
  expect([settled, load.asked.length]).toEqual([[], 12])
})

test('after an outage its whole minutes alone; what is there stays as it is', async () => {
  const load = { asked: [], broken: new Set<string>() }
  keep(NOON + 40, 0, [], load)
  await until(12)
  const before = await stage.pool.query('select * from venue_candles order by id')
  const down = NOON + 100 * MINUTE_TICKS + 17
  const up = NOON + 103 * MINUTE_TICKS + 200
  keep(up, down, [1, 2], load)
  await until(14)
  const history = await read()
  expect(closesOf(history, NOON, up)).toEqual([
    [821, 821],
    [822, 822],
  ])
  const after = await stage.pool.query('select * from venue_candles order by id')
  expect(after.rows.slice(0, 12)).toEqual(before.rows)
  expect(await history.refresh()).toBeNull()
})

test('what cannot be had is asked for again, by the one who publishes then, and nothing else is', async () => {
  const load: Load = { asked: [], broken: new Set([first.venue]) }
  const keeper = keep(NOON + 40, 0, [], load, 10)
  await pollUntil(stored, (found) => found === 6 && load.asked.length > 20)
  expect(load.asked.slice(12).every((series) => series.startsWith(first.venue))).toBe(true)
  expect(logs.text()).toContain('it is asked for again')
  await keeper.stop()
  load.broken.clear()
  keep(NOON + 100, NOON + 99, [1, 2], load)
  await until(12)
  expect(closesOf(await read(), NOON - MINUTE_TICKS, NOON)).toEqual([[719, 719]])
})

test('a process that reads while another one stores shows each series once, from the first tick that changed', async () => {
  const history = await read()
  expect(await history.refresh()).toBeNull()
  keep(NOON + 40, 0, [], { asked: [], broken: new Set() })
  await until(12)
  expect(await history.refresh()).toBe(DAY - 5 * DAY_TICKS)
  expect(await history.refresh()).toBeNull()
  expect(closesOf(history, 0, NOON)).toEqual(closesOf(await read(), 0, NOON))
})

test('bytes that are not what was stored are left out', async () => {
  keep(NOON + 40, 0, [], { asked: [], broken: new Set() })
  await until(12)
  await stage.pool.query(
    'update venue_candles set block = set_byte(block, 9, get_byte(block, 9) # 1) where minutes = 1',
  )
  const history = await read()
  expect(logs.text()).toContain('stored history of a venue is not what was stored')
  expect(closesOf(history, NOON - 5 * MINUTE_TICKS, NOON)).toEqual([[715, 719]])
  const missing: readonly HistorySeries[] = await listMissingHistory(stage.pool)
  expect([missing, await listPublishedListings(stage.pool)]).toMatchObject([[], { length: 2 }])
})
