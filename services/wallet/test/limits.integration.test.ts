import { createHash, createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { describeWithRedis, startOwnRedis, type ApiResponse, type OwnRedis } from '@ats/test-kit'
import { createKey, newUser, SERVICE_TOKEN, startTestWallet, type TestWallet } from './start-test-wallet.js'

const CALLS = 12
const CHANGES = 5
const PER_USER = 6
const PER_ADDRESS = 4
const GATEWAY_SECRET = 'gateway-secret-0123456789-0123456789'
const PATH = '/api/api-keys'
const NEW_KEY = { label: 'l', permissions: ['TRADE'] }
const SOME_KEY = `${PATH}/0190f0a0-0000-7000-8000-000000000000`

const LIMITS = {
  REQUESTS_PER_MINUTE_PER_USER: String(CALLS),
  KEY_CHANGES_PER_HOUR: String(CHANGES),
  FAILED_AUTHENTICATIONS_PER_MINUTE: String(CALLS),
  PUBLIC_REQUESTS_PER_MINUTE: String(CALLS),
  IN_FLIGHT_PER_USER: String(PER_USER),
  IN_FLIGHT_PER_ADDRESS: String(PER_ADDRESS),
  TRUSTED_PROXIES: '127.0.0.0/8',
}

let wallet: TestWallet
let signed: TestWallet

beforeAll(async () => {
  // Some requests are kept from being complete for as long as others are made.
  wallet = await startTestWallet({ env: LIMITS, timeouts: { requestTimeoutMs: 100_000 } })
  const env = { ...LIMITS, USER_ID_TRUST: 'gateway-hmac', GATEWAY_HMAC_SECRETS: GATEWAY_SECRET }
  signed = await startTestWallet({ databaseUrl: wallet.databaseUrl, env })
})
afterAll(async () => {
  await signed.stop()
  await wallet.stop()
})

type Headers = Readonly<Record<string, string>>

let lastAddress = 0
/** An address that has not been used before. */
const newAddress = (): Headers => ({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1)}` })

const times = <T>(count: number, send: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, send))
/** Ends after so many looks, too: a loop that outlives its test keeps the whole run from ending. */
const LOOKS_MAX = 2_000
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await isSo()); looks += 1) {
    if (looks >= LOOKS_MAX) throw new Error(`not so after ${LOOKS_MAX} looks`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
/** One after the other. */
async function inTurn(count: number, send: () => Promise<ApiResponse>): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < count) statuses.push((await send()).status)
  return statuses
}
const passesThenRefuses = (passes: number, status: number, refused: number) => [
  ...Array<number>(passes).fill(status),
  ...Array<number>(refused).fill(429),
]

function expectRefusal(answer: ApiResponse, policy: string, limit: number, seconds = 60): void {
  expect(answer).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
  expect(answer.headers).toMatchObject({
    'ratelimit-policy': `"${policy}";q=${limit};w=${seconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
  })
  const retryAfter = Number(answer.headers['retry-after'])
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(seconds)
}

describe('calls of a user', () => {
  it(`exactly ${CALLS} a minute pass, over all routes; others go on`, async () => {
    const headers = newUser()
    const first = await wallet.api.get(PATH, { headers })
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': String(CALLS),
      'x-ratelimit-remaining': String(CALLS - 1),
      'ratelimit-policy': `"wallet-per-user";q=${CALLS};w=60`,
    })
    expect(await inTurn(CALLS - 3, () => wallet.api.get(PATH, { headers }))).toEqual(Array(CALLS - 3).fill(200))
    expect((await wallet.api.post(PATH, { headers, body: {} })).status).toBe(400)
    expect((await wallet.api.delete(SOME_KEY, { headers })).headers['x-ratelimit-remaining']).toBe('0')
    expectRefusal(await wallet.api.get(PATH, { headers }), 'wallet-per-user', CALLS)
    // Before its shape is checked.
    expectRefusal(await wallet.api.post(PATH, { headers, body: {} }), 'wallet-per-user', CALLS)
    expect((await wallet.api.get(PATH, { headers: newUser() })).status).toBe(200)
  })

  it('requests that fail authentication do not count against the user they name', async () => {
    const user = newUser()
    const repeated = { 'x-user-id': [user['x-user-id'], user['x-user-id']] }
    for (let count = 0; count < 3; count += 1)
      expect((await wallet.api.get(PATH, { headers: repeated })).status).toBe(401)
    expect((await wallet.api.get(PATH, { headers: user })).headers['x-ratelimit-remaining']).toBe(String(CALLS - 1))
  })
})

