/** Market streams: the newest values of what was asked for, as the reads have them, four a second at most. */
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { openStream, type ReadFrame, type StreamClient } from '../support/streams/read-stream.js'

let engine: TestEngine
const open: StreamClient[] = []

beforeAll(async () => {
  engine = await startEngine({ LOG_LEVEL: 'warn' })
})
afterEach(() => open.splice(0).forEach((client) => client.close()))
afterAll(() => engine.close())

async function read(query: string, headers: Readonly<Record<string, string>> = {}) {
  const client = await openStream(engine.baseUrl, `/v1/stream${query}`, { headers })
  open.push(client)
  return client
}

/** Names what there is a frame of: `candles BTC-USD 1m`. */
const kindsOf = ({ frames }: StreamClient): ReadonlySet<string> =>
  new Set(frames.map(({ event, data }) => [event, data['symbol'], data['interval']].join(' ')))
const isSymbol = (symbol: string) => (frame: ReadFrame) => frame.data['symbol'] === symbol

test('the first frame of every channel comes immediately, and each has the form of its read', async () => {
  const client = await read('?symbols=btc/usd,ETH-USD&channels=price,book,trades,candles:1m,candles:1d')
  expect(client.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  await client.until((each) => kindsOf(each).size === 2 * 5)
  for (const symbol of ['BTC-USD', 'ETH-USD']) {
    const mine = (event: string) => client.of(event).filter(isSymbol(symbol))
    const bodyOf = async (path: string) => (await engine.api.get(path)).body as object
    const keysOf = async (path: string) => Object.keys(await bodyOf(path))
    const changes = ['change_24h', 'change_24h_pct']
    expect([...Object.keys(mine('price')[0]!.data), ...changes]).toEqual(await keysOf(`/v1/price?symbol=${symbol}`))
    expect(Object.keys(mine('book')[0]!.data)).toEqual(await keysOf(`/v1/orderbook?symbol=${symbol}`))
    expect(mine('book')[0]!.data).toMatchObject({ depth: 24, venue: 'GMX' })
    const { trades } = mine('trades')[0]!.data as { trades: object[] }
    const [trade] = (await bodyOf(`/v1/trades?symbol=${symbol}`)) as object[]
    expect(trades.length).toBe(50)
    expect(Object.keys(trades[0]!)).toEqual(Object.keys(trade!))
    const [candle] = (await bodyOf(`/v1/candles?symbol=${symbol}`)) as object[]
    for (const interval of ['1m', '1d']) {
      const frame = mine('candles').find(({ data }) => data['interval'] === interval)
      expect(Object.keys(frame!.data)).toEqual(['symbol', 'venue', 'interval', 'candle'])
      expect(Object.keys(frame!.data['candle'] as object)).toEqual(Object.keys(candle!))
    }
  }
})

test('one frame of a tick, of which there are four a second, and none repeats the one before', async () => {
  const client = await read('?symbols=BTC-USD&channels=price,book,trades')
  await client.until(({ of }) => of('price').length >= 12)
  const ticksOf = (event: string, field: string) => client.of(event).map(({ data }) => Number(data[field]))
  for (const ticks of [ticksOf('price', 'tick'), ticksOf('book', 'sequence')])
    expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b))
  const trades = client.of('trades').map(({ text }) => text)
  expect(new Set(trades).size).toBe(trades.length)
})

test('each trade once and in order, the same as the list has', async () => {
  const client = await read('?symbols=BTC-USD&channels=trades')
  await client.until(({ of }) => of('trades').length >= 6)
  const told = client.of('trades').flatMap(({ data }) => (data as { trades: { id: string }[] }).trades)
  const listed = (await engine.api.get<{ id: string }[]>('/v1/trades?symbol=BTC-USD&limit=1000')).body.toReversed()
  const from = listed.findIndex(({ id }) => id === told[0]!.id)
  expect(from).toBeGreaterThanOrEqual(0)
  expect(told).toEqual(listed.slice(from, from + told.length))
})

