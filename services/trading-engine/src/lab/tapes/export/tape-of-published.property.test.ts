/** The tape of a day says of each of its ticks what was published last. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { toNumber } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../../market/catalogue.js'
import { encodeTick, type TickBlock, type TickEntry } from '../../../market/feeds/published/tick-block.js'
import { createTapeFeed } from '../tape-feed.js'
import { tapeOfPublished, type PublishedTicks } from './tape-of-published.js'

const catalogue = loadCatalogue()
const { tickSize } = catalogue.find('BTC-USD')!
const LISTINGS = [
  { id: 2, symbol: 'BTC-USD', venue: 'GMX', tickSize },
  { id: 5, symbol: 'BTC-USD', venue: 'OSTIUM', tickSize },
  { id: 7, symbol: 'ETH-USD', venue: 'GMX', tickSize: catalogue.find('ETH-USD')!.tickSize },
  // The grid of another time.
  { id: 9, symbol: 'SOL-USD', venue: 'GMX', tickSize },
] as const
const FIRST = 7_100_000_000

const anyEntry = fc.record({
  listing: fc.constantFrom(2, 5, 7, 9),
  mark: fc.integer({ min: 1_000, max: 1_000_000 }),
  half: fc.integer({ min: 1, max: 900 }),
  status: fc.constantFrom(null, 'OPEN' as const, 'PAUSED' as const),
  staleReason: fc.constantFrom(null, 'silent' as const, 'divergence' as const),
})
const anyDrawn = fc.record({ step: fc.integer({ min: 1, max: 9 }), entries: fc.array(anyEntry, { maxLength: 4 }) })
const anyTicks = fc.array(anyDrawn, { minLength: 1, maxLength: 60 })
type DrawnTick = typeof anyDrawn extends fc.Arbitrary<infer Drawn> ? Drawn : never

function published(drawn: readonly DrawnTick[]): readonly TickBlock[] {
  let number = FIRST - 40
  return drawn.map(({ step, entries }): TickBlock => {
    number += step
    const byListing = new Map(
      entries.map(({ half, mark, ...told }): [number, TickEntry] => [
        told.listing,
        { ...told, mark, bid: mark - half, ask: mark + half, index: mark, trade: null, receivedAtMs: 0, madeAtMs: 0 },
      ]),
    )
    const sorted = [...byListing.values()].sort((a, b) => a.listing - b.listing)
    return { number, previous: number - step, isSnapshot: false, entries: sorted, rates: [] }
  })
}

const storeOf = (blocks: readonly TickBlock[]): PublishedTicks => {
  const stored = blocks.map((tick) => ({ number: tick.number, isSnapshot: false, block: encodeTick(tick) }))
  return {
    listings: () => Promise.resolve(LISTINGS),
    snapshotUpTo: () => Promise.resolve(blocks[0]!.number),
    after: (tick, limit) => Promise.resolve(stored.filter(({ number }) => number > tick).slice(0, limit)),
  }
}

test('every tick shows what was published last, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(anyTicks, async (drawn) => {
      const blocks = published(drawn)
      const span = { firstTick: FIRST, endTick: FIRST + 200, symbols: null }
      const known = new Map<number, TickEntry>()
      const isAny = blocks.some(({ entries }) => entries.some(({ listing }) => listing !== 9))
      const made = tapeOfPublished(storeOf(blocks), span, catalogue)
      if (!isAny) return void (await expect(made).rejects.toThrow('no tick of that time is stored'))
      const tape = await made
      expect(tape.series.every(({ symbol }) => symbol !== 'SOL-USD')).toBe(true)
      const feed = createTapeFeed(tape, catalogue.all)
      for (let tick = FIRST - 40; tick < FIRST + 200; tick += 1) {
        for (const entry of blocks.find(({ number }) => number === tick)?.entries ?? []) known.set(entry.listing, entry)
        if (tick < FIRST) continue
        for (const { id, ...listing } of LISTINGS.slice(0, 3)) {
          const [quote, told] = [feed.quote(listing, tick), known.get(id)]
          const steps = (value: bigint): number => Number(value / listing.tickSize)
          expect(quote && [steps(quote.mark), steps(quote.bid), steps(quote.ask)]).toEqual(
            told && [told.mark, told.bid, told.ask],
          )
          expect([quote?.staleReason, quote?.status]).toEqual(
            told === undefined
              ? [undefined, undefined]
              : [told.staleReason === null ? null : 'silent', told.status === 'PAUSED' ? 'PAUSED' : null],
          )
        }
      }
    }),
    { numRuns: runs(60) },
  )
})

test('the day ends where it ends, pages go on, and funding is told for a period where it changes', async () => {
  const entry = {
    ...{ listing: 2, mark: 5_000, bid: 4_999, ask: 5_001, index: 5_000, status: null, staleReason: null },
  } as const
  const blocks = Array.from({ length: 2_300 }, (_, place): TickBlock => ({
    ...{ number: FIRST - 100 + place, previous: FIRST - 101 + place, isSnapshot: place === 0 },
    entries: [{ ...entry, mark: 5_000 + (place % 2), ask: 5_002, trade: null, receivedAtMs: 0, madeAtMs: 0 }],
    rates: [0, 600, 1_200].includes(place)
      ? [
          {
            ...{ listing: 2, carry: { long: 0, short: 0 }, openInterest: null, receivedAtMs: 0 },
            // 0.876 a year is 0.0001 an hour.
            funding: { long: place === 1_200 ? -876e9 : 876e9, short: 0 },
          },
        ]
      : [],
  }))
  const tape = await tapeOfPublished(
    storeOf(blocks),
    { firstTick: FIRST, endTick: FIRST + 2_000, symbols: ['BTC-USD'] },
    catalogue,
  )
  const [series] = tape.series
  expect([series!.slots[0], series!.slots.at(-1), series!.slots.length]).toEqual([0, 1_999, 2_000])
  expect(series!.funding.map(({ slot, rates }) => [slot, toNumber(rates.long)])).toEqual([
    [0, 0.0001],
    [1_100, -0.0001],
  ])
})
