/** The publisher on a machine that is too busy to store a tick in time, and between two turns. */
import { createLogger } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import type { PublishedTick } from '../../../core/model/market/published-tick.js'
import { price, type Price } from '../../../core/values/decimal.js'
import { tickAt } from '../../../core/values/tick.js'
import { createPublisher, type LastPublished, type Publisher, type PublishingSession } from './publisher.js'
import { decodeTick, type ListingState } from './tick-block.js'

const listing = { id: 1, venue: 'GMX', symbol: 'BTC-USD', tickSize: price(10n) } as const
const state: ListingState = {
  ...{ mark: 100, bid: 99, ask: 101, index: 100, status: null, staleReason: null },
  ...{ receivedAtMs: 0, madeAtMs: 0 },
}
const publishers = new Set<Publisher>()
/** Requests of sources that are under way for ever, until the test is over. */
const hung: (() => void)[] = []
let isOver = false
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  isOver = false
})
afterEach(async () => {
  isOver = true
  hung.splice(0).forEach((resolve) => resolve())
  await Promise.all([...publishers].map((publisher) => publisher.stop()))
  publishers.clear()
  jest.useRealTimers()
})

interface Stage {
  /** The session that holds the lock. */
  session: PublishingSession
  readonly told: (Price | undefined)[]
  /** Sources that have been asked to stop, and never do. */
  stopping: number
  late: number
  last: number
}

/** Publishes with a session until the test ends; sources never finish what is under way. */
function publish(session: PublishingSession): Stage {
  const stage: Stage = { session, told: [], stopping: 0, late: 0, last: tickAt(Date.now() * 1_000) - 40 }
  const publisher = createPublisher({
    session: () => stage.session,
    openSources: (lastPublished: LastPublished) => {
      stage.told.push(lastPublished(listing))
      return {
        ...{ latest: () => undefined, index: () => new Map(), rates: () => [], health: () => [] },
        ...{ start: () => undefined, loadHistory: () => Promise.resolve({}) },
        stop: () => {
          stage.stopping += 1
          return isOver ? Promise.resolve() : new Promise<void>((resolve) => void hung.push(resolve))
        },
      }
    },
    onTurn: () => ({ stop: () => Promise.resolve() }),
    listings: [listing],
    published: () => Promise.resolve({ number: stage.last, states: new Map([[1, state]]), rates: new Map() }),
    prepare: () => Promise.resolve(),
    now: () => Date.now() * 1_000,
    carryFor: 15_000_000,
    logger: createLogger({ service: 'test', level: 'trace', destination: captureLogs().destination }),
    onPublished: ({ number }) => {
      stage.last = number
    },
    onLate: () => {
      stage.late += 1
    },
  })
  publishers.add(publisher)
  publisher.start()
  return stage
}

const sessionOf = (append: (tick: PublishedTick) => boolean): PublishingSession => ({
  register: () => Promise.resolve([listing]),
  append: (tick) => Promise.resolve(append(tick)),
})
/** Lets time pass until it is so; no test needs more than ten seconds of it. */
async function until(isDone: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isDone(); waitedMs += 5) {
    if (waitedMs > 10_000) throw new Error('ten seconds have passed, and it is not so')
    await jest.advanceTimersByTimeAsync(5)
  }
}

it('publishes further ahead when storing takes longer than the lead, and returns when it no longer does', async () => {
  const leads: number[] = []
  let isSlow = true
  const stage = publish(
    sessionOf(({ number }) => {
      const ahead = number - tickAt(Date.now() * 1_000)
      // As the statement does: by then so much time has passed.
      const isInTime = ahead > (isSlow ? 2 : 0)
      if (!isInTime) return false
      leads.push(ahead)
      isSlow = false
      return true
    }),
  )
  await until(() => leads.length > 0)
  expect(stage.late).toBe(2)
  expect(leads[0]).toBe(3)
  await until(() => leads.at(-1) === 1)
  expect(stage.late).toBe(2)
})

it('does not wait for the sources of a turn that has ended before it begins the next', async () => {
  let isBroken = false
  const stage = publish(
    sessionOf(() => {
      if (isBroken) throw new Error('the connection was lost')
      return true
    }),
  )
  const before = stage.last
  await until(() => stage.last > before)
  isBroken = true
  await until(() => stage.stopping > 0)
  isBroken = false
  const lost = stage.last
  await until(() => stage.last > lost)
  expect(hung.length).toBeGreaterThan(0)
})

it('opens its sources with the price that was published last: a first jump has something to jump from', async () => {
  const ticks: PublishedTick[] = []
  const stage = publish(
    sessionOf((tick) => {
      ticks.push(tick)
      return true
    }),
  )
  await until(() => ticks.length > 0)
  expect(stage.told).toEqual([price(1_000n)])
  expect(decodeTick(ticks[0]!.block)).toMatchObject({ isSnapshot: true, entries: [{ listing: 1, mark: 100 }] })
})
