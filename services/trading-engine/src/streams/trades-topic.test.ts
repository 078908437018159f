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
  const sent = (seen: number) => {
    const text = topic.after(seen)?.bytes.toString() ?? ''
    return (JSON.parse(text.slice(text.indexOf('{'))) as { trades: number[] }).trades
  }
  return { topic, trade, sent, state }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('the latest fifty first, then each trade once', async () => {
  const { topic, trade, sent } = setup(range(900, 999))
  await topic.prepare?.()
  topic.update()
  const first = topic.version()
  expect(sent(0)).toEqual(range(950, 999))
  expect(first).toBe(1)
  const second = trade(1_001)
  trade(1_003)
  expect([sent(first), sent(second)]).toEqual([[1_001, 1_003], [1_003]])
  expect(sent(0)).toEqual([...range(952, 999), 1_001, 1_003])
})

test('a tick without trades brings nothing new, and a market without trades sends an empty list', async () => {
  const { topic, sent, state } = setup([])
  await topic.prepare?.()
  topic.update()
  expect([topic.version(), sent(0)]).toEqual([1, []])
  state.now = 1_001
  topic.update()
  expect(topic.version()).toBe(1)
})

test('one that is far behind gets the newest of what it missed, and memory is bounded', async () => {
  const { topic, trade, sent } = setup(range(900, 999))
  await topic.prepare?.()
  topic.update()
  const first = topic.version()
  for (const tick of range(1_001, 3_000)) trade(tick)
  const missed = sent(first)
  expect(missed.length).toBeLessThan(600)
  expect(missed).toEqual(range(3_001 - missed.length, 3_000))
})
