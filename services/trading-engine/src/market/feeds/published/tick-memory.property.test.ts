import { runs } from '@ats/test-kit'
import fc from 'fast-check'
import type { PublishedCandles } from '../../../core/model/market/published-tick.js'
import { loadCatalogue } from '../../catalogue.js'
import { MINUTE_TICKS } from '../../candles.js'
import { listedInstruments } from '../../listed-instrument.js'
import { joinBars, type TickBar } from './bars/bar-log.js'
import { createCandleWriter, type CandleStore } from './bars/candle-writer.js'
import { composeTick, type States } from './compose-tick.js'
import { alignDown, ticksWantedFrom } from './bars/history-reach.js'
import { DAY_TICKS, HOUR_TICKS } from './bars/listing-history.js'
import { createLiveFeed } from './live-feed.js'
import { loadCandles } from './bars/load-candles.js'
import type { ListingState, TickBlock } from './tick-block.js'
import { createTickMemory, type TickMemory } from './tick-memory.js'

const listed = listedInstruments(loadCatalogue().all).slice(0, 3)
const numbered = listed.map(({ symbol, venue, instrument }, position) => ({
  ...{ id: position + 1, symbol, venue, tickSize: instrument.tickSize },
}))
/** Half an hour before midnight. */
const START = alignDown(7_100_000_000, DAY_TICKS) - HOUR_TICKS / 2
const SILENT = { log: [] as string[] }
const logger = { error: (_: object, text: string) => SILENT.log.push(text) } as never

interface Step {
  /** From the published tick before. */
  readonly ticks: number
  readonly moves: readonly number[]
  readonly isStale: boolean
}

const anySteps = fc.array(
  fc.record({
    ticks: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 800 }) },
      fc.integer({ min: 1, max: HOUR_TICKS }),
    ),
    moves: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 }),
    isStale: fc.boolean(),
  }),
  // Long enough that the first ticks are no longer in memory by themselves.
  { minLength: 60, maxLength: 150 },
)

/** Every seventh tick tells all. */
function publish(steps: readonly Step[]): readonly TickBlock[] {
  let [number, previous] = [START, 0]
  let published: States = new Map()
  return steps.map(({ ticks, moves, isStale }, position) => {
    number += ticks
    const next = new Map(
      moves.map((move, listing): [number, ListingState] => {
        const mark = (published.get(listing + 1)?.mark ?? 1_000) + move
        const times = { receivedAtMs: number * 250, madeAtMs: number * 250 - 700 }
        const staleReason = isStale && listing === 1 ? 'divergence' : null
        return [listing + 1, { mark, bid: mark - 1, ask: mark + 2, index: mark, status: null, staleReason, ...times }]
      }),
    )
    const tick = composeTick({ number, previous, isSnapshot: position % 7 === 0 }, published, next)
    previous = number
    published = next
    return tick
  })
}

function remember(ticks: readonly TickBlock[], fromTick: number): TickMemory {
  const memory = createTickMemory(listed, fromTick)
  memory.setListings(numbered)
  for (const tick of ticks) memory.apply(tick)
  return memory
}

/** The trades of a listing among the ticks in [from, to). */
const tradesIn = (ticks: readonly TickBlock[], listing: number, from: number, to: number) =>
  ticks
    .filter(({ number }) => number >= from && number < to)
    .flatMap(({ number, entries }) =>
      entries
        .filter((entry) => entry.listing === listing && entry.trade !== null)
        .map(({ mark }) => ({ number, mark })),
    )

const barOf = (trades: readonly { readonly mark: number }[]): TickBar | undefined =>
  trades
    .map(({ mark: price }): TickBar => ({ open: price, high: price, low: price, close: price, trades: 1 }))
    .reduce<TickBar | undefined>(joinBars, undefined)

function storeOf(rows: PublishedCandles[]): CandleStore {
  return {
    last: (minutes) => Promise.resolve(rows.findLast((row) => row.minutes === minutes)?.firstTick ?? null),
    insert: (candles) => Promise.resolve(void rows.push(...candles)),
  }
}

