import { candlesTopic, type CandleRow } from './candles-topic.js'

const row = (startsAt: number, text: string): CandleRow => ({ startsAt, text: `"${text}"` })

/** A topic over a list of candles, of which the test says what is there. */
function setup() {
  const state = { rows: [] as readonly CandleRow[], starts: [] as (number | null)[] }
  const topic = candlesTopic({
    symbol: 'BTC-USD',
    venue: 'GMX',
    interval: '1m',
    from: (start) => {
      state.starts.push(start)
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
  const sent = (seen: number) =>
    [...(topic.after(seen)?.bytes.toString() ?? '').matchAll(/"candle":"(\w+)"/g)].map(([, text]) => text)
  return { set, sent, topic, starts: state.starts }
}

test('there is nothing to send before the first trade', async () => {
  const { set, topic } = setup()
  expect([await set(), topic.after(0)]).toEqual([0, null])
})

test('the open candle as it changes, without those before it', async () => {
  const { set, sent } = setup()
  const first = await set(row(0, 'past'), row(60, 'a'))
  expect(sent(0)).toEqual(['a'])
  await set(row(60, 'b'))
  expect(sent(first)).toEqual(['b'])
})

test('when it ends its final form, then the new one; who comes later gets the new one alone', async () => {
  const { set, sent } = setup()
  const open = await set(row(60, 'open'))
  const ended = await set(row(60, 'final'), row(120, 'next'))
  expect(sent(open)).toEqual(['final', 'next'])
  expect(sent(0)).toEqual(['next'])
  await set(row(120, 'more'))
  expect(sent(open)).toEqual(['final', 'more'])
  expect(sent(ended)).toEqual(['more'])
})

test('a final candle that was sent before the next one had a trade is not sent again', async () => {
  const { set, sent } = setup()
  await set(row(60, 'open'))
  const closed = await set(row(60, 'final'))
  await set(row(60, 'final'), row(180, 'next'))
  expect(sent(closed)).toEqual(['next'])
})

test('all that ended while nobody looked, each once and in order', async () => {
  const { set, sent } = setup()
  const open = await set(row(60, 'a'))
  await set(row(60, 'A'), row(120, 'B'), row(180, 'c'))
  expect(sent(open)).toEqual(['A', 'B', 'c'])
})

test('an unchanged candle is no new version, and frames name what they are of', async () => {
  const { set, topic, starts } = setup()
  const version = await set(row(60, 'a'))
  expect(await set(row(60, 'a'))).toBe(version)
  expect(topic.after(0)).toEqual({
    bytes: Buffer.from('event: candles\ndata: {"symbol":"BTC-USD","venue":"GMX","interval":"1m","candle":"a"}\n\n'),
    count: 1,
  })
  expect(starts).toEqual([null, 60])
})
