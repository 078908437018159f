import { connect } from 'node:net'
import { sendRequest } from '@ats/test-kit'
import { cookiePair, OPERATOR_TOKEN, PAGE, startGateway, type Gateway } from './support/gateway.js'

let gateway: Gateway
let anna: string
let operator: string

beforeAll(async () => {
  gateway = await startGateway()
  anna = await gateway.cookieFor({ user: 'anna', sid: 'anna-1' })
  operator = await gateway.cookieFor({ user: 'olga', sid: 'olga-1', roles: ['trader', 'operator'] })
})
afterAll(() => gateway.close())
beforeEach(() => {
  for (const { received } of [gateway.engine, gateway.wallet, gateway.operator]) received.length = 0
})

const nothingWasSent = () => {
  for (const { received } of [gateway.engine, gateway.wallet, gateway.operator]) expect(received).toEqual([])
}

describe('other sites', () => {
  const ORDER = '/api/engine/v1/order'
  test.each<[string, Record<string, string>]>([
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a form of another site that could set the mark', { 'sec-fetch-site': 'cross-site', 'x-dashboard': '1' }],
    ['a page of a neighbour under the same domain', { 'sec-fetch-site': 'same-site', 'x-dashboard': '1' }],
    ['an address typed by the user', { 'sec-fetch-site': 'none', 'x-dashboard': '1' }],
    ['a page of ours without the mark', { 'sec-fetch-site': 'same-origin' }],
    ['an old browser, from elsewhere', { origin: 'https://evil.example', 'x-dashboard': '1' }],
    ['an old browser, from a sandboxed frame', { origin: 'null', 'x-dashboard': '1' }],
    ['a program without either header', { 'x-dashboard': '1' }],
  ])('%s cannot change anything', async (_who, headers) => {
    for (const [method, path] of [
      ['POST', ORDER],
      ['DELETE', '/api/wallet/api/api-keys/k1'],
      ['POST', '/logout'],
    ] as const) {
      const { status } = await gateway.send(
        method,
        path,
        { cookie: anna, ...headers },
        method === 'POST' ? '{}' : undefined,
      )
      expect([path, status]).toEqual([path, 403])
    }
    nothingWasSent()
  })

  test('an old browser that names us as the origin may', async () => {
    const headers = { cookie: anna, origin: gateway.url, 'x-dashboard': '1' }
    expect(await gateway.send('POST', ORDER, headers, '{}')).toMatchObject({ status: 200 })
  })

  test.each(['cross-site', 'same-site'])(
    'a %s page cannot read, stream or include what needs a session',
    async (site) => {
      for (const path of ['/api/engine/v1/accounts', '/api/engine/v1/accounts/stream']) {
        const { status } = await gateway.send('GET', path, { cookie: anna, 'sec-fetch-site': site })
        expect(status).toBe(403)
      }
      nothingWasSent()
    },
  )

  test('no response allows another origin to read it, and preflights are refused', async () => {
    const ask = { cookie: anna, origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const preflight = await gateway.send('OPTIONS', ORDER, ask)
    const page = await gateway.send('GET', '/', ask)
    expect(preflight.status).toBe(404)
    for (const { headers } of [preflight, page])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('a name of another site that was made to point here is not our host', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${gateway.port}`,
      `127.0.0.1.evil.example:${gateway.port}`,
      '127.0.0.1:1',
    ])
      for (const path of ['/', '/session', '/api/engine/v1/accounts', '/assets/app-1.js', '/healthz?x']) {
        const { status } = await gateway.send('GET', path, { host, cookie: anna, 'sec-fetch-site': 'same-origin' })
        expect([host, path, status]).toEqual([host, path, 421])
      }
    nothingWasSent()
  })

  test('nor is it on the internal listener, and health is told to none of them', async () => {
    const { hostname, port } = new URL(gateway.internalUrl)
    for (const [target, path] of [
      [gateway.url, '/healthz'],
      [`http://${hostname}:${port}`, '/metrics'],
    ] as const) {
      const headers = { host: `evil.example:${port}` }
      const { status } = await sendRequest(target, { method: 'GET', path, headers, body: undefined })
      expect([path, status]).toEqual([path, 421])
    }
  })

  test('two Host headers are none', async () => {
    const text = await sendRaw(`GET /session HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nHost: evil.example\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 (?:421|400) /)
  })
})

describe('the demo signs in', () => {
  test.each<[string, Record<string, string>, number]>([
    ['a page of ours', { 'sec-fetch-site': 'same-origin' }, 200],
    ['an address typed by the user', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 401],
    ['a neighbour on another port', { 'sec-fetch-site': 'same-site' }, 401],
    ['no browser', {}, 401],
  ])('%s: %j %i', async (_who, headers, status) => {
    const response = await gateway.send('GET', '/session', headers)
    expect(response.status).toBe(status)
    expect(response.headers['set-cookie'] === undefined).toBe(status !== 200)
  })

  test('nobody else than this machine, whatever the address that a proxy claims', async () => {
    const behind = await startGateway({ TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.9' }
      expect(await behind.send('GET', '/session', headers)).toMatchObject({ status: 401 })
    } finally {
      await behind.close()
    }
  })

  test('at most as often as logins are allowed', async () => {
    const limited = await startGateway({ LOGINS_PER_MINUTE: '2' })
    try {
      const statuses = []
      for (let count = 0; count < 3; count += 1)
        statuses.push((await limited.send('GET', '/session', { 'sec-fetch-site': 'none' })).status)
      expect(statuses).toEqual([200, 200, 429])
    } finally {
      await limited.close()
    }
  })
})

describe('sessions', () => {
  test('a login never takes over the session that a browser came with', async () => {
    const planted = { 'sec-fetch-site': 'same-origin', cookie: 'session=planted-by-somebody' }
    const { status, headers, text } = await gateway.send('GET', '/session', planted)
    expect([status, (JSON.parse(text) as { user: string }).user]).toEqual([200, 'demo'])
    expect(headers['set-cookie']?.[0]).toMatch(/^session=ey[^;]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(headers['set-cookie']?.[0]).not.toContain('planted')
  })

  test('a cookie that is there twice is none: a neighbour may have set one', async () => {
    const mine = await gateway.cookieFor({ user: 'mallory', sid: 'mallory-1' })
    for (const cookie of [`${anna}; ${mine}`, `${mine}; ${anna}`])
      expect(await gateway.send('GET', '/api/engine/v1/accounts', { cookie })).toMatchObject({ status: 401 })
    nothingWasSent()
  })

  test('a page that shows one user is answered nothing by the session of another', async () => {
    const named = { cookie: anna, ...PAGE, 'x-dashboard-user': 'bob' }
    for (const path of ['/session', '/api/engine/v1/accounts', '/api/engine/v1/accounts/stream']) {
      const { status, headers } = await gateway.send('GET', path, named)
      expect([path, status, headers['set-cookie']]).toEqual([path, 401, undefined])
    }
    expect(await gateway.send('POST', '/api/engine/v1/order', named, '{}')).toMatchObject({ status: 401 })
    nothingWasSent()
    // Nor does the demo make it a session of its own user.
    const nobody = { 'sec-fetch-site': 'same-origin', 'x-dashboard-user': 'bob' }
    expect(await gateway.send('GET', '/session', nobody)).toMatchObject({ status: 401 })
    expect(await gateway.send('GET', '/session', { ...named, 'x-dashboard-user': 'anna' })).toMatchObject({
      status: 200,
    })
  })

  test.each<[string, (cookie: string) => string]>([
    ['with a bit changed', (cookie) => cookie.slice(0, -3) + (cookie.endsWith('AAA') ? 'BBB' : 'AAA')],
    ['of which a part is missing', (cookie) => cookie.split('.').slice(0, 4).join('.')],
    ['that is not encrypted', () => `session=${Buffer.from('{"alg":"none"}').toString('base64url')}..e30.`],
    ['that is empty', () => 'session='],
    ['that is endless', (cookie) => cookie + 'A'.repeat(4_000)],
  ])('a cookie %s is none', async (_what, change) => {
    expect(await gateway.send('GET', '/session', { cookie: change(anna) })).toMatchObject({ status: 401 })
  })

  test('logout ends it for every copy of the cookie', async () => {
    const cookie = await gateway.cookieFor({ user: 'bob', sid: 'bob-1' })
    const { status, headers } = await gateway.send('POST', '/logout', { cookie, ...PAGE })
    expect(status).toBe(200)
    expect(headers['set-cookie']).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'])
    expect(await gateway.send('GET', '/session', { cookie })).toMatchObject({ status: 401 })
    expect(await gateway.send('GET', '/api/engine/v1/accounts', { cookie })).toMatchObject({ status: 401 })
    expect(await gateway.send('GET', '/session', { cookie: anna })).toMatchObject({ status: 200 })
  })

  test('no token in an address is one', async () => {
    const token = anna.slice('session='.length)
    for (const name of ['session', 'token', 'access_token', 'key', 'cookie']) {
      const { status } = await gateway.send('GET', `/api/engine/v1/accounts?${name}=${token}`)
      expect(status).toBe(401)
    }
    nothingWasSent()
  })

  test('keys, tokens and signatures of others are none', async () => {
    const headers = {
      ...{ 'x-api-key': 'svc_ak_1', 'x-api-secret': 'svc_sk_1', authorization: `Bearer ${OPERATOR_TOKEN}` },
      ...{ 'x-user-id': 'anna', 'x-operator': 'olga' },
    }
    expect(await gateway.send('GET', '/api/engine/v1/accounts', headers)).toMatchObject({ status: 401 })
    expect(await gateway.send('GET', '/api/operator/v1/accounts', headers)).toMatchObject({ status: 401 })
    nothingWasSent()
  })
})

describe('paths', () => {
  test.each([
    '/api/wallet/api/api-keys/validate',
    '/api/wallet/api/internal/keys',
    '/api/wallet/metrics',
    '/api/engine/metrics',
    '/api/engine/healthz',
    '/api/engine/docs',
    '/api/engine/v1/key',
    '/api/engine/operator/v1/accounts',
    '/api/engine/v1/account/..%2f..%2foperator%2fv1/summary',
    '/api/engine/v1/account/%2e%2e/summary',
    '/api/engine/v1/account/../../operator/v1/accounts',
    '/api/engine/v1/account/a%00/summary',
    '/api/engine/v1/account/a;b/summary',
    '/api/engine/v1/account/a/summary/',
    '/api/engine//v1/accounts',
    '/api/engine/V1/accounts',
    '/api/engine/v1/accounts%3Fx',
    '/api/engine/http://evil.example/v1/accounts',
    '/api/engine',
    '/api/',
    '/api/other/v1/accounts',
    '/api/operator/operator/v1/accounts',
    '/api/operator/../v1/accounts',
  ])('%s does not exist, for nobody', async (path) => {
    for (const cookie of [anna, operator]) {
      const { status, text } = await gateway.send('GET', path, { cookie, ...PAGE })
      expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([404, 'not_found'])
    }
    nothingWasSent()
  })

  test.each([
    ['PUT', '/api/engine/v1/order'],
    ['TRACE', '/api/engine/v1/accounts'],
    ['POST', '/api/engine/v1/price'],
    ['PATCH', '/api/engine/v1/accounts'],
    ['DELETE', '/api/wallet/api/api-keys'],
  ])('%s %s does not exist', async (method, path) => {
    expect(await gateway.send(method, path, { cookie: anna, ...PAGE })).toMatchObject({ status: 404 })
    nothingWasSent()
  })

  test('an absolute address is no way to another host', async () => {
    const target = `http://evil.example/api/engine/v1/accounts`
    const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nCookie: ${anna}\r\nConnection: close\r\n\r\n`
    expect(await sendRaw(head)).toMatch(/^HTTP\/1\.1 421 /)
    nothingWasSent()
  })

  test('for a trader no operator path exists, and it answers like any that is not there', async () => {
    const missing = await gateway.send('GET', '/api/engine/v1/nothing', { cookie: anna, 'x-request-id': 'same' })
    for (const [method, path] of [
      ['GET', '/api/operator/v1/accounts'],
      ['POST', '/api/operator/v1/accounts/a/close'],
      ['PUT', '/api/operator/v1/plans'],
    ] as const) {
      const headers = { cookie: anna, 'x-request-id': 'same', ...PAGE }
      const { status, text } = await gateway.send(method, path, headers, method === 'GET' ? undefined : '{}')
      expect([status, text]).toEqual([404, missing.text])
    }
    nothingWasSent()
  })

  test('nor for an operator whose deployment is that of traders', async () => {
    const traders = await startGateway({ AUDIENCE: 'traders' })
    try {
      const cookie = await traders.cookieFor({ user: 'olga', roles: ['trader', 'operator'] })
      expect(await traders.send('GET', '/api/operator/v1/accounts', { cookie })).toMatchObject({ status: 404 })
      expect(traders.operator.received).toEqual([])
      const { text } = await traders.send('GET', '/session', { cookie })
      expect(JSON.parse(text)).toMatchObject({ user: 'olga', roles: ['trader'] })
    } finally {
      await traders.close()
    }
  })
})

describe('headers', () => {
  test('only those of the list reach a service, and none that says who asks', async () => {
    await gateway.send('GET', '/api/engine/v1/accounts?x=1', {
      ...{ cookie: anna, accept: 'application/json', 'if-none-match': '"a"', 'last-event-id': '7' },
      ...{ 'x-user-id': 'mallory', 'x-user-id-signature': 't=1,v2=00', 'x-operator': 'mallory' },
      ...{ 'x-api-key': 'svc_ak_1', 'x-api-secret': 'svc_sk_1', authorization: 'Bearer 1' },
      ...{ forwarded: 'for=1.2.3.4', 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil', 'x-real-ip': '1.2.3.4' },
      ...{ te: 'trailers', 'proxy-authorization': 'Basic 1', traceparent: '00-1', 'x-anything': '1' },
    })
    const [got] = gateway.engine.received
    const names = Object.keys(got?.headers ?? {}).sort()
    expect(names).toEqual([
      'accept',
      'connection',
      'host',
      'if-none-match',
      'last-event-id',
      'x-forwarded-for',
      'x-request-id',
      'x-user-id',
      'x-user-id-signature',
    ])
    expect(got?.headers).toMatchObject({ 'x-user-id': 'anna', 'x-forwarded-for': '127.0.0.1' })
    expect(got?.headers['x-user-id-signature']).toMatch(/^t=\d{10},v2=[0-9a-f]{64}$/)
    expect(got?.headers.host).toBe(new URL(gateway.engine.url).host)
  })

  test('an operator is named by the session alone', async () => {
    const headers = { cookie: operator, ...PAGE, 'x-operator': 'mallory', authorization: 'Bearer mine' }
    await gateway.send('POST', '/api/operator/v1/accounts/a/halt', headers, '{"reason":"x"}')
    expect(gateway.operator.received[0]?.headers).toMatchObject({
      ...{ 'x-operator': 'olga', authorization: `Bearer ${OPERATOR_TOKEN}` },
    })
    expect(gateway.operator.received[0]?.headers['x-user-id']).toBeUndefined()
  })

  test('of a response only those of the list reach the page', async () => {
    gateway.engine.respond = (response) =>
      response
        .writeHead(200, {
          ...{ 'content-type': 'application/json', etag: '"a"', 'x-has-more': 'true', 'x-next-to': 'later' },
          ...{ 'set-cookie': ['session=mine', 'b=1'], 'access-control-allow-origin': '*', server: 'engine' },
          ...{ 'cache-control': 'public, max-age=60', 'content-security-policy': "script-src 'unsafe-inline'" },
          ...{ location: 'https://evil.example', 'clear-site-data': '"*"', 'x-request-id': 'theirs', link: '</x>' },
        })
        .end('[]')
    const { headers } = await gateway.send('GET', '/api/engine/v1/accounts', { cookie: anna, 'x-request-id': 'ours' })
    expect(headers).toMatchObject({ etag: '"a"', 'x-has-more': 'true', 'x-next-to': 'later', 'x-request-id': 'ours' })
    expect(headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    })
    for (const name of ['set-cookie', 'access-control-allow-origin', 'server', 'location', 'clear-site-data', 'link'])
      expect(headers[name]).toBeUndefined()
  })

  test('a request that two could read in two ways reaches no service', async () => {
    const head = (more: string) =>
      `POST /api/engine/v1/order HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nCookie: ${anna}\r\nX-Dashboard: 1\r\nSec-Fetch-Site: same-origin\r\n${more}`
    const smuggled = 'GET /api/operator/v1/accounts HTTP/1.1\r\n\r\n'
    for (const more of [
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `Content-Length: 4\r\nContent-Length: 40\r\n\r\n{}  ${smuggled}`,
      `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ])
      expect(await sendRaw(head(more))).toMatch(/^HTTP\/1\.1 4\d\d /)
    nothingWasSent()
  })
})

