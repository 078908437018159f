import { watchTimers } from '@ats/test-kit'
import { abortAfter, settleWithin, timeout } from './timeout.js'

/** Like the span of no other timer. */
const SPAN_MS = 10_007

let timers: ReturnType<typeof watchTimers>
beforeEach(() => {
  jest.useFakeTimers()
  timers = watchTimers(SPAN_MS)
})
afterEach(() => {
  expect(timers.pending()).toBe(0)
  jest.useRealTimers()
})

const never = new Promise<never>(() => undefined)
const late = () => new Error('late')

test('work has its own outcome in time, and is given up when its time is over', async () => {
  expect(await timeout(Promise.resolve(1), SPAN_MS, late)).toBe(1)
  await expect(timeout(Promise.reject(new Error('failed')), SPAN_MS, late)).rejects.toThrow('failed')
  const given = expect(timeout(never, SPAN_MS, late)).rejects.toThrow('late')
  await jest.advanceTimersByTimeAsync(SPAN_MS)
  await given
})

test('a wait for the end of work does not say how it ended', async () => {
  await settleWithin(Promise.reject(new Error('failed')), SPAN_MS)
  const waiting = settleWithin(never, SPAN_MS)
  await jest.advanceTimersByTimeAsync(SPAN_MS)
  await waiting
})

test('the signal of work is aborted with the reason once its time is over, and not before', async () => {
  const work = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const aborted = expect(abortAfter(SPAN_MS, work, late)).rejects.toThrow('late')
  await jest.advanceTimersByTimeAsync(SPAN_MS)
  await aborted
  expect(await abortAfter(SPAN_MS, (signal) => Promise.resolve(signal.aborted))).toBe(false)
})
