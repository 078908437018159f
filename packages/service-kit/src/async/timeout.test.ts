import { abortAfter, settleWithin, timeout } from './timeout.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0)
  jest.useRealTimers()
})

const never = new Promise<never>(() => undefined)
const late = () => new Error('late')

test('work has its own outcome in time, and is given up when its time is over', async () => {
  expect(await timeout(Promise.resolve(1), 10, late)).toBe(1)
  await expect(timeout(Promise.reject(new Error('failed')), 10, late)).rejects.toThrow('failed')
  const given = expect(timeout(never, 10, late)).rejects.toThrow('late')
  await jest.advanceTimersByTimeAsync(10)
  await given
})

test('a wait for the end of work does not say how it ended', async () => {
  await settleWithin(Promise.reject(new Error('failed')), 10)
  const waiting = settleWithin(never, 10)
  await jest.advanceTimersByTimeAsync(10)
  await waiting
})

test('the signal of work is aborted with the reason once its time is over, and not before', async () => {
  const work = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const aborted = expect(abortAfter(10, work, late)).rejects.toThrow('late')
  await jest.advanceTimersByTimeAsync(10)
  await aborted
  expect(await abortAfter(10, (signal) => Promise.resolve(signal.aborted))).toBe(false)
})
