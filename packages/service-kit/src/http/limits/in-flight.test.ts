import fc from 'fast-check'
import { createInFlight, type InFlightOptions, type Party, type Refusal, type Visit } from './in-flight.js'

const ROOM = { inFlight: 6, perKey: 4, running: 2 }

function setUp(options: Partial<InFlightOptions> = {}) {
  const lag = { now: 0 }
  const flights = createInFlight({
    inFlightMax: 1_000,
    runningMax: 100,
    waitMs: 1_000,
    lag: { ms: () => lag.now },
    soon: (work) => work(),
    ...options,
  })
  const party = (group: string, key: string | null = null, room = ROOM): Party => ({ group, key, room })
  const come = (group: string, key?: string | null, room?: typeof ROOM) => flights.arrive(party(group, key, room))
  const enter = (group: string, key?: string | null, room?: typeof ROOM): Visit => {
    const visit = come(group, key, room)
    if (visit.kind === 'refused') throw new Error(`${group} was refused: ${visit.reason}`)
    return visit
  }
  return { flights, lag, come, enter }
}

/** One that wants its turn, and what came of it. */
function await_(visit: Visit, name: string, begun: string[]): Visit {
  const turn = visit.turn()
  if (turn === undefined) begun.push(name)
  else void turn.then((refusal) => begun.push(refusal === null ? name : `${name}: ${refusal.reason}`))
  return visit
}
const settle = () => new Promise(setImmediate)

it('refuses what exceeds the limit of a key, then that of its group, and of no others', () => {
  const { come, enter } = setUp()
  const visits = Array.from({ length: 4 }, () => enter('a', 'k1'))
  expect(come('a', 'k1')).toEqual({ kind: 'refused', reason: 'key', limit: 4 })
  enter('a', 'k2')
  enter('a', 'k2')
  expect(come('a', 'k2')).toEqual({ kind: 'refused', reason: 'group', limit: 6 })
  expect(come('b', 'k1').kind).toBe('admitted')
  visits[0]!.leave()
  expect(come('a', 'k1').kind).toBe('admitted')
})

