import { periodic } from '@ats/service-kit/async'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { createReceiverQueues, type ReceiverQueue } from './receiver-queues.js'

const LOOK_MS = 200
const RUNNING_MAX = 3
const IDS = ['a', 'b', 'c', 'd', 'e'] as const

/** Receivers with so much due, whose works end when the test lets them. */
function receiving() {
  const due = new Map<string, number>()
  const underWay = new Map<
    string,
    { readonly queue: ReceiverQueue; readonly end: (hasMore: boolean, error?: Error) => void }
  >()
  const done: string[] = []
  const failed: string[] = []
  /** The receivers that each look leaves out. */
  const leftOut: (readonly string[])[] = []
  /** The faults that were seen, in words. */
  const wrongs: string[] = []
  let isStopped = false
  const queues = createReceiverQueues({
    schedule: periodic,
    work(id, queue) {
      if (underWay.has(id)) wrongs.push(`${id} runs twice`)
      if (isStopped) wrongs.push(`${id} begins after the stop`)
      if (queue.restsUntil > performance.now()) wrongs.push(`${id} begins while it rests`)
      if ((due.get(id) ?? 0) === 0) return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        const end = (hasMore: boolean, error?: Error): void => {
          underWay.delete(id)
          if (error !== undefined) return reject(error)
          due.set(id, due.get(id)! - 1)
          done.push(id)
          resolve(hasMore)
        }
        underWay.set(id, { queue, end })
        if (underWay.size > RUNNING_MAX) wrongs.push(`${underWay.size} run`)
      })
    },
    listDue(resting, limit) {
      if (isStopped) wrongs.push('looks after the stop')
      leftOut.push(resting)
      const found = [...due].filter(([id, count]) => count > 0 && !resting.includes(id)).map(([id]) => id)
      return Promise.resolve(found.slice(0, limit))
    },
    lookMs: LOOK_MS,
    onWorkFailed: (_error, id) => void failed.push(id),
    onLookFailed: (error) => void wrongs.push(String(error)),
    runningMax: RUNNING_MAX,
  })
  return {
    ...{ queues, due, underWay, done, failed, leftOut, wrongs },
    add: (id: string) => void due.set(id, (due.get(id) ?? 0) + 1),
    end: (id: string, error?: Error) => underWay.get(id)?.end(true, error),
    /** Ends it as one that has looked before more was added. */
    endAsLast: (id: string) => underWay.get(id)?.end(false),
    /** Ends the work under way and has the receiver rest. */
    endAndRest: (id: string, ms: number): void => {
      const work = underWay.get(id)
      if (work === undefined) return
      work.queue.restsUntil = performance.now() + ms
      work.end(false)
    },
    stop: (): Promise<void> => {
      isStopped = true
      return queues.stop()
    },
  }
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }))
afterEach(() => jest.useRealTimers())

const pass = async (ms: number): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms)
  await nextTurn()
}

test('a receiver that gets something due while it runs is read again afterwards, and is never worked on twice at a time', async () => {
  const { queues, due, add, end, endAsLast, underWay, done, wrongs } = receiving()
  add('a')
  queues.wake(['a', 'a'])
  await pass(0)
  add('a')
  queues.wake(['a'])
  endAsLast('a')
  await pass(0)
  expect([...underWay.keys()]).toEqual(['a'])
  end('a')
  await pass(0)
  expect([done, due.get('a'), underWay.size, wrongs]).toEqual([['a', 'a'], 0, 0, []])
})

test('one that does not end keeps no other waiting, and one that rests is left out of the look', async () => {
  const { queues, add, end, endAndRest, underWay, leftOut, done, wrongs } = receiving()
  queues.start()
  for (const id of ['a', 'b', 'c']) add(id)
  add('c')
  queues.wake(['a', 'b', 'c'])
  await pass(0)
  end('b')
  endAndRest('c', 1_000)
  await pass(0)
  queues.wake(['c'])
  await pass(999)
  expect([done, [...underWay.keys()], leftOut.at(-1)]).toEqual([['b', 'c'], ['a'], ['c']])
  await pass(1 + LOOK_MS)
  expect([[...underWay.keys()], leftOut.at(-1), wrongs]).toEqual([['a', 'c'], [], []])
})

test('one whose work fails rests for a second, also when it was woken since it began', async () => {
  const { queues, add, end, underWay, failed, wrongs } = receiving()
  queues.start()
  add('a')
  queues.wake(['a'])
  await pass(0)
  queues.wake(['a'])
  end('a', new Error('the database is away'))
  await pass(999)
  expect([failed, underWay.size]).toEqual([['a'], 0])
  await pass(1 + LOOK_MS)
  expect([underWay.size, wrongs]).toEqual([1, []])
})

test('a stop waits for what is under way, three seconds at most, and begins nothing more', async () => {
  for (const isEnding of [true, false]) {
    const { queues, add, end, underWay, stop, wrongs, done } = receiving()
    queues.start()
    for (const id of ['a', 'b']) add(id)
    add('a')
    queues.wake(['a'])
    await pass(0)
    let isOver = false
    const stopped = stop().then(() => void (isOver = true))
    queues.wake(['b'])
    await pass(2_999)
    expect([isOver, [...underWay.keys()]]).toEqual([false, ['a']])
    if (isEnding) end('a')
    await pass(isEnding ? 0 : 1)
    expect([isOver, wrongs, done]).toEqual([true, [], isEnding ? ['a'] : []])
    await stopped
  }
})

const id = fc.constantFrom(...IDS)
const step = fc.oneof(
  ...[fc.record({ do: fc.constant('add'), id }), fc.record({ do: fc.constant('addSilently'), id })],
  ...[fc.record({ do: fc.constant('end'), id }), fc.record({ do: fc.constant('fail'), id })],
  fc.record({ do: fc.constant('rest'), id, ms: fc.integer({ min: 1, max: 700 }) }),
  fc.record({ do: fc.constant('pass'), ms: fc.integer({ min: 0, max: 500 }) }),
)

test('whatever comes when, each receiver runs once at a time, few run, none while it rests, and nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { queues, due, add, end, endAndRest, underWay, stop, wrongs, done } = receiving()
      queues.start()
      let added = 0
      for (const one of steps) {
        if (one.do === 'add' || one.do === 'addSilently') {
          add(one.id)
          added += 1
          if (one.do === 'add') queues.wake([one.id])
        } else if (one.do === 'end') end(one.id)
        else if (one.do === 'fail') end(one.id, new Error('it fails'))
        else if (one.do === 'rest') endAndRest(one.id, one.ms)
        else await pass(one.ms)
      }
      for (let round = 0; round < 4 * (added + 5) && done.length < added; round += 1) {
        await pass(LOOK_MS)
        for (const known of [...underWay.keys()]) end(known)
        await pass(0)
      }
      expect([done.length, [...due.values()].every((count) => count === 0), wrongs]).toEqual([added, true, []])
      await stop()
    }),
    { numRuns: 200 },
  )
})
