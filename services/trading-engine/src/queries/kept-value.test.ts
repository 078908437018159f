import { createKeptValue } from './kept-value.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('one reading is shared by all who ask while it runs and until it is too old', async () => {
  let readings = 0
  const read = createKeptValue(() => Promise.resolve((readings += 1)), 1_000)
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  jest.advanceTimersByTime(999)
  expect(await read()).toBe(1)
  jest.advanceTimersByTime(1)
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
})

test('a reading that failed is not kept', async () => {
  let readings = 0
  const read = createKeptValue(async () => {
    readings += 1
    if (readings === 1) throw new Error('down')
    return Promise.resolve(readings)
  }, 1_000)
  await expect(Promise.all([read(), read()])).rejects.toThrow('down')
  expect(readings).toBe(1)
  expect(await read()).toBe(2)
})
