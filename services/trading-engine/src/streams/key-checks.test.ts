import type { EventStream } from '@ats/service-kit/http'
import { createKeyChecks } from './key-checks.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function recorder() {
  const cuts: string[] = []
  const closing: (() => void)[] = []
  const close = () => closing.splice(0).forEach((listener) => listener())
  const stream: EventStream = {
    ...{ isReady: true, isClosed: false, write: () => undefined, whenReady: () => Promise.resolve() },
    cut(reason) {
      cuts.push(reason)
      close()
    },
    onClose: (listener) => void closing.push(listener),
  }
  return { stream, cuts, close }
}

/** The wallet, and what it says of every key. */
function setup() {
  const state: { answer: () => Promise<boolean>; checked: string[] } = {
    answer: () => Promise.resolve(true),
    checked: [],
  }
  const keys = createKeyChecks<string>((key) => {
    state.checked.push(key)
    return state.answer()
  })
  keys.start()
  return { keys, state }
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

test('a key is checked once for all of its streams, every two seconds', async () => {
  const { keys, state } = setup()
  const readers = Array.from({ length: 25 }, recorder)
  for (const { stream } of readers) keys.watch('k', 'k', stream, false)
  await pass(6_500)
  expect(state.checked).toEqual(['k', 'k', 'k'])
  readers.forEach(({ close }) => close())
  await pass(10_000)
  expect(state.checked).toHaveLength(3)
})

test('a key that was revoked right after a check ends its streams within five seconds, public ones too', async () => {
  const { keys, state } = setup()
  const [mine, open] = [recorder(), recorder()]
  keys.watch('k', 'k', mine.stream, false)
  keys.watch('k', 'k', open.stream, true)
  await pass(2_250)
  state.answer = () => Promise.resolve(false)
  await pass(2_500)
  expect([mine.cuts, open.cuts]).toEqual([['key'], ['key']])
})

test.each([
  ['fails', () => Promise.reject(new Error('no wallet'))],
  ['does not answer', () => new Promise<boolean>(() => undefined)],
])('where the wallet %s for four seconds, the streams that need the key end', async (_case, answer) => {
  const { keys, state } = setup()
  const [mine, open] = [recorder(), recorder()]
  keys.watch('k', 'k', mine.stream, false)
  keys.watch('k', 'k', open.stream, true)
  await pass(2_250)
  state.answer = answer
  await pass(3_500)
  expect(mine.cuts).toEqual([])
  await pass(1_000)
  expect([mine.cuts, open.cuts]).toEqual([['unchecked'], []])
})

test('a wallet that is away for less costs nobody a stream', async () => {
  const { keys, state } = setup()
  const mine = recorder()
  keys.watch('k', 'k', mine.stream, false)
  for (let outage = 0; outage < 3; outage += 1) {
    state.answer = () => Promise.reject(new Error('no wallet'))
    await pass(1_500)
    state.answer = () => Promise.resolve(true)
    await pass(1_500)
  }
  expect(mine.cuts).toEqual([])
})
