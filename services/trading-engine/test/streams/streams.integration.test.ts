/** Tests the promises of every stream: who may open one, how many, how it is cut, and how it ends. */
import { createConnection } from 'node:net'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess } from '../support/engine/engine-process.js'
import { pollUntil } from '../support/poll-until.js'
import { openStream, type StreamClient } from '../support/streams/read-stream.js'

let engine: TestEngine
let trader: Trader
const open: StreamClient[] = []

beforeAll(async () => {
  // A reader that is cut may take as long as the machine needs before it reads why.
  engine = await startEngine({ LOG_LEVEL: 'warn', listening: { readWithinMs: 600_000 } })
  trader = await engine.trader()
})
afterEach(() => open.splice(0).forEach((client) => client.close()))
afterAll(() => engine.close())

async function read(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const client = await openStream(engine.baseUrl, path, { headers, method })
  open.push(client)
  return client
}
const accountPath = ({ accountId }: Trader) => `/v1/account/${accountId}/stream`
const MARKET = '/v1/stream?symbols=BTC-USD'

/** The streams that are open, as the metrics have it. */
async function openStreams(): Promise<number> {
  const text = await (await fetch(`${engine.baseUrl}/metrics`)).text()
  return [...text.matchAll(/^streams_open\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}
const untilOpen = (count: number) => pollUntil(openStreams, (found) => found === count)

describe('before a stream begins', () => {
  test.each(['/v1/accounts/stream', () => accountPath(trader)])('%s needs a key', async (path) => {
    const { status } = await engine.api.request('GET', typeof path === 'string' ? path : path())
    expect(status).toBe(401)
  })

  test('somebody else’s account is not there', async () => {
    const { api } = engine.as()
    const { status, body } = await api.request('GET', accountPath(trader))
    expect([status, body['error']]).toEqual([404, 'not_found'])
  })

  test.each(['-1', '1.5', '1e3', '0x10', ' 7 x', 'abc', '9'.repeat(16), '1,2', '٣', "1'--"])(
    'Last-Event-ID %j is refused',
    async (id) => {
      const answer = await trader.api.request('GET', accountPath(trader), {
        headers: { 'last-event-id': Buffer.from(id).toString('latin1') },
      })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ error: 'invalid_payload', issues: [{ path: ['Last-Event-ID'] }] })
    },
  )

  test('a Last-Event-ID that is sent twice is refused, an empty one is none, one from the future waits', async () => {
    const twice = await trader.api.request('GET', accountPath(trader), { headers: { 'last-event-id': ['1', '2'] } })
    expect(twice.status).toBe(400)
    const empty = await read(`${accountPath(trader)}?after=0`, { ...trader.key.headers, 'last-event-id': '' })
    const future = await read(accountPath(trader), { ...trader.key.headers, 'last-event-id': '999999999999999' })
    await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.001 })
    await empty.sequencesTo(2)
    await future.until(({ of }) => of('summary').length > 1)
    expect(future.of('account')).toEqual([])
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not a method of a stream', async (method) => {
    const { status, headers } = await engine.api.request(method, MARKET)
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('HEAD has the head alone, and leaves nothing open', async () => {
    const { status, headers, text } = await trader.api.request('HEAD', accountPath(trader))
    expect([status, headers['content-type'], text]).toEqual([200, 'text/event-stream; charset=utf-8', ''])
    await untilOpen(0)
  })

  test('line breaks in a request id end up in no header, and in no frame', async () => {
    const client = await read(`${MARKET}&x=%0d%0aevent:%20error%0d%0a%0d%0a`, { 'x-request-id': 'a b' })
    expect(client.headers['x-request-id']).toMatch(/^[\w-]{1,64}$/)
    await client.until(({ frames }) => frames.length > 0)
    expect(client.text()).not.toContain('error')
  })

  test('it counts once against the rate limit', async () => {
    const { key } = engine.as({ userId: trader.userId })
    const client = await read(accountPath(trader), key.headers)
    await client.until(({ of }) => of('risk').length > 0)
    const again = await read(accountPath(trader), key.headers)
    expect(Number(again.headers['x-ratelimit-remaining'])).toBe(Number(client.headers['x-ratelimit-remaining']) - 1)
  })
})

