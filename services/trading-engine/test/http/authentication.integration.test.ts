import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { generateCredentials } from '@ats/contracts'
import {
  draw,
  startFaultProxy,
  type ApiRequest,
  type ApiResponse,
  type IssuedKey,
  type WalletFault,
} from '@ats/test-kit'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { RESTING_ORDER } from '../support/engine/operations.js'
import { pollUntil } from '../support/poll-until.js'
import { beginPost } from '../support/engine/raw-http.js'
import { untilAnswered } from '../support/engine/until-answered.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({ asksOverHttp: true })
})
afterAll(() => engine.close())
afterEach(() => engine.wallet.fail(null))

const withoutRequestId = ({ body }: ApiResponse) => ({ ...body, request_id: typeof body['request_id'] })
const constantHeaders = ({ headers }: ApiResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name)))

describe('credentials', () => {
  const json =
    (body: unknown): WalletFault =>
    (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
  const pairOf = ({ key, secret }: Pick<IssuedKey, 'key' | 'secret'>): string => basic(`${key}:${secret}`)

  const WRONG: readonly [string, (key: IssuedKey) => ApiRequest][] = [
    ['no headers', () => ({})],
    ['no secret', ({ key }) => ({ headers: { 'x-api-key': key } })],
    ['no key', ({ secret }) => ({ headers: { 'x-api-secret': secret } })],
    ['both empty', () => ({ headers: { 'x-api-key': '', 'x-api-secret': '' } })],
    ['an unknown key', ({ headers }) => ({ headers: { ...headers, 'x-api-key': generateCredentials().key } })],
    ['a wrong secret', ({ headers }) => ({ headers: { ...headers, 'x-api-secret': generateCredentials().secret } })],
    [
      'the secret of another key',
      ({ headers }) => ({ headers: { ...headers, 'x-api-secret': engine.as().key.secret } }),
    ],
    ['key and secret swapped', ({ key, secret }) => ({ headers: { 'x-api-key': secret, 'x-api-secret': key } })],
    ['capitals', ({ headers, key }) => ({ headers: { ...headers, 'x-api-key': key.toUpperCase() } })],
    ['a digit too few', ({ headers, secret }) => ({ headers: { ...headers, 'x-api-secret': secret.slice(0, -1) } })],
    ['a digit too many', ({ headers, secret }) => ({ headers: { ...headers, 'x-api-secret': `${secret}0` } })],
    ['a key in quotes', ({ headers, key }) => ({ headers: { ...headers, 'x-api-key': `"${key}"` } })],
    ['a key that is no key', ({ headers }) => ({ headers: { ...headers, 'x-api-key': '__proto__' } })],
    ['the key twice', ({ headers, key }) => ({ headers: { ...headers, 'x-api-key': [key, key] } })],
    ['the secret twice', ({ headers, secret }) => ({ headers: { ...headers, 'x-api-secret': [secret, secret] } })],
    [
      'a wrong and a right key',
      ({ headers, key }) => ({ headers: { ...headers, 'x-api-key': [generateCredentials().key, key] } }),
    ],
    [
      'the secret as a bearer token',
      ({ key, secret }) => ({ headers: { 'x-api-key': key, authorization: `Bearer ${secret}` } }),
    ],
    ['HTTP Basic without a pair', () => ({ headers: { authorization: 'Basic' } })],
    ['HTTP Basic of what is no base64', ({ key }) => ({ headers: { authorization: `Basic ${key}` } })],
    ['HTTP Basic with the key alone', ({ key }) => ({ headers: { authorization: basic(`${key}:`) } })],
    [
      'HTTP Basic with key and secret swapped',
      ({ key, secret }) => ({ headers: { authorization: pairOf({ key: secret, secret: key }) } }),
    ],
    ['HTTP Basic with a pair and more', (key) => ({ headers: { authorization: `${pairOf(key)}AAAA` } })],
    [
      'HTTP Basic with a wrong secret',
      ({ key }) => ({ headers: { authorization: pairOf({ key, secret: generateCredentials().secret }) } }),
    ],
    ['HTTP Basic twice', (key) => ({ headers: { Authorization: [pairOf(key), pairOf(key)] } })],
    ['HTTP Basic after another scheme', (key) => ({ headers: { Authorization: ['Bearer x', pairOf(key)] } })],
    ['HTTP Basic together with the headers', (key) => ({ headers: { ...key.headers, authorization: pairOf(key) } })],
    [
      'HTTP Basic together with half of the headers',
      (key) => ({ headers: { 'x-api-key': '', authorization: pairOf(key) } }),
    ],
    [
      'HTTP Basic together with a signature',
      (key) => ({ headers: { 'x-user-id-signature': 't=1,v2=00', authorization: pairOf(key) } }),
    ],
    [
      'the headers with HTTP Basic that is malformed',
      (key) => ({ headers: { ...key.headers, authorization: 'basic x' } }),
    ],
    ['cookies', ({ key, secret }) => ({ headers: { cookie: `x-api-key=${key}; x-api-secret=${secret}` } })],
    ['a user id', () => ({ headers: { 'x-user-id': 'somebody' } })],
    [
      'an expired key',
      () => ({ headers: engine.as({ expiresAt: new Date(Date.now() - 1_000).toISOString() }).key.headers }),
    ],
    [
      'a revoked key',
      () => {
        const { key } = engine.as()
        engine.wallet.revoke(key)
        return { headers: key.headers }
      },
    ],
    [
      'a key whose expiry the wallet has overlooked',
      ({ headers, record }) => {
        engine.wallet.fail(json({ valid: true, ...record, expiresAt: '2020-01-01T00:00:00.000Z' }))
        return { headers }
      },
    ],
  ]

  test('that are right are let in', async () => {
    expect((await engine.as().api.get('/v1/key')).status).toBe(200)
  })

  test('are the same as HTTP Basic, in the same budget, and another scheme beside the headers is not looked at', async () => {
    const { key } = engine.as()
    interface Key {
      readonly key_id: string
      readonly rate_limit: { readonly remaining: number }
    }
    const get = async (headers: ApiRequest['headers']) =>
      (await engine.api.get<Key>('/v1/key', headers === undefined ? {} : { headers })).body
    const first = await get({ authorization: pairOf(key) })
    expect(first.key_id).toBe(key.record.keyId)
    const others = [await get({ authorization: pairOf(key).replace('Basic ', 'bAsIC  ') }), await get(key.headers)]
    others.push(await get({ ...key.headers, authorization: 'Bearer x' }))
    const { remaining } = first.rate_limit
    expect(others.map(({ rate_limit }) => remaining - rate_limit.remaining)).toEqual([1, 2, 3])
  })

  test.each(draw(WRONG, 4, ([what]) => `wrong ${what}`))(
    '%s: 401, in the same words as any other',
    async (_what, request) => {
      const [expected, answer] = [
        await engine.api.get('/v1/key'),
        await engine.api.get('/v1/key', request(engine.as().key)),
      ]
      expect(expected).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
      expect(answer.status).toBe(401)
      // A browser that is told of HTTP Basic would ask for it, and then send it wherever a page of others leads.
      expect(answer.headers).not.toHaveProperty('www-authenticate')
      expect(withoutRequestId(answer)).toEqual(withoutRequestId(expected))
      expect(constantHeaders(answer)).toEqual(constantHeaders(expected))
    },
  )

  test('in the query are not credentials', async () => {
    const { key, secret } = engine.as().key
    expect((await engine.api.get(`/v1/key?x-api-key=${key}&x-api-secret=${secret}`)).status).toBe(401)
  })

  test('that are malformed are not even shown to the wallet', async () => {
    const requested = engine.wallet.requested()
    for (const name of ['no headers', 'capitals', 'the key twice', 'a digit too many', 'HTTP Basic twice']) {
      const [, request] = WRONG.find(([what]) => what === name)!
      await engine.api.get('/v1/key', request(engine.as().key))
    }
    expect(engine.wallet.requested()).toBe(requested)
  })

  test('are checked for every request: a revoked key is refused immediately', async () => {
    const { api, key } = engine.as()
    expect((await api.get('/v1/key')).status).toBe(200)
    engine.wallet.revoke(key)
    expect((await api.get('/v1/key')).status).toBe(401)
  })

  test('are asked about once the body is there: orders begun before the revocation are refused after it', async () => {
    const trader = await engine.trader()
    const body = JSON.stringify({ account_id: trader.accountId, ...RESTING_ORDER })
    const slow = Array.from({ length: 50 }, () => beginPost(engine.baseUrl, '/v1/order', trader.key.headers, body))
    await Promise.all(slow.map(({ isBegun }) => isBegun))
    engine.wallet.revoke(trader.key)
    const answers = await Promise.all(slow.map(({ finish }) => finish()))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(401))
    const { rows } = await engine.pool.query('select 1 from orders where account_id = $1', [trader.accountId])
    expect(rows).toEqual([])
  })

  test('a key works up to its expiry, told in milliseconds or not', async () => {
    for (const expiresAt of ['2099-01-01T00:00:00Z', '2099-01-01T00:00:00.5Z', '2099-01-01T00:00:00.000001Z']) {
      const { api } = engine.as({ expiresAt })
      const { status, body } = await api.get('/v1/key')
      expect([status, String(body['expires_at']).slice(0, 19)]).toEqual([200, '2099-01-01T00:00:00'])
    }
    const { api } = engine.as({ expiresAt: new Date(Date.now() + 700).toISOString() })
    await pollUntil(
      () => api.get('/v1/key'),
      ({ status }) => status === 401,
    )
  })
})

