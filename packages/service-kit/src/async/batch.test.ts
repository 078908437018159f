import { setImmediate as nextTurn } from 'node:timers/promises'
import { batchLoader } from './batch.js'

/** Doubles numbers; each batch waits to be let go. */
function doubling(max: number, concurrency = 1) {
  const batches: (readonly number[])[] = []
  const pending: (() => void)[] = []
  const load = batchLoader(
    async (numbers: readonly number[]) => {
      batches.push(numbers)
      await new Promise<void>((resolve) => pending.push(resolve))
      const poison = numbers.find((number) => number < 0)
      if (poison !== undefined) throw new Error(`${poison} is negative`)
      return numbers.map((number) => number * 2)
    },
    { max, concurrency },
  )
  /** Lets one batch after the other go until no more come. */
  const drain = async (): Promise<void> => {
    for (await nextTurn(); pending.length > 0; await nextTurn()) pending.splice(0).forEach((go) => go())
  }
  return { load, batches, drain }
}

test('calls of one turn make one batch, and those that come while it is under way make the next', async () => {
  const { load, batches, drain } = doubling(10)
  const first = [load(1), load(2)]
  await nextTurn()
  const next = [load(3), load(4), load(5)]
  await drain()
  expect(await Promise.all([...first, ...next])).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  const alone = load(6)
  await drain()
  expect(await alone).toBe(12)
})

test('a batch is no larger than its limit', async () => {
  const { load, batches, drain } = doubling(2)
  const all = [1, 2, 3, 4, 5].map(load)
  await drain()
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1, 2], [3, 4], [5]])
})

test('as many batches are under way at the same time as allowed', async () => {
  const { load, batches, drain } = doubling(2, 2)
  const all = [load(1), load(2), load(3), load(4), load(5)]
  await nextTurn()
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
  await drain()
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10])
})

test('a key that cannot be loaded fails alone, and those after it go on', async () => {
  const { load, drain } = doubling(10)
  const all = Promise.allSettled([1, -2, 3].map(load))
  await drain()
  expect((await all).map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    2,
    'Error: -2 is negative',
    6,
  ])
  const later = load(4)
  await drain()
  expect(await later).toBe(8)
})

test('when there are not as many values as keys, no caller gets one', async () => {
  const load = batchLoader((numbers: readonly number[]) => Promise.resolve(numbers.slice(1)), {
    max: 10,
    concurrency: 1,
  })
  const all = await Promise.allSettled([1, 2].map(load))
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
