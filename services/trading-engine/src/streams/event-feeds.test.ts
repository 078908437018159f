import type { EventStream } from '@ats/service-kit/http'
import type { StoredEvent } from '../core/model/events.js'
import { createEventFeeds, type EventFeeds } from './event-feeds.js'

const ACCOUNT = { id: 'a', latest: 0 }
const event = (sequence: number): StoredEvent => ({
  ...{ id: `e${sequence}`, accountId: 'a', sequence, type: 'order.ack', data: '{}', at: 0 },
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

function recorder() {
  const sequences: number[] = []
  const closing: (() => void)[] = []
  const state = { ready: Promise.resolve(), isClosed: false, writes: 0 }
  const stream: EventStream = {
    isReady: true,
    get isClosed() {
      return state.isClosed
    },
    write(bytes) {
      state.writes += 1
      sequences.push(...[...bytes.toString().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)))
    },
    whenReady: () => state.ready,
    cut: () => undefined,
    onClose: (listener) => void closing.push(listener),
  }
  const close = () => {
    state.isClosed = true
    closing.forEach((listener) => listener())
  }
  return { stream, sequences, state, close }
}

/** The database of one account, whose reads are answered when the test says so. */
function setup() {
  const stored: StoredEvent[] = []
  const reads: { readonly after: number; readonly answer: () => void; readonly fail: () => void }[] = []
  const state = { answersItself: true, reads: 0 }
  const feeds: EventFeeds = createEventFeeds({
    readEvents: (_accountId, after, limit) =>
      new Promise((resolve, reject) => {
        state.reads += 1
        const rows = stored.filter(({ sequence }) => sequence > after)
        const answer = () => resolve({ rows: rows.slice(0, limit), hasMore: rows.length > limit })
        if (state.answersItself) answer()
        else reads.push({ after, answer, fail: () => reject(new Error('no database')) })
      }),
    readSequences: () => Promise.resolve(new Map([['a', stored.at(-1)?.sequence ?? 0]])),
    textOf: ({ sequence }) => `{"sequence":${sequence}}`,
    onDelivered: () => undefined,
    spans: { pollMs: 1_000, retryMs: 100 },
  })
  const store = (from: number, to = from) => {
    const events = range(from, to).map(event)
    stored.push(...events)
    return events
  }
  return { feeds, store, reads, state }
}

/** Lets everything happen that only waits for turns. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

test('own commits need no reading; a commit after a gap makes it read what is missing', async () => {
  const { feeds, store, state } = setup()
  const reader = recorder()
  feeds.follow(ACCOUNT, 0, reader.stream)
  await turns()
  const readsBefore = state.reads
  feeds.recordCommitted('a', store(1, 2))
  await turns()
  expect([reader.sequences, state.reads]).toEqual([[1, 2], readsBefore])
  store(3, 5)
  feeds.recordCommitted('a', store(6))
  await turns()
  expect(reader.sequences).toEqual(range(1, 6))
})

test('a page that was read before a commit and comes after it repeats nothing', async () => {
  const { feeds, store, reads, state } = setup()
  const reader = recorder()
  feeds.follow(ACCOUNT, 0, reader.stream)
  await turns()
  state.answersItself = false
  store(1, 2)
  feeds.invalidate('a')
  await turns()
  feeds.recordCommitted('a', [event(1), event(2)])
  feeds.recordCommitted('a', store(3))
  await turns()
  expect(reader.sequences).toEqual([1, 2, 3])
  reads.shift()!.answer()
  await turns()
  expect(reader.sequences).toEqual([1, 2, 3])
})

test('a notification while a page is read makes it read again', async () => {
  const { feeds, store, reads, state } = setup()
  const reader = recorder()
  feeds.follow(ACCOUNT, 0, reader.stream)
  await turns()
  state.answersItself = false
  store(1)
  feeds.invalidate('a')
  await turns()
  store(2)
  feeds.invalidate('a')
  state.answersItself = true
  reads.shift()!.answer()
  await turns()
  expect(reader.sequences).toEqual([1, 2])
})

test('one that resumes reads its past while others go on, and both have everything once', async () => {
  const { feeds, store, reads, state } = setup()
  store(1, 250)
  const live = recorder()
  feeds.follow({ id: 'a', latest: 250 }, 250, live.stream)
  await turns()
  state.answersItself = false
  const behind = recorder()
  feeds.follow({ id: 'a', latest: 250 }, 0, behind.stream)
  for (let next = 251; next <= 260; next += 1) {
    feeds.recordCommitted('a', store(next))
    await turns()
    reads.splice(0).forEach(({ answer }) => answer())
  }
  state.answersItself = true
  await turns()
  expect(behind.sequences).toEqual(range(1, 260))
  expect(live.sequences).toEqual(range(251, 260))
})

test('an event that a reader has read from the past before the feed has it is not sent again', async () => {
  const { feeds, store, reads, state } = setup()
  store(1, 10)
  const live = recorder()
  feeds.follow({ id: 'a', latest: 10 }, 10, live.stream)
  await turns()
  state.answersItself = false
  store(11)
  const resumed = recorder()
  feeds.follow({ id: 'a', latest: 10 }, 0, resumed.stream)
  await turns()
  reads.find(({ after }) => after === 0)!.answer()
  await turns()
  expect(resumed.sequences).toEqual(range(1, 11))
  reads.find(({ after }) => after === 10)!.answer()
  await turns()
  feeds.recordCommitted('a', store(12))
  await turns()
  expect([resumed.sequences, live.sequences]).toEqual([range(1, 12), [11, 12]])
})

test('a past is read no faster than it is taken', async () => {
  const { feeds, store, state } = setup()
  store(1, 1_000)
  const reader = recorder()
  let take = (): void => undefined
  reader.state.ready = new Promise((resolve) => (take = resolve))
  feeds.follow({ id: 'a', latest: 1_000 }, 0, reader.stream)
  await turns()
  expect(reader.sequences).toEqual(range(1, 100))
  reader.state.ready = Promise.resolve()
  take()
  await turns()
  expect(reader.sequences).toEqual(range(1, 1_000))
  expect(state.reads).toBeLessThan(15)
})

test('readers of the same account share a page, and those who have left cost nothing', async () => {
  const { feeds, store, state } = setup()
  store(1, 80)
  const readers = Array.from({ length: 300 }, recorder)
  for (const { stream } of readers) feeds.follow({ id: 'a', latest: 80 }, 0, stream)
  await turns()
  for (const { sequences } of readers) expect(sequences).toEqual(range(1, 80))
  expect(state.reads).toBeLessThanOrEqual(3)
  const before = state.reads
  feeds.recordCommitted('a', store(81))
  await turns()
  for (const { sequences } of readers) expect(sequences.at(-1)).toBe(81)
  expect(state.reads).toBe(before)
  readers.forEach(({ close }) => close())
  store(82)
  feeds.invalidate('a')
  await turns()
  expect(state.reads).toBe(before)
})

test('what could not be read is read with the next look, and nothing is lost by it', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] })
  try {
    const { feeds, store, reads, state } = setup()
    feeds.start()
    const reader = recorder()
    feeds.follow(ACCOUNT, 0, reader.stream)
    await turns()
    state.answersItself = false
    store(1)
    feeds.invalidate('a')
    await turns()
    reads.shift()!.fail()
    await turns()
    state.answersItself = true
    expect(reader.sequences).toEqual([])
    await jest.advanceTimersByTimeAsync(1_000)
    await turns()
    expect(reader.sequences).toEqual([1])
    store(2)
    await jest.advanceTimersByTimeAsync(1_000)
    await turns()
    expect(reader.sequences).toEqual([1, 2])
    await feeds.stop()
  } finally {
    jest.useRealTimers()
  }
})