describe('source addresses', () => {
  let behindProxy: TestEngine
  beforeAll(async () => {
    behindProxy = await startEngine({
      databaseUrl: engine.databaseUrl,
      ...{ sharedWallet: engine.wallet, ROLE: 'api' },
      TRUSTED_PROXIES: ['127.0.0.0/8', '10.0.0.0/8'],
    })
  })
  afterAll(() => behindProxy.close())

  const refusal = { error: 'IP not whitelisted for this API key' }
  const statusFrom = async (target: TestEngine, ipWhitelist: readonly string[], headers: Record<string, string>) => {
    const { key } = engine.as({ ipWhitelist })
    const { status, body } = await target.api.get('/v1/key', { headers: { ...key.headers, ...headers } })
    if (status !== 200) expect(body).toMatchObject(refusal)
    return status
  }

  const ADDRESSES: readonly (readonly [string, readonly string[], string, number])[] = [
    ['no list', [], '203.0.113.9', 200],
    ['the very address', ['203.0.113.9'], '203.0.113.9', 200],
    ['another address', ['203.0.113.9'], '203.0.113.10', 403],
    // Whatever else an address or a range may be: ip-ranges.test.ts of the contracts, client-ip.integration.test.ts
    ['the last of a range', ['203.0.113.0/24'], '203.0.113.255', 200],
    ['just outside a range', ['203.0.113.0/24'], '203.0.114.0', 403],
    ['IPv4 written as IPv6', ['203.0.113.9'], '::ffff:203.0.113.9', 200],
    ['an IPv6 range', ['2001:db8::/32'], '2001:db8:ffff::1', 200],
    ['through two proxies', ['203.0.113.9'], '203.0.113.9, 10.1.2.3', 200],
    ['made up by the client', ['203.0.113.9'], '203.0.113.9, 198.51.100.1', 403],
    ['not an address', ['203.0.113.9'], 'unknown', 403],
  ]
  test.each(draw(ADDRESSES, 4, ([what]) => `address ${what}`))(
    '%s: %j from %s is %d',
    async (_what, ipWhitelist, address, status) => {
      expect(await statusFrom(behindProxy, ipWhitelist, { 'x-forwarded-for': address })).toBe(status)
    },
  )

  test('what a client says of itself is not believed when no proxy is trusted', async () => {
    expect(await statusFrom(engine, ['203.0.113.9'], { 'x-forwarded-for': '203.0.113.9' })).toBe(403)
    expect(await statusFrom(engine, ['127.0.0.1'], { 'x-forwarded-for': '203.0.113.9' })).toBe(200)
  })

  test('a list the wallet has overlooked still holds', async () => {
    const { api, key } = engine.as()
    engine.wallet.fail((response) =>
      response.writeHead(200).end(JSON.stringify({ valid: true, ...key.record, ipWhitelist: ['203.0.113.9'] })),
    )
    expect(await api.get('/v1/key')).toMatchObject({ status: 403, body: refusal })
  })
})

