import { createDueLooks, type DueLooks } from './due-looks.js'

interface Due {
  readonly orders: boolean
}

/** Looks by hand: `pass` lets some milliseconds go by, and what was begun in them settle. */
function startLooks(read: () => Promise<Due>): DueLooks<Due> & { readonly pass: (ms: number) => Promise<void> } {
  jest.useFakeTimers()
  const looks = createDueLooks({ read, everyMs: 200 })
  looks.start()
  return { ...looks, pass: (ms) => jest.advanceTimersByTimeAsync(ms).then(() => undefined) }
}

afterEach(() => jest.useRealTimers())

const runsOf = (looks: DueLooks<Due>, everyMs: number): { readonly count: () => number; stop: () => Promise<void> } => {
  let runs = 0
  const loop = looks.when((due) => due.orders)(() => (runs += 1), { everyMs })
  loop.start()
  return { count: () => runs, stop: loop.stop }
}

test('a loop runs at the look that finds something for it, and not before', async () => {
  let due: Due = { orders: false }
  const looks = startLooks(() => Promise.resolve(due))
  const { count, stop } = runsOf(looks, 200)
  await looks.pass(2_000)
  expect(count()).toBe(0)
  due = { orders: true }
  await looks.pass(200)
  expect(count()).toBe(1)
  await Promise.all([looks.stop(), stop()])
})

test('as long as something is due it runs as often as it would by itself', async () => {
  const looks = startLooks(() => Promise.resolve({ orders: true }))
  const [often, seldom] = [runsOf(looks, 200), runsOf(looks, 1_000)]
  await looks.pass(10_000)
  expect([often.count(), seldom.count()]).toEqual([50, 10])
  await Promise.all([looks.stop(), often.stop(), seldom.stop()])
})

test('when a look fails every loop whose time has come runs, and nothing is known', async () => {
  let answer: () => Promise<Due> = () => Promise.resolve({ orders: false })
  const looks = startLooks(() => answer())
  const { count, stop } = runsOf(looks, 200)
  await looks.pass(1_000)
  expect(looks.latest()).toEqual({ orders: false })
  answer = () => Promise.reject(new Error('the database is away'))
  await looks.pass(200)
  expect([count(), looks.latest()]).toEqual([1, null])
  await Promise.all([looks.stop(), stop()])
})

test('what was found is forgotten once looks do not end any more', async () => {
  let isHung = false
  const looks = startLooks(() => (isHung ? new Promise(() => undefined) : Promise.resolve({ orders: false })))
  await looks.pass(200)
  isHung = true
  await looks.pass(400)
  expect(looks.latest()).toEqual({ orders: false })
  await looks.pass(200)
  expect(looks.latest()).toBeNull()
})

test('a loop runs once at a time; its stop waits for the run under way, and none begins after it', async () => {
  const looks = startLooks(() => Promise.resolve({ orders: true }))
  let [runs, end] = [0, (): void => undefined]
  const run = (stopping: AbortSignal): Promise<void> => {
    runs += 1
    return new Promise((resolve) => (end = () => stopping.aborted && resolve()))
  }
  const loop = looks.when(() => true)(run, { everyMs: 200 })
  loop.start()
  await looks.pass(2_000)
  expect(runs).toBe(1)
  const stopped = loop.stop()
  end()
  await stopped
  await looks.pass(2_000)
  expect(runs).toBe(1)
  await looks.stop()
})

test('a failed run is told, and the next one comes', async () => {
  const looks = startLooks(() => Promise.resolve({ orders: true }))
  const told: unknown[] = []
  const failing = looks.when(() => true)(() => Promise.reject(new Error('no')), {
    everyMs: 200,
    onError: (error) => told.push(error),
  })
  failing.start()
  await looks.pass(1_000)
  expect(told).toHaveLength(5)
  await Promise.all([looks.stop(), failing.stop()])
})
