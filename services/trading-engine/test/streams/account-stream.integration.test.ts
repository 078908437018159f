/** The stream of an account: every event once and in order, from wherever its reader left off. */
import { randomUUID } from 'node:crypto'
import { type ApiClient } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { openStream, type StreamClient } from '../support/streams/read-stream.js'

let engine: TestEngine
const open: StreamClient[] = []

beforeAll(async () => {
  engine = await startEngine({ LOG_LEVEL: 'warn' })
})
afterEach(() => open.splice(0).forEach((client) => client.close()))
afterAll(() => engine.close())

const BUY = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 } as const

async function read(trader: Trader, query = '', headers: Readonly<Record<string, string>> = {}, at = engine.baseUrl) {
  const path = `/v1/account/${trader.accountId}/stream${query}`
  const client = await openStream(at, path, { headers: { ...trader.key.headers, ...headers } })
  open.push(client)
  return client
}

/** The events as the list has them, as text. */
async function listed({ api, accountId }: Trader): Promise<readonly string[]> {
  const { text } = await api.get(`/v1/account/${accountId}/events?limit=500`)
  return text.slice(1, -1).split(/(?<=\}),(?=\{"id":)/)
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('frames are the events of the list byte for byte, beside the summary and the risk of its reads', async () => {
  const trader = await engine.trader()
  await trader.place(BUY)
  const client = await read(trader, '?after=0')
  expect(client.status).toBe(200)
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': expect.any(String) as string,
    'x-ratelimit-remaining': expect.any(String) as string,
  })
  expect(client.headers).not.toHaveProperty('access-control-allow-origin')
  await trader.place(BUY)
  await client.sequencesTo(4)
  const events = await listed(trader)
  expect(client.of('account').map(({ text }) => text)).toEqual(events)
  expect(client.of('account').map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
  expect(client.text().startsWith('retry: 2000\n\nid: 0\n\n')).toBe(true)
  await client.until(({ of }) => of('summary').length > 0 && of('risk').length > 0)
  const [summary] = client.of('summary')
  const [risk] = client.of('risk')
  expect([summary!.id, risk!.id]).toEqual([undefined, undefined])
  const { body } = await trader.api.get(`/v1/account/${trader.accountId}/summary`)
  expect(Object.keys(summary!.data)).toEqual(Object.keys(body))
  const { body: riskBody } = await trader.api.get(`/v1/account/${trader.accountId}/risk`)
  expect(Object.keys(risk!.data)).toEqual(Object.keys(riskBody))
})

test('without a place to begin it begins now; from every sequence on it has exactly what comes after', async () => {
  const trader = await engine.trader()
  for (let orders = 0; orders < 3; orders += 1) await trader.place(BUY)
  const now = await read(trader)
  const resumed = await Promise.all(range(0, 6).map((after) => read(trader, `?after=${after}`)))
  const byHeader = await Promise.all(
    range(0, 6).map((after) => read(trader, '?after=3', { 'last-event-id': String(after) })),
  )
  await trader.place(BUY)
  expect(await now.sequencesTo(8)).toEqual([7, 8])
  for (const [after, client] of resumed.entries()) expect(await client.sequencesTo(8)).toEqual(range(after + 1, 8))
  for (const [after, client] of byHeader.entries()) expect(await client.sequencesTo(8)).toEqual(range(after + 1, 8))
})

test('a reader that is cut off before the first event comes back to where it was', async () => {
  const trader = await engine.trader()
  await trader.place(BUY)
  const first = await read(trader)
  await first.until(({ of }) => of('summary').length > 0)
  expect(first.of('account')).toEqual([])
  const position = /^id: (\d+)$/m.exec(first.text())?.[1] ?? ''
  first.close()
  await trader.place(BUY)
  const second = await read(trader, '', { 'last-event-id': position })
  expect(await second.sequencesTo(4)).toEqual([3, 4])
  expect(second.text().startsWith('retry: 2000\n\nid: 2\n\n')).toBe(true)
})

