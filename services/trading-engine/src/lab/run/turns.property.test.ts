/** Turns of processes, seen from both ends: those that want, and the one that hands turns out. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { createOwnTurn, type OwnTurn } from './own-turn.js'
import { createTurns, type Seat, type TurnWord } from './turns.js'

/** Time that passes when it is told to. */
function aClock() {
  let now = 0
  let timers: { at: number; work: () => void }[] = []
  return {
    now: () => now,
    after: (ms: number, work: () => void): void => void timers.push({ at: now + ms, work }),
    pass(ms: number): void {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { work } of due) work()
    },
  }
}

interface Process {
  readonly turn: OwnTurn
  readonly seat: Seat
}

/** Processes whose words reach each other with no delay; `holders` follows what they are told and give back. */
function aLaboratory(processes: number, max: number) {
  const clock = aClock()
  const turns = createTurns(max, clock)
  const holders = new Set<number>()
  let most = 0
  const all = Array.from({ length: processes }, (_, number): Process => {
    const turn = createOwnTurn(
      (ask) => {
        if (ask === 'done') holders.delete(number)
        seat[ask]()
      },
      (work, ms) => clock.after(ms, work),
    )
    const seat = turns.join((word: TurnWord) => {
      if (word === 'go') holders.add(number)
      most = Math.max(most, holders.size)
      turn.hear(word)
    })
    return { turn, seat }
  })
  return { clock, all, holders, most: () => most }
}

const settle = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await Promise.resolve()
}

test('no more have a turn than may, and each that wants one gets it, whatever the others do', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('enter' as const), of: fc.nat(5) }),
      fc.record({ kind: fc.constant('leave' as const), of: fc.nat(5) }),
      fc.record({ kind: fc.constant('pause' as const), of: fc.nat(5) }),
      fc.record({ kind: fc.constant('pass' as const), of: fc.nat(40) }),
    ),
    { maxLength: 80 },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), steps, async (max, life) => {
      const { clock, all, most } = aLaboratory(6, max)
      const inside: (() => void)[][] = all.map(() => [])
      let [wanted, got] = [0, 0]
      for (const { kind, of } of life) {
        if (kind === 'pass') clock.pass(of)
        else if (kind === 'leave') inside[of]!.pop()?.()
        else if (kind === 'enter' || inside[of]!.length > 0) {
          wanted += 1
          const { turn } = all[of]!
          const resumed = kind === 'enter' ? turn.enter().then((leave) => inside[of]!.push(leave)) : turn.pause()
          void resumed.then(() => (got += 1))
        }
        await settle()
      }
      for (let round = 0; round < 40; round += 1) {
        clock.pass(100)
        await settle()
      }
      expect(got).toBe(wanted)
      expect(most()).toBeLessThanOrEqual(max)
    }),
    { numRuns: runs(1_600) },
  )
})

test('a turn is kept while nobody else wants one, and for twenty milliseconds at least', async () => {
  const { clock, all, holders } = aLaboratory(2, 1)
  const [one, other] = all as [Process, Process]
  const leave = await one.turn.enter()
  leave()
  clock.pass(1_000)
  expect([...holders]).toEqual([0])
  ;(await one.turn.enter())()
  const waits = other.turn.enter()
  await settle()
  expect([...holders]).toEqual([1])
  ;(await waits)()
  const again = one.turn.enter()
  clock.pass(19)
  expect([...holders]).toEqual([1])
  clock.pass(1)
  await again
  expect([...holders]).toEqual([0])
})

test('a request that waits for another of the same process does not wait for ever', async () => {
  const { clock, all } = aLaboratory(2, 1)
  const [one, other] = all as [Process, Process]
  await one.turn.enter()
  void other.turn.enter().then((leave) => leave())
  clock.pass(20)
  // Its turn is asked back, and the first request goes on until the second one is answered.
  const second = one.turn.enter()
  clock.pass(50)
  await settle()
  clock.pass(20)
  await second
})

test('a process that ends gives its turn to the next', async () => {
  const { all, holders } = aLaboratory(2, 1)
  const [one, other] = all as [Process, Process]
  await one.turn.enter()
  const waits = other.turn.enter()
  one.seat.leave()
  await waits
  expect(holders.has(1)).toBe(true)
})

test('what is told of a turn that was given up is nothing any more', async () => {
  const asked: string[] = []
  const turn = createOwnTurn((ask) => asked.push(ask))
  const waits = turn.enter()
  turn.reset()
  await waits
  turn.hear('go')
  turn.hear('give_back')
  expect(asked).toEqual(['want'])
})
