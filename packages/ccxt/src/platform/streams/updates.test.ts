import { createUpdates } from './updates.js'

test('news between two calls are kept, and given once', async () => {
  const updates = createUpdates<number>({ max: 10, keyOf: String })
  updates.push([1])
  updates.push([2, 3])
  expect(await updates.next()).toEqual([1, 2, 3])
  const next = updates.next()
  updates.push([4])
  expect(await next).toEqual([4])
  expect(updates.kept()).toEqual([1, 2, 3, 4])
})

test('all who wait get the same', async () => {
  const updates = createUpdates<number>({ max: 10, keyOf: String })
  const waiting = [updates.next(), updates.next()]
  updates.push([1])
  expect(await Promise.all(waiting)).toEqual([[1], [1]])
})

test('of one key only the latest, at the place of the latest', async () => {
  const updates = createUpdates<{ id: string; v: number }>({ max: 10, keyOf: ({ id }) => id })
  updates.push([
    { id: 'a', v: 1 },
    { id: 'b', v: 1 },
    { id: 'a', v: 2 },
  ])
  expect(await updates.next()).toEqual([
    { id: 'b', v: 1 },
    { id: 'a', v: 2 },
  ])
})

test('no more than the most are kept, the oldest go', async () => {
  const updates = createUpdates<number>({ max: 2, keyOf: String })
  updates.push([1, 2, 3])
  expect(updates.kept()).toEqual([2, 3])
  expect(await updates.next()).toEqual([2, 3])
})

test('a failure ends the waiting, and is not kept for the next', async () => {
  const updates = createUpdates<number>({ max: 2, keyOf: String })
  const waiting = updates.next()
  updates.fail(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  updates.push([1])
  expect(await updates.next()).toEqual([1])
})

test('nothing new wakes nobody', async () => {
  const updates = createUpdates<number>({ max: 2, keyOf: String })
  const waiting = updates.next()
  updates.push([])
  updates.push([7])
  expect(await waiting).toEqual([7])
})

test('what counts once is not told again', async () => {
  const updates = createUpdates<number>({ max: 10, keyOf: String, isOnce: true })
  updates.push([1, 2])
  expect(await updates.next()).toEqual([1, 2])
  updates.push([1, 2, 3])
  expect(await updates.next()).toEqual([3])
})

test('an end is for those who wait, and for those who come', async () => {
  const updates = createUpdates<number>({ max: 2, keyOf: String })
  const waiting = updates.next()
  updates.end(new Error('over'))
  await expect(waiting).rejects.toThrow('over')
  updates.push([1])
  await expect(updates.next()).rejects.toThrow('over')
})