test('a reader that is cut off again and again while orders are placed has each event once', async () => {
  const trader = await engine.trader()
  const seen: number[] = []
  const total = 40
  const placing = (async () => {
    for (let orders = 0; orders < total / 2; orders += 1) await trader.place({ ...BUY, quantity: 0.001 })
  })()
  while (seen.length < total) {
    const client = await read(
      trader,
      '',
      seen.length === 0 ? { 'last-event-id': '0' } : { 'last-event-id': String(seen.at(-1)) },
    )
    await client.sequencesTo((seen.at(-1) ?? 0) + 1)
    client.close()
    seen.push(...client.of('account').map(({ id }) => Number(id)))
  }
  await placing
  expect(seen).toEqual(range(1, total))
})

test('two replicas: whichever writes and whichever serves, both readers have the same', async () => {
  const { databaseUrl, wallet } = engine
  const beside = await startEngine({ ROLE: 'api', databaseUrl, sharedWallet: wallet, LOG_LEVEL: 'warn' })
  try {
    const trader = await engine.trader()
    const here = await read(trader)
    const there = await untilAnswered(() => read(trader, '', {}, beside.baseUrl))
    const elsewhere = beside.api.with(trader.key.headers)
    const place = (api: ApiClient) => {
      const body = { account_id: trader.accountId, ...BUY, client_id: randomUUID() }
      return untilAnswered(() => api.post('/v1/order', { body }))
    }
    for (const api of [trader.api, elsewhere, elsewhere, trader.api, elsewhere])
      expect((await place(api)).status).toBe(200)
    const more = await Promise.all(range(1, 6).map((n) => place(n % 2 === 0 ? trader.api : elsewhere)))
    expect(more.map(({ status }) => status)).toEqual(range(1, 6).map(() => 200))
    expect(await here.sequencesTo(22)).toEqual(range(1, 22))
    expect(await there.sequencesTo(22)).toEqual(range(1, 22))
    const events = await listed(trader)
    expect(here.of('account').map(({ text }) => text)).toEqual(events)
    expect(there.of('account').map(({ text }) => text)).toEqual(events)
  } finally {
    await beside.close()
  }
})

test('events that nobody told this process of are found all the same', async () => {
  const trader = await engine.trader()
  const client = await read(trader)
  await client.until(({ of }) => of('summary').length > 0)
  await engine.pool.query(
    `with e as (insert into events (id, account_id, sequence, type, data, created_at)
      values (gen_random_uuid(), $1, 1, 'order.ack', '{}', now()))
      update accounts set event_sequence = 1 where id = $1`,
    [trader.accountId],
  )
  expect(await client.sequencesTo(1)).toEqual([1])
})

test('a long past comes in pages, to several readers, and goes on without a gap', async () => {
  const trader = await engine.trader()
  await engine.pool.query(
    `insert into events (id, account_id, sequence, type, data, created_at)
      select gen_random_uuid(), $1, s, 'order.ack', '{"order":{}}', now() from generate_series(1, 1050) s`,
    [trader.accountId],
  )
  await engine.pool.query('update accounts set event_sequence = 1050, version = version + 1 where id = $1', [
    trader.accountId,
  ])
  const clients = await Promise.all([read(trader, '?after=0'), read(trader, '?after=0'), read(trader, '?after=777')])
  await Promise.all(clients.map((client) => client.sequencesTo(1050)))
  const [first, second, third] = clients.map(({ of }) => of('account').map(({ id }) => Number(id)))
  expect([first, second, third]).toEqual([range(1, 1050), range(1, 1050), range(778, 1050)])
})

test('summary and risk: the newest, when they change, at most two a second', async () => {
  const trader = await engine.trader()
  const quiet = await read(trader)
  // A price that only rises: no two states of what holds it are the same.
  await engine.moveMarket('ETH-USD', 3_000)
  const rise = { symbol: 'ETH-USD', price: 9_000, over_ms: 600_000 }
  expect((await trader.api.post('/v1/sandbox/market', { body: rise })).status).toBe(200)
  await trader.place({ ...BUY, symbol: 'ETH-USD', quantity: 10 })
  await quiet.until(({ of }) => of('summary').length >= 6)
  for (const event of ['summary', 'risk']) {
    const frames = quiet.of(event)
    expect(new Set(frames.map(({ text }) => text)).size).toBe(frames.length)
  }
  const flat = await engine.trader()
  const unchanged = await read(flat)
  await unchanged.until(({ of }) => of('summary').length === 1 && of('risk').length === 1)
  await quiet.until(({ of }) => of('summary').length >= 9)
  expect(unchanged.frames).toHaveLength(2)
})
