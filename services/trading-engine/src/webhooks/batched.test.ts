import { setImmediate as nextTurn } from 'node:timers/promises'
import { batchLoader } from './batched.js'

/** Doubles numbers; each batch waits to be let go. */
function doubling(max: number, atOnce = 1) {
  const batches: (readonly number[])[] = []
  const pending: (() => void)[] = []
  const ask = batchLoader(
    async (numbers: readonly number[]) => {
      batches.push(numbers)
      await new Promise<void>((resolve) => pending.push(resolve))
      const poison = numbers.find((each) => each < 0)
      if (poison !== undefined) throw new Error(`${poison} is negative`)
      return numbers.map((each) => each * 2)
    },
    { max, atOnce },
  )
  /** Lets one batch after the other go until no more come. */
  const drain = async (): Promise<void> => {
    for (await nextTurn(); pending.length > 0; await nextTurn()) pending.splice(0).forEach((go) => go())
  }
  return { ask, batches, drain }
}

test('what is asked in one turn goes together, and what comes meanwhile goes next', async () => {
  const { ask, batches, drain } = doubling(10)
  const first = [ask(1), ask(2)]
  await nextTurn()
  const next = [ask(3), ask(4), ask(5)]
  await drain()
  expect(await Promise.all([...first, ...next])).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  const alone = ask(6)
  await drain()
  expect(await alone).toBe(12)
})

test('no more than so many go together', async () => {
  const { ask, batches, drain } = doubling(2)
  const all = [1, 2, 3, 4, 5].map(ask)
  await drain()
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1, 2], [3, 4], [5]])
})

test('so many batches are under way at once', async () => {
  const { ask, batches, drain } = doubling(2, 2)
  const all = [ask(1), ask(2), ask(3), ask(4), ask(5)]
  await nextTurn()
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
  await drain()
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10])
})

test('one that cannot be answered fails alone, and those after it go on', async () => {
  const { ask, drain } = doubling(10)
  const all = Promise.allSettled([1, -2, 3].map(ask))
  await drain()
  expect((await all).map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)))).toEqual([
    2,
    'Error: -2 is negative',
    6,
  ])
  const later = ask(4)
  await drain()
  expect(await later).toBe(8)
})

test('answers that do not fit the questions are given to nobody', async () => {
  const ask = batchLoader((numbers: readonly number[]) => Promise.resolve(numbers.slice(1)), { max: 10, atOnce: 1 })
  const all = await Promise.allSettled([1, 2].map(ask))
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