describe('changes to the keys of a user', () => {
  it(`exactly ${CHANGES} an hour pass; revoking and reading do not count and go on`, async () => {
    const headers = newUser()
    const { apiKey } = await createKey(wallet, headers, { webhookUrl: 'https://example.com/hook' })
    const own = `${PATH}/${apiKey.id}`
    expect((await wallet.api.post(PATH, { headers, body: {} })).status).toBe(400)
    expect((await wallet.api.patch(own, { headers, body: { label: 'another' } })).status).toBe(200)
    expect((await wallet.api.post(`${own}/rotate-webhook-secret`, { headers })).status).toBe(200)
    for (let count = 3; count < CHANGES; count += 1) await createKey(wallet, headers)
    for (const send of [
      () => wallet.api.post(PATH, { headers, body: NEW_KEY }),
      () => wallet.api.patch(own, { headers, body: { label: 'yet another' } }),
      // Before its shape is checked.
      () => wallet.api.post(PATH, { headers, body: {} }),
      () => wallet.api.post(`${own}/rotate-webhook-secret`, { headers }),
    ])
      expectRefusal(await send(), 'wallet-key-changes', CHANGES, 3_600)
    expect((await wallet.api.delete(own, { headers })).status).toBe(200)
    expect((await wallet.api.get(PATH, { headers })).body).toHaveLength(CHANGES - 3)
  })
})

