import { RetryBudget } from './retry-budget.js'

function startBudget() {
  let now = 0
  const budget = new RetryBudget({ now: () => now, random: () => 0, sleep: () => Promise.resolve() })
  const repeat = (priority: 'ordinary' | 'urgent' = 'ordinary'): number => {
    const delayMs = budget.delayMs(priority)
    budget.take()
    return delayMs
  }
  return { budget, repeat, move: (ms: number) => void (now += ms) }
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

test('some repetitions wait for nothing, those beyond are four a second', () => {
  const { repeat } = startBudget()
  expect(times(23, () => repeat())).toEqual([...times(20, () => 0), 250, 500, 750])
})

test('time and answers allow more, and never more than at the beginning', () => {
  const { budget, repeat, move } = startBudget()
  times(20, () => repeat())
  times(5, () => budget.answered())
  expect([repeat(), repeat()]).toEqual([0, 250])
  move(500)
  expect([repeat(), repeat()]).toEqual([0, 250])
  move(3_600_000)
  times(1_000, () => budget.answered())
  expect(times(21, () => repeat())).toEqual([...times(20, () => 0), 250])
})

test('an urgent repetition does not wait, and is counted', () => {
  const { repeat } = startBudget()
  times(20, () => repeat())
  expect([repeat('urgent'), repeat('urgent'), repeat()]).toEqual([0, 0, 750])
})
