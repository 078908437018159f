import { candlesTopic, type CandleRow } from './candles-topic.js'

const row = (startsAt: number, text: string): CandleRow => ({ startsAt, text: `"${text}"` })

/** A topic over a list of candles, of which the test says what is there. */
function setup() {
  const state = { rows: [] as readonly CandleRow[], asked: [] as (number | null)[] }
  const topic = candlesTopic({
    symbol: 'BTC-USD',
    venue: 'GMX',
    interval: '1m',
    from: (start) => {
      state.asked.push(start)
      return Promise.resolve(
        start === null ? state.rows.slice(-1) : state.rows.filter((each) => each.startsAt >= start),
      )
    },
  })
  const set = async (...rows: readonly CandleRow[]): Promise<number> => {
    state.rows = rows
    await topic.prepare?.()
    topic.update()
    return topic.version()
  }
  const told = (seen: number) =>
    [...(topic.after(seen)?.bytes.toString() ?? '').matchAll(/"candle":"(\w+)"/g)].map(([, text]) => text)
  return { set, told, topic, asked: state.asked }
}

test('there is nothing to be told before the first trade', async () => {
  const { set, topic } = setup()
  expect([await set(), topic.after(0)]).toEqual([0, null])
})

test('the open candle as it changes, without those before it', async () => {
  const { set, told } = setup()
  const first = await set(row(0, 'past'), row(60, 'a'))
  expect(told(0)).toEqual(['a'])
  await set(row(60, 'b'))
  expect(told(first)).toEqual(['b'])
})

test('when it ends its final form, then the new one; who comes later gets the new one alone', async () => {
  const { set, told } = setup()
  const open = await set(row(60, 'open'))
  const ended = await set(row(60, 'final'), row(120, 'next'))
  expect(told(open)).toEqual(['final', 'next'])
  expect(told(0)).toEqual(['next'])
  await set(row(120, 'more'))
  expect(told(open)).toEqual(['final', 'more'])
  expect(told(ended)).toEqual(['more'])
})

test('a final form that was told while no trade had begun the next one is not told again', async () => {
  const { set, told } = setup()
  await set(row(60, 'open'))
  const closed = await set(row(60, 'final'))
  await set(row(60, 'final'), row(180, 'next'))
  expect(told(closed)).toEqual(['next'])
})

test('all that ended while nobody looked, each once and in order', async () => {
  const { set, told } = setup()
  const open = await set(row(60, 'a'))
  await set(row(60, 'A'), row(120, 'B'), row(180, 'c'))
  expect(told(open)).toEqual(['A', 'B', 'c'])
})

test('an unchanged candle is no new version, and frames name what they are of', async () => {
  const { set, topic, asked } = setup()
  const version = await set(row(60, 'a'))
  expect(await set(row(60, 'a'))).toBe(version)
  expect(topic.after(0)).toEqual({
    bytes: Buffer.from('event: candles\ndata: {"symbol":"BTC-USD","venue":"GMX","interval":"1m","candle":"a"}\n\n'),
    count: 1,
  })
  expect(asked).toEqual([null, 60])
})