test('two users apart: each request is signed for the user of its own cookie', async () => {
  const bob = await gateway.cookieFor({ user: 'bob', sid: 'bob-2' })
  const turns = Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? 'anna' : 'bob'))
  await Promise.all(
    turns.map((user, turn) =>
      gateway.send('GET', `/api/engine/v1/accounts?asked-by=${user}-${turn}`, { cookie: user === 'anna' ? anna : bob }),
    ),
  )
  expect(gateway.engine.received).toHaveLength(turns.length)
  for (const { url, headers } of gateway.engine.received)
    expect(url).toContain(`asked-by=${String(headers['x-user-id'])}-`)
})

test('logs hold no cookie, no body and no code', async () => {
  const { headers } = await gateway.send('GET', '/session', { 'sec-fetch-site': 'same-origin' })
  const cookie = cookiePair(headers['set-cookie']?.[0] ?? '')
  gateway.wallet.respond = (response) => response.destroy()
  await gateway.send('POST', '/api/wallet/api/api-keys', { cookie, ...PAGE }, '{"label":"a-secret-label"}')
  await gateway.send('GET', '/login/callback?code=a-secret-code&state=s', { cookie })
  const text = gateway.logs.text()
  expect(text).toContain('a dependency failed')
  for (const secret of [cookie.slice('session='.length), 'a-secret-label', 'a-secret-code', OPERATOR_TOKEN])
    expect(text).not.toContain(secret)
})

/** Sends bytes as they are; resolves with what came back until the connection ended. */
function sendRaw(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(gateway.port, '127.0.0.1', () => socket.end(head))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}
