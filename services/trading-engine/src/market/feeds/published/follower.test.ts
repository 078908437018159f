import { createLogger, createOutageLog } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import fc from 'fast-check'
import type { PublishedTick } from '../../../core/model/market/published-tick.js'
import { createFollower } from './follower.js'
import { encodeTick, type TickBlock } from './tick-block.js'

const tickOf = (number: number, previous: number, isSnapshot = false, listing = 1): TickBlock => ({
  ...{ number, previous, isSnapshot },
  rates: [],
  entries: [
    {
      ...{ listing, mark: number, bid: number, ask: number + 1, index: number, trade: null },
      ...{ status: null, staleReason: null, receivedAtMs: 0, madeAtMs: 0 },
    },
  ],
})
const rowOf = (tick: TickBlock): PublishedTick => ({ ...tick, block: encodeTick(tick) })

function follow(table: readonly PublishedTick[], known = new Set([1])) {
  const logs = captureLogs()
  const logger = createLogger({ service: 'test', level: 'info', destination: logs.destination })
  const applied: number[] = []
  let reads = 0
  const follower = createFollower({
    read: (after, limit) => {
      reads += 1
      return Promise.resolve(table.filter(({ number }) => number > after).slice(0, limit))
    },
    isKnown: (listing) => known.has(listing),
    refreshListings: () => Promise.resolve(void known.add(2)),
    apply: ({ number }) => applied.push(number),
    after: 0,
    logger,
    outage: createOutageLog(logger, { dependency: 'ticks', lost: 'lost', back: 'back' }),
    onRefused: () => undefined,
  })
  return { follower, applied, logs, reads: () => reads }
}

const offer = (
  { follower }: ReturnType<typeof follow>,
  row: PublishedTick,
  block: Uint8Array | undefined = row.block,
) => follower.offer(row.number, block)

const TEN = Array.from({ length: 10 }, (_, index) => rowOf(tickOf(index + 1, index, index === 0)))

it('applies announced ticks without reading', () => {
  const followed = follow(TEN)
  for (const row of TEN) offer(followed, row)
  expect(followed.applied).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(followed.reads()).toBe(0)
})

it('applies every tick once and in order, however announcements are lost, repeated, late, garbled or too large', async () => {
  const anyAnnouncement = fc.record({
    of: fc.integer({ min: 0, max: 9 }),
    as: fc.constantFrom('whole', 'whole', 'whole', 'number', 'garbled', 'of another'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyAnnouncement), async (announcements) => {
      // Rows are there when they are announced, and not before.
      const table: PublishedTick[] = []
      const followed = follow(table)
      for (const { of, as } of announcements) {
        const row = TEN[of]!
        while (table.length <= of) table.push(TEN[table.length]!)
        if (as === 'number') followed.follower.offer(row.number, undefined)
        if (as === 'whole') offer(followed, row)
        if (as === 'garbled')
          offer(
            followed,
            row,
            row.block.map((byte) => byte ^ 1),
          )
        if (as === 'of another') offer(followed, row, TEN[(of + 3) % 10]!.block)
      }
      await followed.follower.catchUp()
      expect(followed.applied).toEqual(table.map(({ number }) => number))
    }),
  )
})

it('skips what does not follow, until a tick tells all', async () => {
  const garbled = { ...TEN[4]!, block: TEN[4]!.block.map((byte) => byte ^ 1) }
  const snapshot = rowOf(tickOf(8, 7, true))
  const table = [...TEN.slice(0, 4), garbled, TEN[5]!, TEN[6]!, snapshot, TEN[8]!]
  const followed = follow(table)
  await followed.follower.catchUp()
  expect(followed.applied).toEqual([1, 2, 3, 4, 8, 9])
  expect(followed.follower.number()).toBe(9)
  expect(followed.logs.entries().map(({ msg, tick }) => [msg, tick])).toEqual([
    ['the bytes of a published tick are not what was published', 5],
  ])
})

it('does not take a tick whose bytes are those of another', async () => {
  const followed = follow([TEN[0]!, { ...TEN[1]!, block: TEN[2]!.block }])
  await followed.follower.catchUp()
  expect(followed.applied).toEqual([1])
})

it('asks for the numbers of listings that it does not know', async () => {
  const table = [TEN[0]!, rowOf(tickOf(2, 1, false, 2))]
  const followed = follow(table)
  offer(followed, table[0]!)
  offer(followed, table[1]!)
  expect(followed.applied).toEqual([1])
  await followed.follower.catchUp()
  expect(followed.applied).toEqual([1, 2])
})

it('reads a long past in turns with other work', async () => {
  const table = Array.from({ length: 1_000 }, (_, index) => rowOf(tickOf(index + 1, index, index === 0)))
  const followed = follow(table)
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  await followed.follower.catchUp()
  clearInterval(counting)
  expect(followed.applied).toHaveLength(1_000)
  expect(followed.reads()).toBeGreaterThan(10)
})
