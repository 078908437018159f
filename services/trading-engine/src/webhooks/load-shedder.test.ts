import { createLoadShedder, type LoadShedder } from './load-shedder.js'

const LOOK_MS = 50
let loadShedder: LoadShedder
let busy: number
let hasCommands: boolean

beforeEach(() => {
  jest.useFakeTimers()
  busy = 0
  hasCommands = true
  loadShedder = createLoadShedder({ hasCommands: () => hasCommands, utilization: () => busy })
  loadShedder.start()
})
afterEach(() => {
  loadShedder.stop()
  jest.useRealTimers()
})

/** Attempts begun between two looks by someone who wants up to 1,000 of them. */
async function begun(): Promise<number> {
  let taken = 0
  while (taken < 1_000) {
    const taking = loadShedder.take(10).then((count) => (taken += count))
    await jest.advanceTimersByTimeAsync(0)
    if (loadShedder.waiting() === 0) await taking
    else {
      const before = taken
      await jest.advanceTimersByTimeAsync(LOOK_MS)
      loadShedder.putBack((await taking) - before)
      return before
    }
  }
  await jest.advanceTimersByTimeAsync(LOOK_MS)
  return taken
}
const looks = async (count: number): Promise<readonly number[]> => {
  const seen: number[] = []
  while (seen.length < count) seen.push(await begun())
  return seen
}

test('nobody is held back while there is time to spare', async () => {
  expect(await looks(3)).toEqual([1_000, 1_000, 1_000])
})

test('without commands nobody is held back, however busy the process is', async () => {
  busy = 1
  hasCommands = false
  expect(await looks(3)).toEqual([1_000, 1_000, 1_000])
})

test('under pressure fewer and fewer begin, but never none; without it more again, until all may', async () => {
  busy = 1
  const pressed = await looks(40)
  expect(pressed[0]).toBe(1_000)
  expect(pressed[1]).toBeLessThan(1_000)
  expect(pressed).toEqual(pressed.toSorted((a, b) => b - a))
  expect(pressed.at(-1)).toBeGreaterThan(0)
  expect(pressed.at(-1)).toBeLessThan(10)
  busy = 0
  const relieved = await looks(250)
  expect(relieved.at(20)).toBeGreaterThan(pressed.at(-1) ?? 0)
  expect(relieved.at(20)).toBeLessThan(100)
  expect(relieved.at(-1)).toBe(1_000)
})

test('what is put back is there for others', async () => {
  busy = 1
  await looks(40)
  const taken = await loadShedder.take(10)
  expect(taken).toBeLessThan(10)
  loadShedder.putBack(taken)
  expect(await loadShedder.take(10)).toBe(taken)
})

test('callers that wait when it stops go on', async () => {
  busy = 1
  await looks(40)
  await loadShedder.take(10)
  const waits = loadShedder.take(10)
  await jest.advanceTimersByTimeAsync(0)
  expect(loadShedder.waiting()).toBe(1)
  loadShedder.stop()
  expect(await waits).toBe(10)
})
