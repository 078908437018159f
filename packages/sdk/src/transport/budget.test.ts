import { Budget } from './budget.js'

const LIMIT = 100

/** A budget on a clock that the test moves, of a service that counts every request of the window. */
function startBudget() {
  let now = 0
  const clock = { now: () => now, random: () => 0, sleep: () => Promise.resolve() }
  const budget = new Budget(clock)
  const tell = (remaining: number, seconds: number): void => {
    const headers = { ratelimit: `"per-key";r=${remaining};t=${seconds}`, 'x-ratelimit-limit': String(LIMIT) }
    budget.learn(new Headers(headers))
  }
  return { budget, tell, move: (ms: number) => void (now += ms) }
}

test('nothing waits before the service has told anything', () => {
  const { budget } = startBudget()
  budget.learn(new Headers())
  expect(budget.delayMs('ordinary', 1)).toBe(0)
})

test('nothing waits while much is left', () => {
  const { budget, tell } = startBudget()
  tell(26, 60)
  expect(budget.delayMs('ordinary', 1)).toBe(0)
})

test('little is spread over the rest of the window', () => {
  const { budget, tell } = startBudget()
  tell(25, 60)
  const delays = Array.from({ length: 4 }, () => {
    const delayMs = budget.delayMs('ordinary', 1)
    budget.take(1)()
    return Math.round(delayMs)
  })
  expect(delays[0]).toBe(0)
  expect(delays[1]).toBeGreaterThan(2_500)
  expect(delays[3]).toBeGreaterThan(7_500)
})

test('the last part is for urgent requests, and none of it for others', () => {
  const { budget, tell } = startBudget()
  tell(5, 60)
  expect(budget.delayMs('ordinary', 1)).toBe(60_000)
  expect(budget.delayMs('urgent', 1)).toBe(0)
  tell(0, 60)
  expect(budget.delayMs('urgent', 1)).toBe(60_000)
})

test('what is under way counts as spent, until it is answered', () => {
  const { budget, tell } = startBudget()
  tell(40, 60)
  const answered = budget.take(36)
  expect(budget.delayMs('ordinary', 1)).toBeGreaterThan(0)
  answered()
  expect(budget.delayMs('ordinary', 1)).toBe(0)
})

test('a batch needs room for all its orders', () => {
  const { budget, tell } = startBudget()
  tell(30, 60)
  expect(budget.delayMs('ordinary', 26)).toBe(60_000)
})

test('an answer that was overtaken does not give back what is spent', () => {
  const { budget, tell } = startBudget()
  tell(0, 60)
  tell(50, 60)
  expect(budget.delayMs('urgent', 1)).toBe(60_000)
})

test('the next window is a new budget', () => {
  const { budget, tell, move } = startBudget()
  tell(0, 60)
  move(60_000)
  expect(budget.delayMs('ordinary', 1)).toBe(0)
  tell(99, 60)
  expect(budget.delayMs('ordinary', 1)).toBe(0)
})

test('a client that does as it is told is never refused, and urgent requests always pass', () => {
  const { budget, tell, move } = startBudget()
  let [counted, windowEnd, now] = [0, 60_000, 0]
  let sent = 0
  const send = (priority: 'ordinary' | 'urgent'): boolean => {
    if (budget.delayMs(priority, 1) > 0) return false
    const answered = budget.take(1)
    counted += 1
    sent += 1
    expect(counted).toBeLessThanOrEqual(LIMIT)
    tell(LIMIT - counted, Math.ceil((windowEnd - now) / 1000))
    answered()
    return true
  }
  for (let round = 0; round < 6_000; round += 1) {
    send('ordinary')
    if (round % 2_000 === 1_999) expect(send('urgent')).toBe(true)
    move(50)
    now += 50
    if (now >= windowEnd) [counted, windowEnd] = [0, windowEnd + 60_000]
  }
  expect(sent).toBeGreaterThan(4 * LIMIT)
})
