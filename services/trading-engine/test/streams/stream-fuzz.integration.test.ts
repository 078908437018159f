/** Streams asked for in any way: each is one that begins, or a refusal that is documented; none stays open. */
import { runs } from '@ats/test-kit'
import fc from 'fast-check'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'
import { openStream } from '../support/streams/read-stream.js'

let engine: TestEngine
let trader: Trader

beforeAll(async () => {
  engine = await startEngine({ LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: 100_000, PUBLIC_REQUESTS_PER_MINUTE: 100_000 })
  trader = await engine.trader()
  for (let n = 0; n < 5; n += 1)
    await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.001, client_id: `${n}` })
})
afterAll(() => engine.close())

/** Characters that HTTP allows in a header. */
const headerText = fc.stringMatching(/^[\x21-\x7e\xa1-\xff]{1,40}$/)
const number = fc.oneof(fc.integer().map(String), fc.double().map(String), fc.bigInt().map(String))
const eventId = fc.oneof(headerText, number, fc.constantFrom('', '0', '3', '10', '007', '+1', '1e1', '9'.repeat(16)))
const symbols = fc
  .array(fc.oneof(fc.constantFrom('BTC-USD', 'ethusd', 'XAU/USD', 'AAPL-USD', 'NO-SUCH', ''), fc.string()), {
    maxLength: 60,
  })
  .map((list) => list.join(','))
const parameter = fc.oneof(
  fc.tuple(fc.constant('symbols'), symbols),
  fc.tuple(
    fc.constant('channels'),
    fc.oneof(fc.constantFrom('price', 'book,trades', 'price,price', 'all'), fc.string()),
  ),
  fc.tuple(fc.constant('after'), fc.oneof(number, fc.string(), fc.constantFrom('0', '3'))),
  fc.tuple(fc.constantFrom('venue', 'decimals'), fc.constantFrom('GMX', 'OSTIUM', 'gmx', 'string', '')),
  fc.tuple(fc.string(), fc.string()),
)
const request = fc.record({
  path: fc.constantFrom('own', 'nobody', 'no id', 'accounts', 'market', 'market'),
  parameters: fc.array(parameter, { maxLength: 5 }),
  eventIds: fc.array(eventId, { maxLength: 2 }),
  accept: fc.constantFrom(undefined, 'text/event-stream', 'application/json', '*/*;q=0'),
  hasKey: fc.boolean(),
})
type Asked = typeof request extends fc.Arbitrary<infer A> ? A : never

const pathOf = (path: string): string =>
  ({
    own: `/v1/account/${trader.accountId}/stream`,
    nobody: '/v1/account/01a20917-f9a1-7f37-84f0-467c471c9698/stream',
    'no id': '/v1/account/%27%20or%201=1/stream',
    accounts: '/v1/accounts/stream',
  })[path] ?? '/v1/stream'

const STATUSES = [200, 400, 401, 404, 429]

async function ask({ path, parameters, eventIds, accept, hasKey }: Asked): Promise<number> {
  const query = parameters.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
  const headers = {
    ...(hasKey ? trader.key.headers : {}),
    ...(accept === undefined ? {} : { accept }),
    ...(eventIds.length === 0 ? {} : { 'last-event-id': eventIds }),
  }
  const client = await openStream(engine.baseUrl, `${pathOf(path)}?${query.join('&')}`, { headers })
  try {
    expect(STATUSES).toContain(client.status)
    if (client.status === 200) {
      expect(client.headers['content-type']).toBe('text/event-stream; charset=utf-8')
      await client.until((stream) => stream.frames.length > 0 || /^id: \d+$/m.test(stream.text()))
    } else {
      await client.until((stream) => stream.isEnded())
      const { error, request_id: requestId } = JSON.parse(client.text()) as Record<string, unknown>
      expect([typeof error, typeof requestId]).toEqual(['string', 'string'])
    }
    return client.status
  } finally {
    client.close()
  }
}

const untilNoneIsOpen = () =>
  pollUntil(
    async () => {
      const text = await (await fetch(`${engine.baseUrl}/metrics`)).text()
      return [...text.matchAll(/^streams_open\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
    },
    (open) => open === 0,
  )

test('however a stream is asked for, it begins or is refused as documented', async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
      for (const status of await Promise.all(requests.map(ask))) seen.set(status, (seen.get(status) ?? 0) + 1)
    }),
    { numRuns: runs(60, 4) },
  )
  expect([200, 400, 401, 404].filter((status) => !seen.has(status))).toEqual([])
  await untilNoneIsOpen()
})

test('hundreds that are asked for concurrently, and left together, are no more than allowed and leave nothing open', async () => {
  const paths = [
    `/v1/account/${trader.accountId}/stream?after=0`,
    '/v1/accounts/stream',
    '/v1/stream?symbols=BTC-USD',
    '/v1/stream?symbols=ETH-USD&channels=book,trades',
  ]
  for (let round = 0; round < runs(16); round += 1) {
    const clients = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        openStream(engine.baseUrl, paths[n % 4]!, { headers: n % 4 === 3 ? {} : trader.key.headers }),
      ),
    )
    const begun = clients.map(({ status }) => status === 200)
    for (const client of clients) client.close()
    expect(clients.filter(({ status }) => ![200, 429].includes(status))).toEqual([])
    const ofKey = begun.filter((hasBegun, n) => hasBegun && n % 4 !== 3)
    expect([ofKey.length, begun.filter(Boolean).length - ofKey.length]).toEqual([25, 10])
    await untilNoneIsOpen()
  }
  expect(await ask({ path: 'own', parameters: [], eventIds: ['0'], accept: undefined, hasKey: true })).toBe(200)
})