describe('how many', () => {
  test('25 of a key, of all kinds together; one that closes makes room, and other keys have theirs', async () => {
    const { key } = engine.as({ userId: trader.userId })
    const paths = [accountPath(trader), MARKET, '/v1/accounts/stream']
    const clients = await Promise.all(Array.from({ length: 25 }, (_, n) => read(paths[n % 3]!, key.headers)))
    expect(clients.map(({ status }) => status)).toEqual(Array(25).fill(200))
    for (const path of paths) {
      const { status, headers, body } = await engine.api.with(key.headers).request('GET', path)
      expect([status, body['error'], headers['ratelimit-policy']]).toEqual([
        429,
        'rate_limited',
        '"streams-per-key";q=25;w=15',
      ])
      expect(headers['retry-after']).toBe('15')
    }
    // Without the key it is the address that counts.
    expect((await read(MARKET)).status).toBe(200)
    expect((await read(MARKET, engine.as().key.headers)).status).toBe(200)
    clients[0]!.close()
    await pollUntil(
      () => engine.api.with(key.headers).request('GET', paths[0]!),
      ({ status }) => status === 200,
    )
  })

  test('10 of an address without a key, however wrong the key that it sends', async () => {
    const wrong = { 'x-api-key': `svc_ak_${'0'.repeat(48)}`, 'x-api-secret': `svc_sk_${'0'.repeat(48)}` }
    const clients = await Promise.all(Array.from({ length: 10 }, (_, n) => read(MARKET, n % 2 === 0 ? {} : wrong)))
    expect(clients.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { status, headers } = await engine.api.request('GET', MARKET)
    expect([status, headers['ratelimit-policy']]).toEqual([429, '"streams-per-address";q=10;w=15'])
    expect((await engine.api.with(wrong).request('GET', MARKET)).status).toBe(429)
    // Reads are not streams.
    expect((await engine.api.get('/v1/price?symbol=BTC-USD')).status).toBe(200)
  })

  test('fifty that are asked for concurrently are no more than 25', async () => {
    const { key } = engine.as({ userId: trader.userId })
    const clients = await Promise.all(Array.from({ length: 50 }, () => read(accountPath(trader), key.headers)))
    const statuses = clients.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(25).fill(200), ...Array<number>(25).fill(429)])
  })
})

describe('how it ends', () => {
  test('a key that is revoked ends its streams, and no others; a new one may come back', async () => {
    const [mine, other] = [engine.as({ userId: trader.userId }), engine.as({ userId: trader.userId })]
    const [revoked, market, kept] = [
      await read(accountPath(trader), mine.key.headers),
      await read(MARKET, mine.key.headers),
      await read(accountPath(trader), other.key.headers),
    ]
    engine.wallet.revoke(mine.key)
    for (const client of [revoked, market]) {
      await client.until(({ isEnded }) => isEnded())
      expect(client.frames.at(-1)).toMatchObject({ event: 'error', data: { error: 'unauthorized' } })
    }
    expect(kept.isEnded()).toBe(false)
  })

  test('a reader that does not read is cut at a megabyte, and resumes with what it has missed', async () => {
    const reader = await engine.trader()
    const client = await read(`${accountPath(reader)}?after=0`, reader.key.headers)
    await client.until(({ of }) => of('risk').length > 0)
    client.pause()
    // As many as fit into no buffer of any system.
    const events = 24_000
    await engine.pool.query(
      `insert into events (id, account_id, sequence, type, data, created_at)
        select gen_random_uuid(), $1, s, 'order.ack', $2, now() from generate_series(1, $3::int) s`,
      [reader.accountId, JSON.stringify({ order: { note: 'x'.repeat(700) } }), events],
    )
    await engine.pool.query('update accounts set event_sequence = $2, version = version + 1 where id = $1', [
      reader.accountId,
      events,
    ])
    const quick = await read(`${accountPath(reader)}?after=0`, reader.key.headers)
    await quick.sequencesTo(events)
    await pollUntil(cuts, (count) => count >= 1)
    client.resume()
    await client.until(({ isEnded }) => isEnded())
    expect(client.frames.at(-1)).toMatchObject({ event: 'error', data: { error: 'rate_limited' } })
    const seen = client.of('account').map(({ id }) => Number(id))
    expect(seen.length).toBeLessThan(events)
    const resumed = await read(accountPath(reader), { ...reader.key.headers, 'last-event-id': String(seen.at(-1)) })
    seen.push(...(await resumed.sequencesTo(events)))
    expect(seen).toEqual(Array.from({ length: events }, (_, index) => index + 1))
  })

  async function cuts(): Promise<number> {
    const text = await (await fetch(`${engine.baseUrl}/metrics`)).text()
    return Number(/^streams_cut_total\{reason="slow".*\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }

  test('a process that stops sends its readers away, one that has frozen too, and is not kept waiting', async () => {
    const { databaseUrl, wallet } = engine
    const leaving = await startEngineProcess({ role: 'api', databaseUrl, wallet, environment: { DRAIN_MS: '0' } })
    const clients = await Promise.all(
      [accountPath(trader), MARKET, '/v1/accounts/stream'].map((path) =>
        openStream(leaving.baseUrl, path, { headers: trader.key.headers }),
      ),
    )
    for (const client of clients) await client.until(({ frames }) => frames.length > 0)
    const frozen = await openStream(leaving.baseUrl, MARKET, { headers: trader.key.headers })
    frozen.pause()
    expect(await leaving.stop()).toBe(0)
    for (const client of clients) {
      await client.until(({ isEnded }) => isEnded())
      const [first, last] = client.retries()
      expect(first).toBe(2_000)
      expect(last).toBeGreaterThanOrEqual(500)
      expect(last).toBeLessThanOrEqual(2_000)
    }
    frozen.close()
  })

  test('a second request on the connection of a stream ends both', async () => {
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(engine.baseUrl).port) })
    const closed = new Promise((resolve) => socket.on('close', resolve))
    let text = ''
    socket.on('data', (bytes) => (text += bytes.toString()))
    socket.on('error', () => undefined)
    socket.write(`GET ${MARKET} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await pollUntil(
      () => Promise.resolve(text),
      (found) => found.includes('event: price'),
    )
    socket.write('GET /v1/price?symbol=BTC-USD HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await closed
  })

  test('every place is given back', () => untilOpen(0))
})