/** All that is said on a connection until it is closed, to bytes that are not all that a request has. */
function exchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('error', () => undefined) // cut off
    socket.on('close', () => resolve(received))
    socket.write(bytes)
  })
}
const headOf = (method: string, path: string, headers: Headers): string =>
  [`${method} ${path} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  )
const statusOfUnfinished = async (url: string, path: string, headers: Headers): Promise<number> => {
  const head = headOf('POST', path, { host: 'localhost', 'content-length': '10', connection: 'close', ...headers })
  return Number((await exchange(url, `${head}{`)).split(' ')[1])
}

describe('requests ahead of their responses', () => {
  it.each([
    ['public', () => wallet.url],
    ['internal', () => wallet.internalUrl],
  ])('a thousand on one connection of the %s listener: it is cut, and few are answered', async (_listener, url) => {
    const received = await exchange(url(), headOf('GET', '/healthz', { host: 'localhost' }).repeat(1_000))
    expect(received.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(17)
  })
})

describe('failed authentication, per client address', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const sign = (userId: string): Headers => {
    const at = now()
    const empty = createHash('sha256').update('').digest('hex')
    const text = ['wallet', at, 'GET', PATH, userId, empty].join('\n')
    const digest = createHmac('sha256', GATEWAY_SECRET).update(text).digest('hex')
    return { 'x-user-id': userId, 'x-user-id-signature': `t=${at},v2=${digest}` }
  }
  const wrong = (): Headers => ({ ...newUser(), 'x-user-id-signature': `t=${now()},v2=${'0'.repeat(64)}` })

  it.each<[string, (headers: Headers) => Promise<ApiResponse>]>([
    ['no user', (headers) => wallet.api.get(PATH, { headers })],
    ['no signature', (headers) => signed.api.get(PATH, { headers: { ...newUser(), ...headers } })],
    ['a wrong signature', (headers) => signed.api.get(PATH, { headers: { ...wrong(), ...headers } })],
    [
      'a wrong token',
      (headers) => wallet.internal.get('/api/internal/audit', { headers: { ...headers, authorization: 'Bearer x' } }),
    ],
  ])(`${CALLS} times 401 with %s, then 429`, async (_what, send) => {
    const address = newAddress()
    expect(await inTurn(CALLS + 2, () => send(address))).toEqual(passesThenRefuses(CALLS, 401, 2))
    const refused = await send(address)
    expectRefusal(refused, 'wallet-failures-per-ip', CALLS)
    expect(refused.body['message']).toContain('failed authentications')
    expect((await send(newAddress())).status).toBe(401)
  })

  it('over the limit, the body of a request that names neither user nor service is not awaited', async () => {
    const address = newAddress()
    const noToken = { authorization: 'Bearer x' }
    const audit = () => wallet.internal.get('/api/internal/audit', { headers: { ...address, ...noToken } })
    await inTurn(CALLS + 1, audit)
    expect(await statusOfUnfinished(wallet.url, PATH, address)).toBe(429)
    expect(await statusOfUnfinished(wallet.internalUrl, `${PATH}/validate`, { ...address, ...noToken })).toBe(429)
  })

  it('never delays callers that authenticate', async () => {
    const address = newAddress()
    await inTurn(CALLS + 1, () => signed.api.get(PATH, { headers: { ...wrong(), ...address } }))
    expect((await signed.api.get(PATH, { headers: { ...sign('u-limits'), ...address } })).status).toBe(200)
    const service = { ...address, authorization: `Bearer ${SERVICE_TOKEN}` }
    expect((await signed.internal.get('/api/internal/audit', { headers: service })).status).toBe(200)
  })
})

describe('documents, per client address', () => {
  it.each([
    ['public', () => wallet.url],
    ['internal', () => wallet.internalUrl],
  ])(`exactly ${CALLS} a minute pass on the %s listener, over all of them; health goes on`, async (_listener, url) => {
    const headers = newAddress()
    const get = (path: string) => fetch(`${url()}${path}`, { headers })
    for (let count = 0; count < CALLS / 3; count += 1)
      for (const path of ['/openapi.json', '/docs', '/docs/start.js']) expect((await get(path)).status).toBe(200)
    for (const path of ['/openapi.json', '/docs', '/docs/swagger-ui-bundle.js']) {
      const refused = await get(path)
      expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
        429,
        `"wallet-per-ip";q=${CALLS};w=60`,
      ])
    }
    for (const path of ['/healthz', '/readyz']) expect((await get(path)).status).toBe(200)
  })
})

describe('in flight', () => {
  /** Requests whose bodies are not complete. */
  async function begin(url: string, requests: readonly Headers[]) {
    const sockets = requests.map((headers) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
      const lines = Object.entries({ host: 'localhost', 'content-length': '10', ...headers })
      const path = headers['authorization'] === undefined ? PATH : `${PATH}/validate`
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{`)
      return socket
    })
    await untilInFlight((count) => count >= requests.length)
    return async () => {
      for (const socket of sockets) socket.destroy()
      await untilInFlight((count) => count === 0)
    }
  }
  const untilInFlight = (isWanted: (count: number) => boolean): Promise<void> =>
    until(async () => isWanted(await figure('requests_in_flight')))
  const figure = async (name: string): Promise<number> => {
    const lines = (await (await fetch(`${wallet.internalUrl}/metrics`)).text()).split('\n')
    const values = lines.filter((line) => line.startsWith(name)).map((line) => Number(line.split(' ').at(-1)))
    if (values.length === 0) throw new Error(`there is no figure ${name}`)
    return values.reduce((sum, value) => sum + value, 0)
  }
  const list = (headers: Headers) => wallet.api.get(PATH, { headers })

  it(`of one user no more than ${PER_USER}, and others go on`, async () => {
    const [user, other] = [newUser(), newUser()]
    for (const headers of [user, other]) expect((await list(headers)).status).toBe(200)
    const end = await begin(wallet.url, Array<Headers>(PER_USER).fill(user))
    const refused = await list(user)
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"in-flight-per-group";r=0;t=1' })
    expect((await list(other)).status).toBe(200)
    await end()
    expect((await list(user)).status).toBe(200)
  })

  it('users not yet authenticated share the limit of their address, and do not reduce that of known users', async () => {
    const address = newAddress()
    const seen = { ...newUser(), ...address }
    expect((await list(seen)).status).toBe(200)
    const end = await begin(
      wallet.url,
      Array.from({ length: PER_ADDRESS }, () => ({ ...newUser(), ...address })),
    )
    expect((await list({ ...newUser(), ...address })).status).toBe(429)
    expect((await list(seen)).status).toBe(200)
    // A caller who names a user from elsewhere has none of his room.
    expect((await list({ ...newUser(), ...newAddress() })).status).toBe(200)
    await end()
  })

  it('our own services are admitted, whatever else is in flight', async () => {
    const token = { authorization: `Bearer ${SERVICE_TOKEN}` }
    const unknown = Array<Headers>(PER_ADDRESS).fill({ authorization: 'Bearer x' })
    const services = Array<Headers>(5 * PER_ADDRESS).fill(token)
    const end = await begin(wallet.internalUrl, [...unknown, ...services])
    const question = { key: 'k', secret: 's', ip: '203.0.113.9' }
    const answers = await times(5 * PER_ADDRESS, () => wallet.internal.post(`${PATH}/validate`, { body: question }))
    expect(answers.map(({ status }) => status)).toEqual(Array(5 * PER_ADDRESS).fill(200))
    const headers = { authorization: 'Bearer x' }
    expect((await wallet.internal.get('/api/internal/audit', { headers })).status).toBe(429)
    await end()
  })
})

