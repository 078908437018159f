import { createHeldConnections, type Held } from './held-connections.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function start() {
  const held = createHeldConnections<Held>(5_000)
  const closed: number[] = []
  const hold = (name: number) => held.add({ close: () => void closed.push(name) })
  return { held, closed, hold }
}

test('each is closed when its time is over, and never one that has ended by itself', () => {
  const { held, closed, hold } = start()
  hold(1)
  const end = hold(2)
  jest.advanceTimersByTime(3_000)
  hold(3)
  end()
  jest.advanceTimersByTime(2_000)
  held.sweep()
  expect(closed).toEqual([1])
  jest.advanceTimersByTime(3_000)
  held.sweep()
  held.sweep()
  expect(closed).toEqual([1, 3])
})

test('when there are more than 2,000, the oldest are closed', () => {
  const { held, closed, hold } = start()
  for (let name = 1; name <= 2_003; name += 1) hold(name)
  expect([closed, held.size]).toEqual([[1, 2, 3], 2_000])
  held.closeAll()
  expect([closed.length, held.size]).toEqual([2_003, 0])
})

test('the one that has waited longest is taken first, and not closed later', () => {
  const { held, closed, hold } = start()
  hold(1)
  hold(2)
  held.takeOldest()
  jest.advanceTimersByTime(5_000)
  held.sweep()
  expect([closed, held.takeOldest()]).toEqual([[2], undefined])
})
