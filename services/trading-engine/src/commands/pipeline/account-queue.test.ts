import { watchTimers } from '@ats/test-kit'
import { createAccountQueue } from './account-queue.js'

const within = (ms: number) => ({ giveUpAt: Date.now() + ms, urgency: 'ordinary' }) as const
const LATER = () => within(10_000)

/** A task that ends when told to, and remembers whether it ran. */
function aTask(name: string, log: string[]) {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const run = async (): Promise<string> => {
    log.push(`${name} begins`)
    await ended
    log.push(`${name} ends`)
    return name
  }
  return { run, end }
}

test('the commands of one account run one after the other, those of another beside them', async () => {
  const queue = createAccountQueue({ total: 10, perAccount: 10 })
  const log: string[] = []
  const [first, second, other] = ['first', 'second', 'other'].map((name) => aTask(name, log))
  const results = [
    queue.run('a', LATER(), first!.run),
    queue.run('a', LATER(), second!.run),
    queue.run('b', LATER(), other!.run),
  ]
  other!.end()
  expect(await results[2]).toBe('other')
  expect(log).toEqual(['first begins', 'other begins', 'other ends'])
  second!.end()
  first!.end()
  expect(await Promise.all(results)).toEqual(['first', 'second', 'other'])
  expect(log.slice(3)).toEqual(['first ends', 'second begins', 'second ends'])
  expect(queue.size).toBe(0)
})

test('a task that fails does not stop the next', async () => {
  const queue = createAccountQueue({ total: 10, perAccount: 10 })
  const failing = queue.run('a', LATER(), () => Promise.reject(new Error('no')))
  const next = queue.run('a', LATER(), () => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('behind a stuck task one is refused when its time is up, and never begins', async () => {
  const queue = createAccountQueue({ total: 10, perAccount: 10 })
  const log: string[] = []
  const [stuck, late, patient] = ['stuck', 'late', 'patient'].map((name) => aTask(name, log))
  const head = queue.run('a', LATER(), stuck!.run)
  const refused = queue.run('a', within(20), late!.run)
  const last = queue.run('a', LATER(), patient!.run)
  await expect(refused).rejects.toThrow('too many commands are waiting')
  expect(queue.size).toBe(2)
  stuck!.end()
  patient!.end()
  expect(await Promise.all([head, last])).toEqual(['stuck', 'patient'])
  expect(log).toEqual(['stuck begins', 'stuck ends', 'patient begins', 'patient ends'])
})

test('an only task has all the time it needs', async () => {
  const queue = createAccountQueue({ total: 10, perAccount: 10 })
  const slow = () => new Promise((resolve) => setTimeout(() => resolve('done'), 40))
  expect(await queue.run('a', within(10), slow)).toBe('done')
})

test('a timer runs only for a task that waits', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] })
  try {
    const timers = watchTimers(9_000, 10_000)
    const queue = createAccountQueue({ total: 10, perAccount: 10 })
    const log: string[] = []
    const [first, second] = ['first', 'second'].map((name) => aTask(name, log))
    const only = queue.run('a', LATER(), first!.run)
    expect([log, timers.pending()]).toEqual([['first begins'], 0])
    const next = queue.run('a', LATER(), second!.run)
    expect(timers.pending()).toBe(1)
    first!.end()
    second!.end()
    await Promise.all([only, next])
    expect(timers.pending()).toBe(0)
  } finally {
    jest.useRealTimers()
  }
})

test('tasks beyond the queue limits of one account and of all are refused immediately', async () => {
  const queue = createAccountQueue({ total: 3, perAccount: 2 })
  const log: string[] = []
  const task = aTask('task', log)
  const running = ['a', 'a', 'b'].map((account) => queue.run(account, LATER(), task.run))
  await expect(queue.run('a', LATER(), task.run)).rejects.toThrow('too many commands')
  await expect(queue.run('c', LATER(), task.run)).rejects.toThrow('too many commands')
  task.end()
  await Promise.all(running)
  expect(queue.size).toBe(0)
})
