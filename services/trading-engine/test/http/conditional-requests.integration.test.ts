/**
 * The answers that bots poll have an ETag: a bot that asks with the tag of what it holds gets 304 exactly when the 200
 * would be the bytes it holds. The clock stands still between two answers, so both are of the same moment.
 */
import { draw } from '@ats/test-kit'
import { startStage, around, type Actor, type Stage } from '../support/stage.js'

const START = '2026-03-02T12:00:00Z'

let stage: Stage
let actor: Actor
let paths: readonly string[]

beforeAll(async () => {
  const settings = { MARKET_HOURS: 'venue', REQUESTS_PER_MINUTE: 10_000 } as const
  stage = await startStage(START, { ...around(50_000), ...around(11_000, 'NVDA-USD') }, settings)
  actor = await stage.actor()
  const account = `/v1/account/${actor.accountId}`
  const reads = [
    ...['/v1/price', '/v1/orderbook', '/v1/trades', '/v1/candles', '/v1/metrics', '/v1/funding-rates'].map(
      (path) => `${path}?symbol=BTC-USD`,
    ),
    ...['/v1/ticker/metadata?ticker=BTC-USD', '/v1/tickers', '/v1/plans', '/v1/accounts', account],
    ...['/summary', '/positions', '/orders', '/risk', '/trades', '/ledger'].map((path) => `${account}${path}`),
    ...['/events', '/positions/history'].map((path) => `${account}${path}`),
    ...[`${account}/orders?status=all`, `${account}/orders?limit=1`, `${account}/positions?limit=1`],
    '/v1/price?symbol=NVDA-USD',
  ]
  const asText = ['/v1/price?symbol=BTC-USD', ...['', '/positions', '/orders'].map((path) => `${account}${path}`)]
  const texts = asText.map((path) => `${path}${path.includes('?') ? '&' : '?'}decimals=string`)
  // Of paths whose answers hardly change alone, no 200 would be seen.
  const sure = ['/v1/price?symbol=BTC-USD', `${account}/orders`]
  const others = [...reads, ...texts].filter((path) => !sure.includes(path))
  paths = [...sure, ...draw(others, 4, (path) => path.replace(actor.accountId, ''))]
})
afterAll(() => stage.close())

interface Held {
  readonly text: string
  readonly etag: string
}

async function load(path: string): Promise<Held> {
  const { text, headers } = await actor.api.get(path)
  expect(headers['cache-control']).toBe('private, no-cache')
  return { text, etag: String(headers.etag) }
}

const PLACED = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 40_000 } as const

test('304 exactly when the 200 would be the same bytes, whatever happens', async () => {
  let orderId = ''
  const life: readonly (readonly [string, () => unknown])[] = [
    ['nothing', () => undefined],
    ['a tick', () => stage.set({})],
    ['another price', () => stage.set(around(50_100))],
    ['an order', async () => (orderId = (await actor.placed(PLACED)).order.id)],
    ['another price of what it waits for', () => stage.set(around(50_000))],
    ['its end', () => actor.cancel(orderId)],
    ['a position', () => actor.placed({ ...PLACED, kind: 'MARKET', price: undefined })],
    ['a sale that rests', () => actor.placed({ ...PLACED, side: 'SELL', price: 60_000 })],
    ['a price of what is held', () => stage.set(around(49_000))],
    ['a price of what is not held', () => stage.set(around(11_001, 'NVDA-USD'))],
    ['a tick in which no price changes', () => stage.set({})],
    ['the next trading day', () => stage.step([actor], {}, '2026-03-03T00:00:00Z')],
    ['the end of the week, where a market closes', () => stage.step([actor], {}, '2026-03-07T12:00:00Z')],
  ]
  let held = new Map(await Promise.all(paths.map(async (path) => [path, await load(path)] as const)))
  const seen = { same: 0, other: 0 }
  for (const [what, happen] of life) {
    await happen()
    const now = await Promise.all(
      paths.map(async (path) => {
        const before = held.get(path)!
        const fresh = await load(path)
        const asked = await actor.api.get(path, { headers: { 'if-none-match': before.etag } })
        const isSame = fresh.text === before.text
        seen[isSame ? 'same' : 'other'] += 1
        const expected = isSame ? [304, ''] : [200, fresh.text]
        expect([what, path, asked.status, asked.text]).toEqual([what, path, ...expected])
        expect([what, path, asked.headers.etag]).toEqual([what, path, fresh.etag])
        expect([what, path, fresh.etag === before.etag]).toEqual([what, path, isSame])
        return [path, fresh] as const
      }),
    )
    held = new Map(now)
  }
  expect(seen.same).toBeGreaterThan(paths.length)
  expect(seen.other).toBeGreaterThan(paths.length)
})

test('a 304 counts as a request', async () => {
  const left = async (headers = {}) =>
    Number((await actor.api.get(`/v1/account/${actor.accountId}`, { headers })).headers['x-ratelimit-remaining'])
  const before = await left()
  expect([await left({ 'if-none-match': '*' }), await left()]).toEqual([before - 1, before - 2])
})

test("the tag of somebody else's answer opens nothing", async () => {
  const path = `/v1/account/${actor.accountId}`
  const { etag } = await load(path)
  const other = await stage.actor()
  expect((await other.api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(404)
  expect((await stage.api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(401)
})