/** All candles there are to write. */
async function writeAll(memory: TickMemory): Promise<readonly PublishedCandles[]> {
  const rows: PublishedCandles[] = []
  const write = createCandleWriter(memory, storeOf(rows))
  const ends = () => [MINUTE_TICKS, HOUR_TICKS, DAY_TICKS].map((length) => memory.closedUntil(length))
  // Sixty spans of each length in a call.
  const calls = Math.ceil(((ends()[0] ?? 0) - START) / MINUTE_TICKS / 60) + 1
  for (let call = 0; call < calls; call++) await write()
  return rows
}

it('a bar is that of the trades within it: by tick in the last hours, by minute before', () => {
  fc.assert(
    fc.property(anySteps, fc.nat(), fc.nat(), fc.constantFrom(1, 2, 3), (steps, from, length, listing) => {
      const ticks = publish(steps)
      const memory = remember(ticks, alignDown(START, HOUR_TICKS))
      const history = memory.history(listed[listing - 1]!)
      const end = ticks.at(-1)!.number + 1
      const unit = from % 2 === 0 ? 1 : MINUTE_TICKS
      const first = alignDown(unit === 1 ? memory.reach.ticks() : START, unit)
      const fromTick = alignDown(first + (from % Math.max(1, end - first)), unit)
      const toTick = fromTick + unit * (1 + (length % Math.ceil((end - fromTick) / unit)))
      expect(history.bar(fromTick, toTick)).toEqual(barOf(tradesIn(ticks, listing, fromTick, toTick)))
    }),
  )
})

it('a quote is what the last tick up to then said, and names it', () => {
  fc.assert(
    fc.property(anySteps, fc.nat(), (steps, at) => {
      const ticks = publish(steps)
      const memory = remember(ticks, alignDown(START, HOUR_TICKS))
      const feed = createLiveFeed(listed, memory)
      const slot = memory.reach.ticks() + (at % (ticks.at(-1)!.number + 40 - memory.reach.ticks()))
      const said = ticks.findLast(({ number }) => number <= slot)
      for (const [position, one] of listed.entries()) {
        const entry = ticks
          .filter(({ number }) => number <= slot)
          .flatMap(({ entries }) => entries.filter(({ listing }) => listing === position + 1))
          .at(-1)
        const quote = feed.quote(one, slot)
        expect(quote?.tick).toBe(said?.number)
        if (said === undefined || entry === undefined) continue
        expect(quote?.mark).toBe(BigInt(entry.mark) * one.instrument.tickSize)
        expect(quote?.staleReason).toBe(slot - said.number > 20 ? 'silent' : entry.staleReason)
      }
    }),
  )
})

it('a restart reads back exactly: quotes and bars, from stored candles and the ticks of the last hours', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), async (steps, questions) => {
      const ticks = publish(steps)
      const before = remember(ticks, alignDown(START, HOUR_TICKS))
      const rows = await writeAll(before)
      const end = ticks.at(-1)!.number
      const lastMinute = rows.findLast(({ minutes }) => minutes === 1)?.firstTick ?? START
      const fromTick = Math.min(ticksWantedFrom(end), alignDown(lastMinute, HOUR_TICKS))
      const after = createTickMemory(listed, fromTick)
      after.setListings(numbered)
      const read = (minutes: number, from: number, limit: number) =>
        Promise.resolve(rows.filter((row) => row.minutes === minutes && row.firstTick >= from).slice(0, limit))
      await loadCandles(after, fromTick, read, logger)
      const snapshot = ticks.findLastIndex(({ number, isSnapshot }) => number <= fromTick && isSnapshot)
      for (const tick of ticks.slice(Math.max(0, snapshot))) after.apply(tick)

      const feeds = [before, after].map((memory) => createLiveFeed(listed, memory))
      const [first = 0] = [alignDown(START, HOUR_TICKS)]
      for (const question of questions) {
        const one = listed[question % 3]!
        const minute = alignDown(first + (question % (end - first)), MINUTE_TICKS)
        const told = feeds.map((feed) => [
          feed.quote(one, end - (question % 400)),
          feed.quote(one, minute),
          feed.bar(one, minute, end + 1),
          feed.bar(one, alignDown(minute, HOUR_TICKS), alignDown(end, MINUTE_TICKS) + MINUTE_TICKS),
          feed.latestTradeTick(one, minute + MINUTE_TICKS - 1),
          feed.trades(one, minute + MINUTE_TICKS - 1),
        ])
        expect(told[1]).toEqual(told[0])
      }
    }),
    { numRuns: runs(160) },
  )
  expect(SILENT.log).toEqual([])
})