it('lets few of a group run at a time, in the order they came, and others beside them', async () => {
  const { enter } = setUp()
  const begun: string[] = []
  const mine = ['a1', 'a2', 'a3', 'a4'].map((name) => await_(enter('a'), name, begun))
  await_(enter('b'), 'b1', begun)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  mine[1]!.leave()
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('gives turns to groups, not to requests, where not all may run', async () => {
  const { enter } = setUp({ runningMax: 2 })
  const begun: string[] = []
  const room = { inFlight: 50, perKey: 50, running: 50 }
  const many = Array.from({ length: 20 }, (_, index) => await_(enter('many', null, room), `m${index}`, begun))
  const others = ['x', 'y', 'z'].map((name) => await_(enter(name), name, begun))
  for (const visit of [many[0]!, many[1]!, many[2]!, others[0]!]) {
    visit.leave()
    await settle()
  }
  expect(begun.slice(0, 6)).toEqual(['m0', 'm1', 'm2', 'x', 'y', 'z'])
})

it('makes room where most is taken when the loop is late, and lets in who takes little', async () => {
  const { lag, come, enter } = setUp({ inFlightMax: 320, runningMax: 320 })
  const begun: string[] = []
  const room = { inFlight: 200, perKey: 200, running: 1 }
  for (let index = 0; index < 40; index += 1) await_(enter('many', null, room), `m${index}`, begun)
  lag.now = 500 // a tenth of it
  expect(come('many', null, room)).toMatchObject({ kind: 'refused', reason: 'share' })
  expect(come('few').kind).toBe('admitted')
  await settle()
  expect(begun).toEqual(['m0', 'm39: share'])
})

it('refuses because the process is full only when no group has more than its share', () => {
  const { lag, come } = setUp({ inFlightMax: 40, runningMax: 40 })
  lag.now = 10_000
  const users = Array.from({ length: 32 }, (_, index) => `u${index}`)
  for (const user of users) expect(come(user).kind).toBe('admitted')
  expect(come('one more')).toEqual({ kind: 'refused', reason: 'all', limit: 40 })
  expect(come('u0')).toMatchObject({ reason: 'share' })
})

describe('who waits', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it('waits no longer than that, and learns whether its own group is the reason', async () => {
    const { enter, flights } = setUp()
    const begun: string[] = []
    for (const name of ['a1', 'a2', 'a3']) await_(enter('a'), name, begun)
    await jest.advanceTimersByTimeAsync(999)
    expect(begun).toEqual(['a1', 'a2'])
    await jest.advanceTimersByTimeAsync(1)
    expect(begun).toEqual(['a1', 'a2', 'a3: share'])
    expect(flights.waiting).toBe(0)
  })
})

it('delays refusals the longer the more of a group wait to be sent, and finally sends no more', () => {
  const { flights } = setUp()
  expect([1, 2, 3].map(() => flights.hold('a').ms)).toEqual([10, 20, 30])
  const other = flights.hold('b')
  expect(other.ms).toBe(10)
  other.sent()
  expect(flights.hold('b').ms).toBe(10)
  const waits = Array.from({ length: 10_000 }, () => flights.hold('a').ms)
  expect(Math.max(...waits.map(Number))).toBe(5_000)
  expect(waits.at(-1)).toBeNull()
})

it('calls one of those that wait in a turn of the event loop', () => {
  const later: (() => void)[] = []
  const begun: string[] = []
  const { enter } = setUp({ soon: (work) => void later.push(work) })
  const [first, second] = [enter('a'), enter('a')].map((visit) => await_(visit, 'running', begun))
  for (const name of ['third', 'fourth']) await_(enter('a'), name, begun)
  first?.leave()
  second?.leave()
  expect(later).toHaveLength(1)
  later.pop()?.()
  expect(later).toHaveLength(1)
})

it('keeps its promises whatever comes and goes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(4), fc.nat(2), fc.nat(3), fc.nat(200)), { minLength: 20, maxLength: 150 }),
      async (steps) => {
        const { flights, lag, come } = setUp({ inFlightMax: 40, runningMax: 5, waitMs: 60_000 })
        const present: { readonly group: string; readonly visit: Visit; isRunning: boolean; isDone: boolean }[] = []
        const leave = (one: (typeof present)[number]): void => {
          present.splice(present.indexOf(one), 1)
          one.visit.leave()
        }
        for (const [who, key, what, lagMs] of steps) {
          lag.now = lagMs
          const runners = present.filter(({ isRunning }) => isRunning)
          if (what === 0 && runners.length > 0) leave(runners[who % runners.length]!)
          else {
            const visit = come(`g${who}`, `k${key}`)
            if (visit.kind === 'refused') continue
            const one = { group: `g${who}`, visit, isRunning: false, isDone: false }
            present.push(one)
            const noteTurn = (refusal: Refusal | null): void => {
              one.isRunning = refusal === null
              if (refusal !== null) leave(one)
            }
            const turn = visit.turn()
            if (turn === undefined) noteTurn(null)
            else void turn.then(noteTurn)
          }
          await settle()
          const running = present.filter(({ isRunning }) => isRunning)
          expect(running.length).toBeLessThanOrEqual(5)
          for (const group of new Set(present.map((one) => one.group))) {
            expect(running.filter((one) => one.group === group).length).toBeLessThanOrEqual(ROOM.running)
            expect(present.filter((one) => one.group === group).length).toBeLessThanOrEqual(ROOM.inFlight)
          }
          expect(flights.count).toBe(present.length)
        }
        lag.now = 0
        while (present.length > 0) {
          const runner = present.find(({ isRunning }) => isRunning)
          // No request waits while one could run.
          expect(runner).toBeDefined()
          leave(runner!)
          await settle()
        }
        expect([flights.count, flights.waiting]).toEqual([0, 0])
      },
    ),
    { numRuns: 40 },
  )
})
