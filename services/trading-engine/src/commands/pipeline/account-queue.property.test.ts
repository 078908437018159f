/** Compares the queue with a simple model, two lists for each account, over random arrivals, ends and waits. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Urgency } from '@ats/service-kit/async'
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { createAccountQueue } from './account-queue.js'

const LIMITS = { total: 6, perAccount: 3 }

const account = fc.constantFrom('a', 'b', 'c')
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('arrive' as const),
      account,
      urgency: fc.constantFrom<Urgency>('urgent', 'ordinary'),
      venueWait: fc.integer({ min: 1, max: 50 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('end' as const), account, fails: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 30 }) }) },
)

interface Arrived {
  readonly id: number
  readonly account: string
  readonly urgency: Urgency
  readonly giveUpAt: number
}

/** Says what becomes of each command, by looking through all of them. */
function createModel() {
  let waiting: Arrived[] = []
  const running = new Map<string, Arrived>()
  const told: string[] = []
  const begin = (next: Arrived): void => {
    running.set(next.account, next)
    told.push(`${next.id} begins`)
  }
  return {
    told,
    running,
    arrive(arrived: Arrived): void {
      const alike = [...running.values(), ...waiting].filter(({ urgency }) => urgency === arrived.urgency)
      const beside = alike.filter((other) => other.account === arrived.account)
      if (alike.length >= LIMITS.total || beside.length >= LIMITS.perAccount) told.push(`${arrived.id} is refused`)
      else if (running.has(arrived.account)) waiting.push(arrived)
      else begin(arrived)
    },
    end(of: string): void {
      running.delete(of)
      const mine = waiting.filter((each) => each.account === of)
      const next = mine.find(({ urgency }) => urgency === 'urgent') ?? mine[0]
      if (next === undefined) return
      waiting = waiting.filter((each) => each !== next)
      begin(next)
    },
    refuseLate(now: number): void {
      for (const { id } of waiting.filter(({ giveUpAt }) => giveUpAt <= now)) told.push(`${id} is refused`)
      waiting = waiting.filter(({ giveUpAt }) => giveUpAt > now)
    },
    size: () => running.size + waiting.length,
  }
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }))
afterEach(() => jest.useRealTimers())

test('urgent commands before the others, first come, first served among each, and no more than have room', async () => {
  const seen = { overtaken: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 40, maxLength: 120, size: 'max' }), async (life) => {
      const queue = createAccountQueue(LIMITS)
      const model = createModel()
      const told: string[] = []
      const ends = new Map<number, (fails: boolean) => void>()
      let id = 0
      for (const step of life) {
        if (step.type === 'arrive') {
          const arrived = { ...step, id: (id += 1), giveUpAt: Date.now() + step.venueWait }
          const task = () =>
            new Promise<void>((resolve, reject) => {
              told.push(`${arrived.id} begins`)
              ends.set(arrived.id, (fails) => (fails ? reject(new Error('failed')) : resolve()))
            })
          queue.run(step.account, arrived, task).catch((error: Error) => {
            if (error.message !== 'failed') told.push(`${arrived.id} is refused`)
          })
          model.arrive(arrived)
        } else if (step.type === 'end') {
          const running = model.running.get(step.account)
          if (running === undefined) continue
          ends.get(running.id)?.(step.fails)
          model.end(step.account)
        } else {
          jest.advanceTimersByTime(step.ms)
          model.refuseLate(Date.now())
        }
        await nextTurn()
        expect(told.toSorted()).toEqual(model.told.toSorted())
        expect(queue.size).toBe(model.size())
      }
      const began = told.filter((line) => line.endsWith('begins')).map((line) => Number.parseInt(line, 10))
      if (began.some((each, index) => each < (began[index - 1] ?? 0))) seen.overtaken += 1
      if (began.length + model.size() < id) seen.refused += 1
    }),
    { numRuns: runs(100) },
  )
  expect(Math.min(seen.overtaken, seen.refused)).toBeGreaterThan(runs(10))
})