test('the candle is that of the list while it is open', async () => {
  const client = await read('?symbols=BTC-USD&channels=candles:1m')
  await client.until(({ of }) => of('candles').length >= 4)
  const frames = client.of('candles').map(({ data }) => data['candle'] as { timestamp: string; volume: number })
  for (const [index, candle] of frames.entries())
    if (index > 0 && candle.timestamp === frames[index - 1]!.timestamp)
      expect(candle.volume).toBeGreaterThanOrEqual(frames[index - 1]!.volume)
})

test('without channels it is prices; a venue and a key may be sent along', async () => {
  const { key } = engine.as()
  const client = await read('?symbols=BTC-USD&venue=OSTIUM', key.headers)
  expect(client.headers).toHaveProperty('x-ratelimit-remaining')
  await client.until(({ frames }) => frames.length >= 2)
  expect(new Set(client.frames.map(({ event, data }) => `${event} ${String(data['venue'])}`))).toEqual(
    new Set(['price OSTIUM']),
  )
})

test('readers of the same symbols share its values: all have the same frames of a tick', async () => {
  const clients = await Promise.all(
    Array.from({ length: 8 }, () => read('?symbols=ETH-USD,BTC-USD&channels=price,book')),
  )
  await Promise.all(clients.map((client) => client.until(({ of }) => of('price').length >= 12)))
  const textsOf = (client: StreamClient) =>
    new Map(client.of('price').map(({ text, data }) => [`${String(data['symbol'])} ${String(data['tick'])}`, text]))
  const [first, ...others] = clients.map(textsOf)
  for (const other of others) {
    const shared = [...other].filter(([name]) => first!.has(name))
    expect(shared.length).toBeGreaterThan(4)
    for (const [name, text] of shared) expect(text).toBe(first!.get(name))
  }
})

test('the largest stream there may be: 50 symbols with every channel', async () => {
  const { body } = await engine.api.get<{ symbol: string }[]>('/v1/prices')
  const symbols = body.slice(0, 50).map(({ symbol }) => symbol)
  const channels = 'price,book,trades,candles:1m,candles:5m,candles:15m,candles:1h,candles:4h,candles:1d'
  const client = await read(`?symbols=${symbols.join(',')}&channels=${channels}`)
  await client.until((each) => kindsOf(each).size === 50 * 9)
  expect(new Set(client.of('price').map(({ data }) => data['symbol']))).toEqual(new Set(symbols))
  const more = await read(`?symbols=${[...symbols, 'BTC-USD'].join(',')}`)
  expect(more.status).toBe(400)
})

test.each([
  ['no symbols', '', 400],
  ['an unknown symbol', '?symbols=BTC-USD,NOPE-USD', 404],
  ['a symbol that the venue does not list', '?symbols=EUR-USD&venue=GMX', 404],
  ['an unknown venue', '?symbols=BTC-USD&venue=NYSE', 400],
  ['an unknown channel', '?symbols=BTC-USD&channels=price,ticks', 400],
  ['an unknown interval', '?symbols=BTC-USD&channels=candles:7m', 400],
  ['candles without an interval', '?symbols=BTC-USD&channels=candles', 400],
  ['an empty channel', '?symbols=BTC-USD&channels=', 400],
  ['a blank between channels', '?symbols=BTC-USD&channels=price,%20book', 400],
  ['the name of a property of objects', '?symbols=BTC-USD&channels=__proto__', 400],
  ['channels sent twice', '?symbols=BTC-USD&channels=price&channels=book', 400],
  ['a line break in a symbol', '?symbols=BTC-USD%0d%0aevent:%20account', 400],
  ['no end of commas', `?symbols=${','.repeat(3_000)}`, 400],
])('%s is refused before a stream begins', async (_case, query, status) => {
  const { status: answered, body } = await engine.api.request('GET', `/v1/stream${query}`)
  expect(answered).toBe(status)
  expect(body).toMatchObject({ error: status === 404 ? 'not_found' : 'invalid_payload' })
})
