import { tradesTopic, type TradesOfTicks } from './trades-topic.js'

/** A topic over trades that are named by their ticks. */
function setup(past: readonly number[]) {
  const ticks = [...past]
  const state = { now: 1_000 }
  const of = (found: readonly number[]): TradesOfTicks => ({ tick: state.now, texts: found.map(String) })
  const topic = tradesTopic({
    symbol: 'BTC-USD',
    venue: 'GMX',
    latest: () => Promise.resolve(of(ticks.slice(-50))),
    since: (tick) => of(ticks.filter((each) => each > tick)),
  })
  const trade = (tick: number): number => {
    ticks.push(tick)
    state.now = tick
    topic.update()
    return topic.version()
  }
  const told = (seen: number) => {
    const text = topic.after(seen)?.bytes.toString() ?? ''
    return (JSON.parse(text.slice(text.indexOf('{'))) as { trades: number[] }).trades
  }
  return { topic, trade, told, state }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('the latest fifty first, then each trade once', async () => {
  const { topic, trade, told } = setup(range(900, 999))
  await topic.prepare?.()
  topic.update()
  const first = topic.version()
  expect(told(0)).toEqual(range(950, 999))
  expect(first).toBe(1)
  const second = trade(1_001)
  trade(1_003)
  expect([told(first), told(second)]).toEqual([[1_001, 1_003], [1_003]])
  expect(told(0)).toEqual([...range(952, 999), 1_001, 1_003])
})

test('a quiet tick is nothing new, and a market without trades is told so', async () => {
  const { topic, told, state } = setup([])
  await topic.prepare?.()
  topic.update()
  expect([topic.version(), told(0)]).toEqual([1, []])
  state.now = 1_001
  topic.update()
  expect(topic.version()).toBe(1)
})

test('one that is far behind gets the newest of what it missed, and memory is bounded', async () => {
  const { topic, trade, told } = setup(range(900, 999))
  await topic.prepare?.()
  topic.update()
  const first = topic.version()
  for (const tick of range(1_001, 3_000)) trade(tick)
  const missed = told(first)
  expect(missed.length).toBeLessThan(600)
  expect(missed).toEqual(range(3_001 - missed.length, 3_000))
})
