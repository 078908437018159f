import { setImmediate as nextTurn } from 'node:timers/promises'
import { periodic, type PeriodicOptions } from './periodic.js'

/** A loop on a clock of its own; each run goes on until it is ended. */
function start(options: Partial<PeriodicOptions> = {}, work: (stopping: AbortSignal) => unknown = () => undefined) {
  let now = 0
  let armed: { readonly at: number; readonly run: () => void } | undefined
  let end: (error?: Error) => void = () => undefined
  const runs: number[] = []
  const loop = periodic(
    async (stopping) => {
      runs.push(now)
      await work(stopping)
      await new Promise<void>((resolve, reject) => (end = (error) => (error === undefined ? resolve() : reject(error))))
    },
    {
      everyMs: 10,
      clock: {
        now: () => now,
        after(ms, run) {
          armed = { at: now + ms, run }
          return () => (armed = undefined)
        },
      },
      ...options,
    },
  )
  loop.start()
  return {
    loop,
    runs,
    armedFor: () => armed?.at,
    pass: async (ms: number) => {
      now += ms
      if (armed !== undefined && armed.at <= now) {
        const { run } = armed
        armed = undefined
        run()
      }
      await nextTurn()
    },
    end: async (error?: Error) => {
      end(error)
      await nextTurn()
    },
  }
}

test('a run begins an interval after the one before it has ended, never while it is under way', async () => {
  const { runs, pass, end, armedFor } = start()
  await pass(10)
  await pass(25)
  expect([runs, armedFor()]).toEqual([[10], undefined])
  await end()
  expect(armedFor()).toBe(45)
  await pass(10)
  expect(runs).toEqual([10, 45])
})

test('a steady loop keeps its beat and leaves out what a long run has missed', async () => {
  const { pass, end, armedFor } = start({ isSteady: true })
  await pass(10)
  await pass(4)
  await end()
  expect(armedFor()).toBe(20)
  await pass(6)
  await pass(25)
  await end()
  expect(armedFor()).toBe(50)
})

test('a steady loop whose runs begin late is due when it would have been', async () => {
  const { pass, end, armedFor } = start({ isSteady: true })
  await pass(13)
  await pass(1)
  await end()
  expect(armedFor()).toBe(20)
  await pass(9)
  await pass(8)
  await end()
  expect(armedFor()).toBe(40)
})

test('the first run has a time of its own, and the interval may change from run to run', async () => {
  const intervals = [7, 3]
  const { pass, end, armedFor } = start({ firstAfterMs: 1, everyMs: () => intervals.shift() ?? 0 })
  expect(armedFor()).toBe(1)
  await pass(1)
  await end()
  expect(armedFor()).toBe(8)
  await pass(7)
  await end()
  expect(armedFor()).toBe(11)
})

test('a failed run is reported, and the next one comes', async () => {
  const failures: unknown[] = []
  const { runs, pass, end } = start({ onError: (error) => failures.push(error) })
  await pass(10)
  await end(new Error('no database'))
  await pass(10)
  expect([runs, String(failures)]).toEqual([[10, 20], 'Error: no database'])
})

test('stop waits for the run under way, tells it, and no other comes', async () => {
  let stopping: AbortSignal | undefined
  const { loop, runs, pass, end, armedFor } = start({}, (signal) => (stopping = signal))
  await pass(10)
  let isStopped = false
  const stopped = loop.stop().then(() => (isStopped = true))
  await nextTurn()
  expect([isStopped, stopping?.aborted]).toEqual([false, true])
  await end()
  await stopped
  loop.start()
  expect([runs, armedFor()]).toEqual([[10], undefined])
})

test('a loop that is stopped before its first run never runs', async () => {
  const { loop, runs, pass, armedFor } = start()
  await loop.stop()
  await pass(10)
  expect([runs, armedFor()]).toEqual([[], undefined])
})

test('a loop that is started twice runs once', async () => {
  const { loop, runs, pass } = start()
  loop.start()
  await pass(10)
  expect(runs).toEqual([10])
})
