import { watchTimers } from '@ats/test-kit'
import { createDeadlines } from './deadlines.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function setUp() {
  const deadlines = createDeadlines()
  const late: string[] = []
  const at = (ms: number, name: string) => deadlines.at(performance.now() + ms, () => late.push(name))
  return { at, late }
}

test('each is called once, when its time has come, whatever the order they were set in', () => {
  const { at, late } = setUp()
  at(30, 'c')
  at(10, 'a')
  at(20, 'b')
  at(20, 'b, set later')
  jest.advanceTimersByTime(9)
  expect(late).toEqual([])
  jest.advanceTimersByTime(1)
  expect(late).toEqual(['a'])
  jest.advanceTimersByTime(1_000)
  expect(late).toEqual(['a', 'b', 'b, set later', 'c'])
})

test.each([0, 1, 2])('number %i of three is cleared, and the others are called', (cleared) => {
  const { at, late } = setUp()
  const set = ['a', 'b', 'c'].map((name) => at(10, name))
  set[cleared]?.clear()
  set[cleared]?.clear()
  jest.advanceTimersByTime(10)
  expect(late).toEqual(['a', 'b', 'c'].filter((_, index) => index !== cleared))
})

test('many that are met in time have one timer together', () => {
  const timers = watchTimers(90_000, 100_000)
  const { at, late } = setUp()
  for (let count = 0; count < 1_000; count += 1) at(100_000, 'met').clear()
  expect(timers.pending()).toBe(1)
  at(100_000, 'late')
  expect(timers.pending()).toBe(1)
  jest.advanceTimersByTime(100_000)
  expect(late).toEqual(['late'])
  expect(timers.pending()).toBe(0)
})

test('what is called may set and clear others', () => {
  const deadlines = createDeadlines()
  const late: string[] = []
  const nowMs = performance.now()
  const other = deadlines.at(nowMs + 10.5, () => late.push('cleared'))
  deadlines.at(nowMs + 10, () => {
    late.push('first')
    other.clear()
    deadlines.at(nowMs + 5, () => late.push('due already'))
  })
  jest.advanceTimersByTime(20)
  expect(late).toEqual(['first', 'due already'])
})