describe('a wallet that fails', () => {
  let elsewhere: Server
  /** Gives up on the wallet as soon as in production. */
  let hasty: TestEngine
  beforeAll(async () => {
    hasty = await startEngine({
      databaseUrl: engine.databaseUrl,
      ...{ sharedWallet: engine.wallet, asksOverHttp: true, ROLE: 'api' },
      runtime: { timeoutFactor: 1 },
    })
    elsewhere = createServer((_request, response) => void response.end(JSON.stringify(accepted())))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await hasty.close()
    await new Promise((resolve) => elsewhere.close(resolve))
  })

  const accepted = (changes: Readonly<Record<string, unknown>> = {}) => ({
    valid: true,
    keyId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    userId: 'somebody',
    permissions: ['READ_ONLY'],
    ipWhitelist: [],
    expiresAt: null,
    ...changes,
  })
  const status =
    (code: number, headers = {}): WalletFault =>
    (response) =>
      void response.writeHead(code, headers).end('{}')
  const text =
    (body: string | Buffer, headers = {}): WalletFault =>
    (response) =>
      void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  const json = (body: unknown): WalletFault => text(JSON.stringify(body))
  const redirect =
    (code: number): WalletFault =>
    (response) => {
      const { port } = elsewhere.address() as AddressInfo
      response.writeHead(code, { location: `http://127.0.0.1:${port}/api/api-keys/validate` }).end()
    }
  const socketOf = (response: ServerResponse) => response.socket!
  const refusal = { valid: false, status: 401, error: 'unauthorized' }

  const FAULTS: readonly [string, WalletFault][] = [
    ['401: it does not know our service token', status(401)],
    ['403', status(403)],
    ['404: it is something else', status(404)],
    ['429', status(429, { 'retry-after': '60' })],
    ['500', status(500)],
    ['503', status(503)],
    ['a refusal, but as 401', (response) => void response.writeHead(401).end(JSON.stringify(refusal))],
    ['a decision, but as 201', (response) => void response.writeHead(201).end(JSON.stringify(accepted()))],
    ['nothing, as 204', status(204)],
    ['nothing, as 200', text('')],
    ['a redirect, 301', redirect(301)],
    ['a redirect, 302', redirect(302)],
    ['a redirect, 307', redirect(307)],
    ['a page', text('<html>login</html>', { 'content-type': 'text/html' })],
    ['half an answer', text(JSON.stringify(accepted()).slice(0, -10))],
    // Whatever else is no decision: packages/contracts/src/validate-key.test.ts
    ['an empty object', json({})],
    ['a scope nobody knows', json(accepted({ permissions: ['ADMIN'] }))],
    ['a refusal with the wrong status', json({ valid: false, status: 403, error: 'unauthorized' })],
    ['far too much', text(' '.repeat(5_000_000) + JSON.stringify(accepted()))],
    ['a compressed bomb', text(gzipSync(Buffer.alloc(20_000_000, ' ')), { 'content-encoding': 'gzip' })],
    ['a broken compression', text('xxxx', { 'content-encoding': 'gzip' })],
    ['a reset', (response) => socketOf(response).resetAndDestroy()],
    ['an end without an answer', (response) => void socketOf(response).end()],
    ['something that is not HTTP', (response) => void socketOf(response).end('220 mail.example ESMTP\r\n')],
    [
      'a reset in the middle',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"valid":')
        setTimeout(() => socketOf(response).resetAndDestroy(), 20)
      },
    ],
    ['silence', () => undefined],
    ['a head and no body', (response) => void response.writeHead(200, { 'content-length': '1000' }).flushHeaders()],
    [
      'a byte now and then',
      (response) => {
        const timer = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ]

  const expectFault = async (send: () => Promise<ApiResponse>) => {
    const answer = await send()
    expect(answer).toMatchObject({ status: 500, body: { error: 'engine_error' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    return answer
  }

  test.each(draw(FAULTS, 5, ([what]) => `wallet ${what}`))(
    'with %s is our fault, and over when it is over',
    async (_what, fault) => {
      const { api } = hasty.as()
      engine.wallet.fail(fault)
      await expectFault(() => api.get('/v1/key'))
      expect((await untilAnswered(() => hasty.api.get('/v1/price?symbol=BTC-USD'))).status).toBe(200)
      engine.wallet.fail(null)
      expect((await untilAnswered(() => api.get('/v1/key'))).status).toBe(200)
    },
  )

  test('places nothing, and the retry with the same client_id does, once', async () => {
    const trader = await engine.trader()
    const body = { account_id: trader.accountId, ...RESTING_ORDER, client_id: 'retried' }
    engine.wallet.fail(status(503))
    await expectFault(() => trader.api.post('/v1/order', { body }))
    engine.wallet.fail(null)
    const placed = await trader.api.post('/v1/order', { body })
    expect(placed).toMatchObject({ status: 200, body: { violations: [] } })
    expect(placed.headers['idempotent-replayed']).toBeUndefined()
  })

  test('many concurrent requests: each gets its response in time', async () => {
    engine.wallet.fail(() => undefined)
    await Promise.all(Array.from({ length: 40 }, () => expectFault(() => hasty.as().api.get('/v1/key'))))
  })

  describe('on the network', () => {
    const modes = ['refuse', 'reset', 'hang'] as const
    test.each(draw(modes, 3, (mode) => `network ${mode}`))('%s', async (mode) => {
      const proxy = await startFaultProxy({ targetPort: Number(new URL(engine.wallet.url).port) })
      const cutOff = await startEngine({
        databaseUrl: engine.databaseUrl,
        ...{ ROLE: 'api', asksOverHttp: true },
        sharedWallet: { ...engine.wallet, url: `http://127.0.0.1:${proxy.port}` },
        runtime: { timeoutFactor: 1 },
      })
      try {
        const { api } = cutOff.as()
        // It is as impatient as in production, and the machine may be busy.
        const ask = () => untilAnswered(() => api.get('/v1/key'))
        expect((await ask()).status).toBe(200)
        await proxy.mode(mode)
        await expectFault(() => api.get('/v1/key'))
        expect((await cutOff.api.get('/v1/config')).status).toBe(200)
        await proxy.mode('forward')
        expect((await ask()).status).toBe(200)
      } finally {
        await cutOff.close()
        await proxy.close()
      }
    })

    test('a wrong service token is our fault, not the caller’s', async () => {
      const stranger = await startEngine({
        databaseUrl: engine.databaseUrl,
        ...{ ROLE: 'api', asksOverHttp: true },
        sharedWallet: { ...engine.wallet, serviceToken: 'another-token-of-sufficient-length' },
      })
      try {
        await expectFault(() => stranger.as().api.get('/v1/key'))
      } finally {
        await stranger.close()
      }
    })
  })
})