describeWithRedis('limits that wallets share by Redis', () => {
  let redis: OwnRedis
  let replicas: readonly TestWallet[]
  beforeAll(async () => {
    redis = await startOwnRedis()
    const options = { databaseUrl: wallet.databaseUrl, env: { ...LIMITS, REDIS_URL: redis.url } }
    replicas = [await startTestWallet(options), await startTestWallet(options)]
    await untilShared()
  })
  afterAll(async () => {
    for (const replica of replicas) await replica.stop()
    await redis.stop()
  })
  /** Until both have noticed that Redis is there. */
  const untilShared = (): Promise<void> =>
    until(async () => {
      const headers = newUser()
      let left: unknown
      for (const { api } of replicas) left = (await api.get(PATH, { headers })).headers['x-ratelimit-remaining']
      return left === String(CALLS - 2)
    })
  const spread = async (count: number, send: (replica: TestWallet) => Promise<ApiResponse>): Promise<number[]> => {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => send(replicas[index % 2]!)))
    return answers.map(({ status }) => status).sort()
  }

  it('exactly as many calls and changes pass as of one wallet', async () => {
    const [calling, changing] = [newUser(), newUser()]
    const list = (replica: TestWallet) => replica.api.get(PATH, { headers: calling })
    expect(await spread(CALLS, list)).toEqual(passesThenRefuses(CALLS, 200, 0))
    expect(await spread(4, list)).toEqual(passesThenRefuses(0, 200, 4))
    const create = (replica: TestWallet) => replica.api.post(PATH, { headers: changing, body: NEW_KEY })
    expect(await spread(CHANGES + 3, create)).toEqual(passesThenRefuses(CHANGES, 201, 3))
  })

  it('once Redis is down each replica counts for itself, and refuses no one that was accepted before', async () => {
    const headers = newUser()
    await redis.kill()
    for (const { api } of replicas)
      expect(await inTurn(CALLS + 2, () => api.get(PATH, { headers }))).toEqual(passesThenRefuses(CALLS, 200, 2))
  })
})
