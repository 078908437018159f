import { get, request as httpRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { trustGatewaySignature } from '@ats/service-kit/http'
import type { FakeService } from './support/fake-service.js'
import { GATEWAY_SECRET, PAGE, startGateway, type Gateway } from './support/gateway.js'

let gateway: Gateway
let anna: string

beforeAll(async () => {
  gateway = await startGateway()
  anna = await gateway.cookieFor({ user: 'anna', sid: 'anna-1' })
})
afterAll(() => gateway.close())
beforeEach(() => {
  gateway.clock.offset = 0
  for (const service of [gateway.engine, gateway.wallet, gateway.operator]) {
    service.received.length = 0
    service.respond = (response) => response.writeHead(200, JSON_TYPE).end('{}')
  }
})

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

const ORDER = '{"account_id":"a","symbol":"BTC-USD"}'

/** Checks what a service got as the service itself does. */
async function userOf(service: 'trading-engine' | 'wallet', { received }: FakeService, at = received.length - 1) {
  const taken = new Set<string>()
  const trust = trustGatewaySignature({
    ...{ service, secrets: [GATEWAY_SECRET], now: gateway.clock.now, acceptsV1: false },
    takeOnce: (signature) => Promise.resolve(taken.size < taken.add(signature.toString('hex')).size),
  })
  const { url, method, headers, rawHeaders, body } = received[at]!
  const [path = ''] = url.split('?')
  return trust.userOf({ method, path, rawUrl: url, headers, rawHeaders, body, ip: '127.0.0.1', requestId: 'r' })
}

describe('the user of a request', () => {
  test.each([
    ['trading-engine', 'POST', '/api/engine/v1/order?decimals=string', ORDER],
    ['trading-engine', 'GET', '/api/engine/v1/account/a-1/trades?limit=5&from=2026-01-01', undefined],
    ['trading-engine', 'HEAD', '/api/engine/v1/accounts', undefined],
    ['wallet', 'PATCH', '/api/wallet/api/api-keys/k-1', '{"label":"é"}'],
    ['wallet', 'DELETE', '/api/wallet/api/api-keys/k-1', undefined],
  ] as const)('is signed as the %s believes it: %s %s', async (service, method, path, body) => {
    const backend = service === 'wallet' ? gateway.wallet : gateway.engine
    const { status } = await gateway.send(method, path, { cookie: anna, ...PAGE }, body)
    expect(status).toBe(200)
    expect(backend.received[0]).toMatchObject({ method, url: path.replace(/^\/api\/(engine|wallet)/, '') })
    expect(backend.received[0]?.body.toString()).toBe(body ?? '')
    expect(await userOf(service, backend)).toBe('anna')
  })

  test('is not believed by the other service, for another body or another path', async () => {
    await gateway.send('POST', '/api/engine/v1/order', { cookie: anna, ...PAGE }, ORDER)
    expect(await userOf('wallet', gateway.engine)).toBeUndefined()
    const [got] = gateway.engine.received
    for (const change of [{ body: Buffer.from('{}') }, { url: '/v1/orders/batch' }, { url: '/v1/order?x=1' }]) {
      gateway.engine.received.push({ ...got!, ...change })
      expect(await userOf('trading-engine', gateway.engine)).toBeUndefined()
    }
  })

  test('the same change several times in a second has a signature each', async () => {
    const cancel = '/api/engine/v1/account/a/orders/o/cancel'
    await Promise.all([1, 2, 3].map(() => gateway.send('POST', cancel, { cookie: anna, ...PAGE })))
    const signatures = gateway.engine.received.map(({ headers }) => headers['x-user-id-signature'])
    expect(new Set(signatures).size).toBe(3)
    for (const at of [0, 1, 2]) expect(await userOf('trading-engine', gateway.engine, at)).toBe('anna')
  })
})

describe('limits', () => {
  test('a body of 16 KB passes, one byte more does not', async () => {
    const send = (bytes: number) =>
      gateway.send('POST', '/api/engine/v1/order', { cookie: anna, ...PAGE }, 'x'.repeat(bytes))
    expect([(await send(16_384)).status, (await send(16_385)).status]).toEqual([200, 413])
    expect(gateway.engine.received).toHaveLength(1)
  })

  test('a body that says nothing of its length is counted as it comes', async () => {
    const outgoing = httpRequest(`${gateway.url}/api/engine/v1/order`, {
      method: 'POST',
      headers: { cookie: anna, ...PAGE },
    })
    outgoing.write('x'.repeat(10_000))
    outgoing.end('x'.repeat(10_000))
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    incoming.resume()
    expect(incoming.statusCode).toBe(413)
    expect(gateway.engine.received).toEqual([])
  })

  test('so many requests a minute of one session; another session has its own', async () => {
    const limited = await startGateway({ REQUESTS_PER_MINUTE_PER_SESSION: '3' })
    try {
      const [first, second] = [await limited.cookieFor({ sid: 'one' }), await limited.cookieFor({ sid: 'two' })]
      const statusFor = async (cookie: string) =>
        (await limited.send('GET', '/api/engine/v1/accounts', { cookie })).status
      const statuses = []
      for (let count = 0; count < 4; count += 1) statuses.push(await statusFor(first))
      expect(statuses).toEqual([200, 200, 200, 429])
      expect(await statusFor(second)).toBe(200)
    } finally {
      await limited.close()
    }
  })

  test('so many at a time of one session, and as many again once they are done', async () => {
    const limited = await startGateway({ IN_FLIGHT_PER_SESSION: '2' })
    try {
      const waiting: (() => void)[] = []
      limited.engine.respond = (response) => waiting.push(() => response.writeHead(200, JSON_TYPE).end('{}'))
      const cookie = await limited.cookieFor({})
      const ask = () => limited.send('GET', '/api/engine/v1/accounts', { cookie })
      const under = [ask(), ask()]
      await until(() => waiting.length === 2)
      expect(await ask()).toMatchObject({ status: 429 })
      waiting.forEach((respond) => respond())
      expect((await Promise.all(under)).map(({ status }) => status)).toEqual([200, 200])
      limited.engine.respond = (response) => response.writeHead(200, JSON_TYPE).end('{}')
      expect(await ask()).toMatchObject({ status: 200 })
    } finally {
      await limited.close()
    }
  })
})

describe('trouble of a service is told as such', () => {
  test.each<[string, FakeService['respond']]>([
    ['a connection that breaks', (response) => response.destroy()],
    [
      'a refusal of our own credentials',
      (response) => response.writeHead(401, JSON_TYPE).end('{"error":"unauthorized"}'),
    ],
    ['a redirect', (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
    ['an early hint of something else', (response) => response.writeHead(300).end()],
  ])('%s', async (_what, respond) => {
    gateway.engine.respond = respond
    const { status, headers, text } = await gateway.send('GET', '/api/engine/v1/accounts', { cookie: anna })
    expect(status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({ error: 'engine_error' })
    expect(headers['retry-after']).toBe('1')
    expect(headers['location']).toBeUndefined()
    expect(gateway.engine.received).toHaveLength(1)
  })

  test.each([400, 403, 404, 409, 422, 429, 500, 503, 304])('%i passes as it is', async (status) => {
    gateway.engine.respond = (response) =>
      response
        .writeHead(status, { ...JSON_TYPE, 'retry-after': '7' })
        .end(status === 304 ? undefined : '{"error":"theirs"}')
    const answer = await gateway.send('GET', '/api/engine/v1/accounts', { cookie: anna })
    expect(answer).toMatchObject({ status, text: status === 304 ? '' : '{"error":"theirs"}' })
    expect(answer.headers['retry-after']).toBe('7')
  })

  test('a response that breaks off breaks off here, too', async () => {
    gateway.engine.respond = (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' })
      response.write('{"half":', () => response.destroy())
    }
    await expect(gateway.send('GET', '/api/engine/v1/accounts', { cookie: anna })).rejects.toThrow('aborted')
  })
})

describe('what is most dangerous takes a recent login', () => {
  const SESSION_AGE = 601
  const READ_KEY = '{"label":"bot","permissions":["READ_ONLY"]}'
  const TRADE_KEY = '{"label":"bot","permissions":["READ_ONLY","TRADE"]}'
  test.each<[string, string, string, number]>([
    ['POST', '/api/wallet/api/api-keys', READ_KEY, 200],
    ['POST', '/api/wallet/api/api-keys', TRADE_KEY, 403],
    ['POST', '/api/wallet/api/api-keys', '{"permissions":["READ_ONLY"],"webhookUrl":"https://x"}', 403],
    ['POST', '/api/wallet/api/api-keys', '{"permissions":["READ_ONLY"],"permissions":["TRADE"]}', 403],
    ['POST', '/api/wallet/api/api-keys', '{"permissions":["READ_ONLY"]', 403],
    ['POST', '/api/wallet/api/api-keys', '[]', 403],
    ['PATCH', '/api/wallet/api/api-keys/k', '{"label":"other"}', 200],
    ['PATCH', '/api/wallet/api/api-keys/k', '{"webhookUrl":"https://x"}', 403],
    ['PATCH', '/api/wallet/api/api-keys/k', '{"webhookUrl":null}', 403],
    ['POST', '/api/wallet/api/api-keys/k/rotate', '{}', 403],
    ['POST', '/api/wallet/api/api-keys/k/rotate-webhook-secret', '', 403],
    ['DELETE', '/api/wallet/api/api-keys/k', '', 200],
    ['PATCH', '/api/engine/v1/copy-links/l', '{"status":"PAUSED"}', 200],
    ['PATCH', '/api/engine/v1/copy-links/l', '{"status":"ACTIVE"}', 403],
    ['PATCH', '/api/engine/v1/copy-links/l', '{"status":"PAUSED","status":"ACTIVE"}', 403],
    ['PATCH', '/api/engine/v1/copy-links/l', '{"status":"PAUSED","max_delay_ms":1}', 403],
    ['PATCH', '/api/engine/v1/copy-links/l', '{"sizing":{"mode":"FIXED","value":9}}', 403],
    ['DELETE', '/api/engine/v1/copy-links/l', '', 200],
    ['POST', '/api/operator/v1/accounts/a/capital', '{}', 403],
    ['POST', '/api/operator/v1/accounts/a/sweep', '{}', 403],
    ['POST', '/api/operator/v1/accounts/a/close', '{}', 403],
    ['POST', '/api/operator/v1/accounts/a/release', '{}', 403],
    ['PUT', '/api/operator/v1/plans', '{}', 403],
    ['PUT', '/api/operator/v1/plans?dry_run=true', '{}', 200],
    ['POST', '/api/engine/v1/order', ORDER, 200],
  ])('%s %s %s: %i', async (method, path, body, status) => {
    const [roles, login] = [['trader', 'operator'], 'oidc'] as const
    const seconds = Math.floor(gateway.clock.now().getTime() / 1000)
    const old = await gateway.cookieFor({ sid: 'old', roles, login, authTime: seconds - SESSION_AGE })
    const recent = await gateway.cookieFor({ sid: 'recent', roles, login, authTime: seconds - SESSION_AGE + 1 })
    const response = await gateway.send(method, path, { cookie: old, ...PAGE }, body || undefined)
    expect(response.status).toBe(status)
    if (status === 403)
      expect(JSON.parse(response.text)).toMatchObject({ reason: 'step_up_required', login_url: '/login?step_up=1' })
    expect(await gateway.send(method, path, { cookie: recent, ...PAGE }, body || undefined)).toMatchObject({
      status: 200,
    })
  })

  test('the demo has nothing that its user could show', async () => {
    const cookie = await gateway.cookieFor({ login: 'demo', authTime: 0 })
    const { status } = await gateway.send('POST', '/api/wallet/api/api-keys', { cookie, ...PAGE }, TRADE_KEY)
    expect(status).toBe(200)
  })
})

describe('a session', () => {
  const accounts = (cookie: string) => gateway.send('GET', '/api/engine/v1/accounts', { cookie })

  test('goes on while it is used, for eight hours and not a second longer', async () => {
    let cookie = await gateway.cookieFor({ sid: 'long' })
    for (let minutes = 25; minutes < 8 * 60; minutes += 25) {
      gateway.clock.offset = minutes * 60
      const { status, headers } = await accounts(cookie)
      expect([minutes, status]).toEqual([minutes, 200])
      const [renewed = ''] = headers['set-cookie'] ?? []
      expect(renewed).toMatch(new RegExp(`Max-Age=${8 * 3_600 - minutes * 60};`))
      cookie = renewed.split(';')[0] ?? ''
    }
    gateway.clock.offset = 8 * 3_600 - 1
    expect(await accounts(cookie)).toMatchObject({ status: 200 })
    gateway.clock.offset = 8 * 3_600
    expect(await accounts(cookie)).toMatchObject({ status: 401 })
  })

  test('ends after half an hour without a request', async () => {
    const cookie = await gateway.cookieFor({ sid: 'idle' })
    gateway.clock.offset = 30 * 60 - 1
    expect(await accounts(cookie)).toMatchObject({ status: 200 })
    gateway.clock.offset = 30 * 60
    const { status, text } = await accounts(cookie)
    expect([status, JSON.parse(text)]).toMatchObject([401, { error: 'unauthorized', login_url: '/login' }])
  })

  test('is written to the browser at most once a minute', async () => {
    const cookie = await gateway.cookieFor({ sid: 'busy' })
    gateway.clock.offset = 59
    expect((await accounts(cookie)).headers['set-cookie']).toBeUndefined()
    gateway.clock.offset = 60
    expect((await accounts(cookie)).headers['set-cookie']).toHaveLength(1)
  })
})

describe('streams', () => {
  const STREAM = '/api/engine/v1/accounts/stream'
  const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' }

  /** Opens a stream and resolves with its response, once its head is there. */
  async function open(cookie: string): Promise<IncomingMessage> {
    const outgoing = get(`${gateway.url}${STREAM}`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      agent: false,
    })
    outgoing.on('error', () => undefined) // of a stream that this test leaves
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    incoming.on('error', () => undefined)
    return incoming
  }

  test('each frame passes as soon as it is there, and keeps the session from nothing', async () => {
    let write: (text: string) => void = () => undefined
    gateway.engine.respond = (response) => {
      response.writeHead(200, EVENTS).flushHeaders()
      write = (text) => void response.write(text)
    }
    const cookie = await gateway.cookieFor({ sid: 'reader' })
    gateway.clock.offset = 120
    const incoming = await open(cookie)
    expect(incoming.headers).toMatchObject({ ...EVENTS, 'cache-control': 'no-store' })
    expect(incoming.headers['set-cookie']).toBeUndefined()
    for (const text of ['event: a\ndata: 1\n\n', 'event: b\ndata: 2\n\n']) {
      write(text)
      const [chunk] = (await once(incoming, 'data')) as [Buffer]
      expect(chunk.toString()).toBe(text)
    }
    incoming.destroy()
  })

  test('a browser that goes away takes the stream of the service with it', async () => {
    let hasEnded = false
    gateway.engine.respond = (response) => {
      response.writeHead(200, EVENTS).flushHeaders()
      response.once('close', () => (hasEnded = true))
    }
    const incoming = await open(await gateway.cookieFor({ sid: 'leaver' }))
    expect(hasEnded).toBe(false)
    incoming.destroy()
    await until(() => hasEnded)
  })

  test('three at a time of one session; one that ends makes room', async () => {
    gateway.engine.respond = (response) => response.writeHead(200, EVENTS).flushHeaders()
    const cookie = await gateway.cookieFor({ sid: 'many' })
    const streams = [await open(cookie), await open(cookie), await open(cookie)]
    expect(await open(cookie)).toMatchObject({ statusCode: 429 })
    expect(await open(await gateway.cookieFor({ sid: 'other' }))).toMatchObject({ statusCode: 200 })
    streams[0]?.destroy()
    await untilAsync(async () => {
      const again = await open(cookie)
      return again.statusCode === 200
    })
  })

  test.each<[string, (cookie: string) => Promise<void>]>([
    ['logged out', async (cookie) => void (await gateway.send('POST', '/logout', { cookie, ...PAGE }))],
    ['idle', () => Promise.resolve(void (gateway.clock.offset = 1_800))],
    ['over', () => Promise.resolve(void (gateway.clock.offset = 28_800))],
  ])('the stream of a session that is %s ends at the next look', async (what, end) => {
    gateway.engine.respond = (response) => response.writeHead(200, EVENTS).flushHeaders()
    const cookie = await gateway.cookieFor({ sid: `ending-${what}` })
    const incoming = await open(cookie)
    await gateway.dashboard.recheckStreams()
    expect(incoming.destroyed).toBe(false)
    await end(cookie)
    const closed = new Promise((resolve) => incoming.once('close', resolve))
    await gateway.dashboard.recheckStreams()
    await closed
  })

  test('a refusal of a stream passes as it is', async () => {
    gateway.engine.respond = (response) => response.writeHead(404, JSON_TYPE).end('{"error":"not_found"}')
    expect(await open(await gateway.cookieFor({ sid: 'refused' }))).toMatchObject({ statusCode: 404 })
  })

  test('a stop sends all of them away', async () => {
    const stopping = await startGateway()
    stopping.engine.respond = (response) => response.writeHead(200, EVENTS).flushHeaders()
    const cookie = await stopping.cookieFor({})
    const outgoing = get(`${stopping.url}${STREAM}`, { headers: { cookie }, agent: false })
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    incoming.on('error', () => undefined)
    const closed = new Promise((resolve) => incoming.once('close', resolve))
    await stopping.close()
    await closed
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

async function untilAsync(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
}
