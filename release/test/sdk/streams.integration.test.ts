/** Streams of the real engine, through a network that cuts them. */
import { startFaultProxy, type FaultProxy } from '@ats/test-kit'
import { TradingClient, type Account } from '@ats/sdk'
import { startEngine, type TestEngine } from '../../../services/trading-engine/test/support/engine/engine.js'

let engine: TestEngine
let proxy: FaultProxy
beforeAll(async () => {
  engine = await startEngine()
  proxy = await startFaultProxy({ targetPort: Number(new URL(engine.baseUrl).port) })
})
afterAll(async () => {
  await engine.close()
  await proxy.close()
})

/** As time goes, but connecting again does not wait. */
const IMPATIENT = {
  now: () => performance.now(),
  random: () => 0,
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms >= 40_000 ? ms : 5)
      signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()))
    }),
}

async function openAccount(): Promise<{ trading: TradingClient; direct: Account; cut: Account }> {
  const { key } = engine.as()
  const credentials = { key: key.key, secret: key.secret }
  const trading = new TradingClient({ url: engine.baseUrl, ...credentials })
  const { id } = await trading.createAccount({ plan_id: 'standard-100k' })
  const through = new TradingClient({ url: `http://127.0.0.1:${proxy.port}`, ...credentials, clock: IMPATIENT })
  return { trading, direct: trading.account(id), cut: through.account(id) }
}

const ORDER = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: '0.01', price: '1000', tif: 'IOC' } as const

test('every event comes once and in order, however often the connection is cut', async () => {
  const { direct, cut } = await openAccount()
  const EVENTS = 200
  const sequences: number[] = []
  let lost = 0
  const reading = (async () => {
    for await (const { type, data } of cut.stream({ after: 0, onLost: () => (lost += 1) })) {
      if (type === 'event') sequences.push(data.sequence)
      if (sequences.length >= EVENTS) return
    }
  })()
  for (let round = 0; round < EVENTS / 2; round += 1) {
    if (round % 5 === 0) await proxy.mode({ cutAfterBytes: 1 + round * 60 })
    await direct.place(ORDER)
  }
  await proxy.mode('forward')
  await reading
  expect(sequences).toEqual(Array.from({ length: EVENTS }, (_, index) => index + 1))
  expect(lost).toBeGreaterThan(2)
})

test('without a place to begin, it begins with the present, and misses nothing when cut before the first event', async () => {
  const { direct, cut } = await openAccount()
  for (let round = 0; round < 5; round += 1) await direct.place(ORDER)
  const latest = await direct.latestSequence()
  expect(latest).toBe((await direct.events().all()).length)
  const stream = cut.stream()
  await stream.next()
  await proxy.mode('reset')
  await direct.place(ORDER)
  await proxy.mode('forward')
  for await (const { type, data } of stream) {
    if (type !== 'event') continue
    expect(data.sequence).toBe(latest + 1)
    break
  }
})

test('the newest summary and risk come with decimals as text', async () => {
  const { direct } = await openAccount()
  expect(await direct.latestSequence()).toBe(0)
  const types = new Set<string>()
  for await (const { type, data } of direct.stream()) {
    if (type === 'summary') expect(data.equity).toBe('100000')
    if (type === 'risk') expect(data.rules.length).toBeGreaterThan(0)
    types.add(type)
    if (types.size === 2) break
  }
})

test('the market is told symbol by symbol, without a key', async () => {
  const { market } = new TradingClient({ url: engine.baseUrl })
  const wanted = new Set(['price BTC-USD', 'price ETH-USD', 'book BTC-USD', 'candles BTC-USD', 'trades BTC-USD'])
  for await (const { type, data } of market.stream(['btc/usd', 'ETH-USD'], {
    channels: ['price', 'book', 'trades', 'candles:1m'],
  })) {
    wanted.delete(`${type} ${data.symbol}`)
    if (type === 'price') expect(data.last_price).toMatch(/^\d+(\.\d+)?$/)
    if (type === 'book') expect(data.bids[0]?.[0]).toMatch(/^\d+(\.\d+)?$/)
    if (wanted.size === 0) break
  }
})

test('all accounts of a user are told together, with where their events are', async () => {
  const { trading, direct } = await openAccount()
  await direct.place(ORDER)
  const latest = await direct.latestSequence()
  const types = new Set<string>()
  for await (const { type, data } of trading.accountsStream()) {
    expect(data.account_id).toBe(direct.id)
    if (type === 'changed') expect(data.sequence).toBe(latest)
    if (type === 'summary') expect(data.summary.equity).toMatch(/^\d+(\.\d+)?$/)
    types.add(type)
    if (types.size === 3) break
  }
})
