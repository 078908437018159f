import fc from 'fast-check'
import { RequestAborted } from './request-aborted.js'
import { createTurns, mapInTurns, sortInTurns, writeInTurns, type Visitor } from './turns.js'

const visitor = (who: string, isGone: Visitor['isGone'] = () => false): Visitor => ({ owner: who, isGone })

/** Turns of an event loop that the test runs, on a clock that only slices and pauses move. */
function createLoop(share = 1, burstMs = 250) {
  const loop = { time: 0, rests: [] as number[], turns: 0 }
  const takeTurn = createTurns({
    ...{ share, burstMs },
    now: () => loop.time,
    schedule: (run) => setImmediate(() => (loop.turns++, run())),
    rest: (run, ms) => {
      loop.rests.push(ms)
      loop.time += ms
      setImmediate(run)
    },
  })
  return { loop, takeTurn }
}

async function doSlices(
  name: string,
  count: number,
  done: string[],
  { takeTurn }: ReturnType<typeof createLoop>,
  among?: string,
) {
  for (let slice = 0; slice < count; slice++) {
    await takeTurn({ ...visitor(name), ...(among !== undefined && { among }) })
    done.push(name)
  }
}

it('has one slice done in each turn of the loop, and everybody who waits has one before anybody has another', async () => {
  const { loop, takeTurn } = createLoop()
  const done: string[] = []
  const greedy = Array.from({ length: 10 }, () => doSlices('greedy', 3, done, { loop, takeTurn }))
  await doSlices('modest', 3, done, { loop, takeTurn })
  expect(done.indexOf('modest')).toBeLessThan(2)
  expect(done.lastIndexOf('modest')).toBeLessThan(7)
  await Promise.all(greedy)
  expect(done).toHaveLength(33)
  expect(loop.turns).toBe(33)
})

it('gives many who are one among others every other turn, in which they go round', async () => {
  const loop = createLoop()
  const done: string[] = []
  const crowd = Array.from({ length: 40 }, (_, n) => doSlices(`crowd ${n}`, 2, done, loop, 'crowd'))
  await doSlices('known', 10, done, loop)
  expect(done.length).toBeLessThanOrEqual(21)
  expect(new Set(done).size).toBe(done.length - 9)
  await Promise.all(crowd)
  expect(done).toHaveLength(90)
})

it('does nothing more for a caller that no longer waits, and goes on with the others', async () => {
  const { loop, takeTurn } = createLoop()
  const done: string[] = []
  let isGone = false
  const leaving = (async () => {
    for (;;) {
      await takeTurn(visitor('leaving', () => isGone))
      done.push('leaving')
      isGone = done.length === 3
    }
  })()
  await expect(leaving).rejects.toThrow(RequestAborted)
  expect(done).toHaveLength(3)
  await doSlices('staying', 2, done, { loop, takeTurn })
  expect(done).toHaveLength(5)
})

it('takes no more of the time than its share, however many ask, but for a burst', async () => {
  const { loop, takeTurn } = createLoop(0.25)
  let worked = 0
  const work = async (who: string) => {
    for (let slice = 0; slice < 50; slice++) {
      await takeTurn(visitor(who))
      loop.time += 4
      worked += 4
    }
  }
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((who) => work(who)))
  expect(worked).toBe(1_000)
  expect(worked).toBeLessThanOrEqual(250 + loop.time * 0.25 + 4)
  expect(worked).toBeGreaterThan(loop.time * 0.25)
})

it('does not rest when there was time enough since', async () => {
  const { loop, takeTurn } = createLoop(0.25)
  for (let slice = 0; slice < 100; slice++) {
    await takeTurn()
    loop.time += 4
    await new Promise((resolve) => setImmediate(resolve))
    loop.time += 12
  }
  expect(loop.rests).toEqual([])
})

it('rests after each slice where there is no burst', async () => {
  const { loop, takeTurn } = createLoop(0.25, 0)
  for (let slice = 0; slice < 5; slice++) {
    await takeTurn()
    loop.time += 4
  }
  expect(loop.rests).toEqual([12, 12, 12, 12])
})

it('saves no more than a burst while there is no work', async () => {
  const { loop, takeTurn } = createLoop(0.25)
  loop.time += 1_000_000
  for (let slice = 0; slice < 100; slice++) {
    await takeTurn()
    loop.time += 4
  }
  expect(loop.rests.length).toBeGreaterThan(0)
})

it.each([
  [0, 0],
  [50, 0],
  [51, 2],
  [500, 10],
])('maps and writes %d rows in %d turns', async (count, turns) => {
  const { loop, takeTurn } = createLoop()
  const rows = Array.from({ length: count }, (_, row) => row)
  const body = (row: number) => ({ row, text: `"${row}"` })
  expect(await mapInTurns(rows, body, undefined, takeTurn)).toEqual(rows.map(body))
  expect(loop.turns).toBe(turns)
  const written = await writeInTurns(rows, (row) => JSON.stringify(body(row)), undefined, takeTurn)
  expect('text' in written ? written.text : written.bytes.toString()).toBe(JSON.stringify(rows.map(body)))
  expect(loop.turns).toBe(2 * turns)
})

describe('sorting in turns', () => {
  const byKey = (a: readonly [number, number], b: readonly [number, number]) => a[0] - b[0]
  /** Few keys, so that many are equal; the second number tells where each was. */
  const rowsOf = (keys: readonly number[]) => keys.map((key, place) => [key, place] as const)

  it.each([0, 1, 500, 501, 1_000, 2_750])('gives %d items the order of a stable sort', async (count) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: count, maxLength: count }),
        async (keys) => {
          const rows = rowsOf(keys)
          expect(await sortInTurns(rows, byKey)).toEqual(rows.toSorted(byKey))
        },
      ),
      { numRuns: 5, endOnFailure: true },
    )
  })

  it('compares only so often in a turn', async () => {
    let [compared, most] = [0, 0]
    const compare = (a: number, b: number) => {
      most = Math.max(most, ++compared)
      return a - b
    }
    const takeTurn = () => Promise.resolve(void (compared = 0))
    // Deterministic, and in no order.
    const items = Array.from({ length: 20_000 }, (_, item) => (item * 7_919) % 20_011)
    const sorted = await sortInTurns(items, compare, undefined, takeTurn)
    expect(sorted).toEqual(items.toSorted((a, b) => a - b))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(5_000)
  })
})
