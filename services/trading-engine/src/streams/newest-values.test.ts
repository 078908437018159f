import type { EventStream } from '@ats/service-kit/http'
import { createNewestValues, type Topic } from './newest-values.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** A stream that keeps what is written to it, and is ready when the test says so. */
function recorder() {
  const written: string[] = []
  const closing: (() => void)[] = []
  const state = { isReady: true }
  const stream: EventStream = {
    get isReady() {
      return state.isReady
    },
    isClosed: false,
    write: (bytes) => void written.push(bytes.toString()),
    whenReady: () => Promise.resolve(),
    cut: () => undefined,
    onClose: (listener) => void closing.push(listener),
  }
  return { stream, written, state, close: () => closing.forEach((listener) => listener()) }
}

/** A value that the test changes. */
function counter() {
  const state = { value: 1, updates: 0, version: 0 }
  let shown = 0
  const topic: Topic = {
    update() {
      state.updates += 1
      if (shown === state.value) return
      shown = state.value
      state.version += 1
    },
    version: () => state.version,
    after: () => ({ bytes: Buffer.from(`${shown} `), count: 1 }),
  }
  return { state, topic }
}

const setup = () => {
  const values = createNewestValues({ everyMs: 250, takeTurn: () => Promise.resolve() })
  values.start()
  const pass = (rounds: number) => jest.advanceTimersByTimeAsync(250 * rounds)
  return { values, pass }
}

test('the first value comes immediately, the next no sooner than a round later, then one a round', async () => {
  const { values, pass } = setup()
  const { topic, state } = counter()
  const reader = recorder()
  await pass(1.5)
  values.follow('n', () => topic, reader.stream)
  await pass(0)
  expect(reader.written).toEqual(['1 '])
  state.value = 2
  await pass(1)
  expect(reader.written).toEqual(['1 '])
  state.value = 3
  await pass(1)
  expect(reader.written).toEqual(['1 ', '3 '])
  state.value = 4
  await pass(1)
  await pass(5)
  expect(reader.written).toEqual(['1 ', '3 ', '4 '])
})

test('one that has not taken what it was sent gets the newest value once it has, and none of those between', async () => {
  const { values, pass } = setup()
  const { topic, state } = counter()
  const [slow, quick] = [recorder(), recorder()]
  for (const { stream } of [slow, quick]) values.follow('n', () => topic, stream)
  await pass(2)
  slow.state.isReady = false
  for (const value of [2, 3, 4]) {
    state.value = value
    await pass(1)
  }
  slow.state.isReady = true
  await pass(1)
  expect([slow.written, quick.written]).toEqual([
    ['1 ', '4 '],
    ['1 ', '2 ', '3 ', '4 '],
  ])
})

test('however many read it, a value is made once a round, and no more when nobody does', async () => {
  const { values, pass } = setup()
  const { topic, state } = counter()
  const made: Topic[] = []
  const readers = Array.from({ length: 100 }, recorder)
  for (const { stream } of readers)
    values.follow(
      'n',
      () => {
        made.push(topic)
        return topic
      },
      stream,
    )
  await pass(10)
  expect(made).toHaveLength(1)
  expect(state.updates).toBe(11)
  readers.forEach(({ close }) => close())
  await pass(10)
  expect(state.updates).toBe(11)
})

test('all that a reader gets in a round is one write', async () => {
  const { values, pass } = setup()
  const [a, b] = [counter(), counter()]
  const reader = recorder()
  values.follow('a', () => a.topic, reader.stream)
  values.follow('b', () => b.topic, reader.stream)
  await pass(2)
  a.state.value = b.state.value = 2
  await pass(1)
  expect(reader.written).toEqual(['1 1 ', '2 2 '])
})

test('a value that cannot be had at first comes with the round in which it can', async () => {
  const { values, pass } = setup()
  const { topic } = counter()
  const state = { fails: true }
  const prepare = () => (state.fails ? Promise.reject(new Error('not yet')) : Promise.resolve())
  let isThere = false
  const late: Topic = { ...topic, prepare, update: () => (isThere ? topic.update() : undefined) }
  const reader = recorder()
  values.follow('n', () => late, reader.stream)
  await pass(3)
  expect(reader.written).toEqual([])
  state.fails = false
  isThere = true
  await pass(1)
  expect(reader.written).toEqual(['1 '])
})
