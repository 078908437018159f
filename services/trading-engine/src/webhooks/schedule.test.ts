import { ATTEMPTS_MAX, decideAttempt, nextAttemptAt } from './schedule.js'

const SECOND = 1_000_000
const START = 1_700_000_000 * SECOND
const terms = { divisor: 1, random: () => 0 }
const after = (attempts: number, fields: Partial<Parameters<typeof nextAttemptAt>[0]> = {}, at = terms) => {
  const next = nextAttemptAt({ attempts, startedAt: START, endedAt: START, retryAfterMs: null, ...fields }, at)
  return next === null ? null : (next - START) / SECOND
}

test('ten attempts, the last of them a day after the first', () => {
  expect(ATTEMPTS_MAX).toBe(10)
  const spans = Array.from({ length: ATTEMPTS_MAX }, (_, made) => after(made + 1))
  expect(spans).toEqual([1, 5, 30, 120, 600, 1_800, 7_200, 21_600, 86_400, null])
})

test('up to a tenth later', () => {
  expect(after(2, {}, { divisor: 1, random: () => 0.5 })).toBe(5.25)
})

test('never before the receiver has rested a second', () => {
  expect(after(1, { endedAt: START + 10 * SECOND })).toBe(11)
})

test.each([
  [60_000, 60],
  [0, 1],
  [10 * 86_400_000, 86_400],
])('a receiver that asks for %d ms gets %d s', (retryAfterMs, seconds) => {
  expect(after(1, { retryAfterMs })).toBe(seconds)
})

test('a divisor shortens the schedule', () => {
  expect(after(4, {}, { divisor: 100, random: () => 0 })).toBeCloseTo(1.2)
})

test.each([
  [200, 0, 'DELIVERED', null],
  [299, 9, 'DELIVERED', null],
  [410, 0, 'DISABLED', null],
  [300, 0, 'PENDING', 1],
  [500, 1, 'PENDING', 5],
  [null, 8, 'PENDING', 86_400],
  [null, 9, 'DEAD', null],
])('a response of %s after %d attempts of the round leaves the delivery %s', (status, roundAttempts, left, seconds) => {
  const ended = { startedAt: START, endedAt: START, status, retryAfterMs: null }
  const decision = decideAttempt({ roundAttempts, roundStartedAt: null }, ended, terms)
  expect(decision).toEqual({ status: left, nextAttemptAt: seconds === null ? null : START + seconds * SECOND })
})
