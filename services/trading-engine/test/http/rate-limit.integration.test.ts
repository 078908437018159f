import { generateCredentials } from '@ats/contracts'
import { createRateLimit } from '@ats/service-kit/http'
import type { ApiResponse } from '@ats/test-kit'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { RESTING_ORDER } from '../support/engine/operations.js'

const LIMIT = 8

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({
    asksOverHttp: true,
    REQUESTS_PER_MINUTE: LIMIT,
    REQUESTS_PER_MINUTE_PER_USER: 2 * LIMIT,
    FAILED_AUTHENTICATIONS_PER_MINUTE: LIMIT,
    PUBLIC_REQUESTS_PER_MINUTE: LIMIT,
    TRUSTED_PROXIES: ['127.0.0.0/8'],
  })
})
afterAll(() => engine.close())

let lastAddress = 0
/** An address nobody has called from before. */
const newAddress = (): string => {
  lastAddress += 1
  return `198.51.${lastAddress >> 8}.${lastAddress & 255}`
}
const from = (address: string) => ({ 'x-forwarded-for': address })

const times = <T>(count: number, send: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, send))
const statusesOf = (answers: readonly ApiResponse[]) => answers.map(({ status }) => status).sort()
const passesThenRefuses = (status: number, excess: number) => [
  ...Array<number>(LIMIT).fill(status),
  ...Array<number>(excess).fill(429),
]

/** Reads the budget from both forms of the headers and checks that they agree. */
function budgetOf({ headers }: ApiResponse, policy: string, most = LIMIT) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`])
  const [, left, seconds] = /^"[\w-]+";r=(\d+);t=(\d+)$/.exec(String(headers['ratelimit'])) ?? []
  expect(headers['ratelimit']).toMatch(new RegExp(`^"${policy}";`))
  expect(headers['ratelimit-policy']).toBe(`"${policy}";q=${most};w=60`)
  expect([limit, remaining]).toEqual([String(most), left])
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(Number(seconds)).toBeLessThanOrEqual(60)
  const inSeconds = Number(reset) - Date.now() / 1000
  expect(inSeconds).toBeGreaterThan(0)
  expect(inSeconds).toBeLessThanOrEqual(61)
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) }
}

function expectRefusal(answer: ApiResponse, policy: string, most = LIMIT): void {
  expect(answer).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
  expect(budgetOf(answer, policy, most).remaining).toBe(0)
  expect(answer.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/)
}

describe('per key', () => {
  test(`of many concurrent requests exactly ${LIMIT} pass`, async () => {
    const { api } = engine.as()
    const answers = await times(40, () => api.get('/v1/key'))
    expect(statusesOf(answers)).toEqual(passesThenRefuses(200, 40 - LIMIT))
    for (const answer of answers.filter(({ status }) => status === 429)) expectRefusal(answer, 'per-key')
    const left = answers.filter(({ status }) => status === 200).map((answer) => budgetOf(answer, 'per-key').remaining)
    expect(left.sort()).toEqual(Array.from({ length: LIMIT }, (_, index) => index))
  })

  test('keys are counted apart, those of one user too', async () => {
    const first = engine.as()
    await times(LIMIT, () => first.api.get('/v1/key'))
    expect((await first.api.get('/v1/key')).status).toBe(429)
    const second = engine.as({ userId: first.key.record.userId })
    expect((await second.api.get('/v1/key')).status).toBe(200)
  })

  test('a new key brings no new budget: the keys of a user are also counted together', async () => {
    const { api, key } = engine.as()
    const { userId } = key.record
    await times(LIMIT, () => api.get('/v1/key'))
    engine.wallet.revoke(key)
    const second = engine.as({ userId })
    expect(statusesOf(await times(LIMIT, () => second.api.get('/v1/key')))).toEqual(passesThenRefuses(200, 0))
    for (let count = 0; count < 3; count += 1) {
      const fresh = engine.as({ userId })
      expectRefusal(await fresh.api.get('/v1/key'), 'per-user', 2 * LIMIT)
      expectRefusal(await fresh.api.post('/v1/order', { body: RESTING_ORDER }), 'per-user', 2 * LIMIT)
    }
    expect((await engine.as().api.get('/v1/key')).status).toBe(200)
  })

  test('the window begins with the first request and does not move with later ones', async () => {
    const { api } = engine.as()
    const first = budgetOf(await api.get('/v1/key'), 'per-key')
    const now = Date.now.bind(Date)
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 5_000)
    const last = budgetOf(await api.get('/v1/key'), 'per-key')
    jest.restoreAllMocks()
    // Whole seconds, rounded up, may fall on either side.
    expect(Math.abs(last.reset - first.reset)).toBeLessThanOrEqual(1)
  })

  test('every method counts, and every answer once the key is known', async () => {
    const trader = await engine.trader()
    const reader = engine.as({ userId: trader.userId, permissions: ['READ_ONLY'] })
    const other = await engine.trader()
    const send: readonly [number, () => Promise<ApiResponse>][] = [
      [200, () => reader.api.request('HEAD', '/v1/key')],
      [200, () => reader.api.get(`/v1/account/${trader.accountId}`)],
      [400, () => reader.api.get(`/v1/account/${trader.accountId}/trades?limit=0`)],
      [400, () => reader.api.post('/v1/accounts', { rawBody: '{' })],
      [403, () => reader.api.post('/v1/order', { body: {} })],
      [404, () => reader.api.get(`/v1/account/${other.accountId}`)],
      [403, () => reader.api.delete('/v1/sandbox/market?symbol=NOPE')],
      [409, () => reader.api.post('/v1/accounts', { body: { plan_id: 'standard-100k' } })],
    ]
    expect(send).toHaveLength(LIMIT)
    for (const [index, [status, request]] of send.entries()) {
      const answer = await request()
      expect([answer.status, budgetOf(answer, 'per-key').remaining]).toEqual([status, LIMIT - 1 - index])
    }
    for (const method of ['HEAD', 'GET']) expect((await reader.api.request(method, '/v1/key')).status).toBe(429)
    expectRefusal(await reader.api.post('/v1/order', { body: RESTING_ORDER }), 'per-key')
    expectRefusal(await reader.api.delete('/v1/sandbox/market?symbol=BTC-USD'), 'per-key')
  })

  test('requests from a wrong address count too, and are then 429 instead of 403', async () => {
    const { api } = engine.as({ ipWhitelist: ['203.0.113.9'] })
    const answers = await times(LIMIT + 2, () => api.get('/v1/key'))
    expect(statusesOf(answers)).toEqual(passesThenRefuses(403, 2))
    for (const answer of answers) budgetOf(answer, 'per-key')
  })

  test('what never reaches the key is free: unknown paths and methods, bodies too large, wrong secrets', async () => {
    const { api, key } = engine.as()
    const wrong = { 'x-api-secret': `svc_sk_${'0'.repeat(48)}`, ...from(newAddress()) }
    for (let round = 0; round < 3; round++) {
      expect((await api.get('/v1/nothing')).status).toBe(404)
      expect((await api.put('/v1/order', { body: {} })).status).toBe(405)
      expect((await api.post('/v1/order', { rawBody: ' '.repeat(20_000) })).status).toBe(413)
      expect((await api.get('/v1/key', { headers: { ...key.headers, ...wrong } })).status).toBe(401)
    }
    expect(budgetOf(await api.get('/v1/key'), 'per-key').remaining).toBe(LIMIT - 1)
  })

  test('GET /v1/key reports the same budget', async () => {
    const { api } = engine.as()
    const answer = await api.get<{ rate_limit: { limit: number; remaining: number; reset_at: string } }>('/v1/key')
    const { remaining, reset } = budgetOf(answer, 'per-key')
    expect(answer.body.rate_limit).toMatchObject({ limit: LIMIT, remaining })
    expect(Math.abs(Date.parse(answer.body.rate_limit.reset_at) / 1000 - reset)).toBeLessThanOrEqual(1)
  })
})

describe('failed authentication, per client address', () => {
  /** Two at a time, and no permit is given back before a tenth of a second, which a timer may cut by a millisecond. */
  const mostAskedSince = (startedAt: number): number => 2 * (Math.floor((performance.now() - startedAt) / 99) + 1)
  const unknown = { 'x-api-key': `svc_ak_${'0'.repeat(48)}`, 'x-api-secret': `svc_sk_${'0'.repeat(48)}` }

  test.each([
    ['no credentials', {}],
    ['an unknown key', unknown],
    ['a malformed key', { ...unknown, 'x-api-key': 'mine' }],
  ])(`${LIMIT} times 401 with %s, then 429`, async (_what, headers) => {
    const address = newAddress()
    const answers = await times(LIMIT + 3, () =>
      engine.api.get('/v1/key', { headers: { ...headers, ...from(address) } }),
    )
    expect(statusesOf(answers)).toEqual(passesThenRefuses(401, 3))
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expectRefusal(answer, 'failures-per-ip')
      expect(answer.body).toMatchObject({ message: expect.stringContaining('failed authentications') as string })
    }
  })

  test('is counted for a whole /64 of IPv6, in all its spellings', async () => {
    const within = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::', '2001:0db8:0001:0002::5', '2001:db8:1:2:a:b:c:d']
    for (let count = 0; count < LIMIT; count += 1) {
      const headers = from(within[count % within.length]!)
      expect((await engine.api.get('/v1/key', { headers })).status).toBe(401)
    }
    for (const address of within) {
      expectRefusal(await engine.api.get('/v1/key', { headers: from(address) }), 'failures-per-ip')
    }
    for (const address of ['2001:db8:1:3::1', '2001:db8::2', '::1.2.3.4']) {
      expect((await engine.api.get('/v1/key', { headers: from(address) })).status).toBe(401)
    }
  })

  test('of one /48 from changing /64 networks is counted together, and blocks no valid key', async () => {
    const network = (number: number) => from(`2001:db8:48:${number.toString(16)}::1`)
    const guess = (number: number) =>
      engine.api.get('/v1/key', {
        headers: { ...unknown, 'x-api-key': generateCredentials().key, ...network(number) },
      })
    for (let number = 0; number < 4 * LIMIT; number += 1) expect((await guess(number)).status).toBe(401)
    const { api } = engine.as()
    const [requested, startedAt] = [engine.wallet.requested(), performance.now()]
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(1_000 + index)))
    for (const each of guesses) expectRefusal(each, 'failures-per-site', 4 * LIMIT)
    expect(engine.wallet.requested() - requested).toBeLessThanOrEqual(mostAskedSince(startedAt))
    expect((await api.get('/v1/key', { headers: network(2_000) })).status).toBe(200)
    expect((await engine.api.get('/v1/key', { headers: from('2001:db8:49::1') })).status).toBe(401)
  })

  test('beyond the limit, wrong keys hardly reach the wallet any more; valid keys and other addresses still pass', async () => {
    const headers = from(newAddress())
    const { api } = engine.as()
    expect((await api.get('/v1/key', { headers })).status).toBe(200)
    await times(LIMIT + 1, () => engine.api.get('/v1/key', { headers }))
    const [requested, startedAt] = [engine.wallet.requested(), performance.now()]
    const guesses = await times(40, () => {
      const wrong = { ...unknown, 'x-api-key': generateCredentials().key }
      return engine.api.get('/v1/key', { headers: { ...wrong, ...headers } })
    })
    for (const guess of guesses) expectRefusal(guess, 'failures-per-ip')
    expect(engine.wallet.requested() - requested).toBeLessThanOrEqual(mostAskedSince(startedAt))
    expect((await api.get('/v1/key', { headers })).status).toBe(200)
    expect((await engine.as().api.get('/v1/key', { headers })).status).toBe(200)
    expect((await engine.api.get('/v1/key', { headers: from(newAddress()) })).status).toBe(401)
  })

  test('is counted over all routes and methods together', async () => {
    const headers = from(newAddress())
    await times(LIMIT / 2, () => engine.api.get('/v1/accounts', { headers }))
    await times(LIMIT / 2, () => engine.api.post('/v1/order', { headers, body: RESTING_ORDER }))
    expect((await engine.api.delete('/v1/sandbox/market', { headers })).status).toBe(429)
  })

  test('a failing wallet does not count as failed authentications', async () => {
    const headers = from(newAddress())
    engine.wallet.fail((response) => response.writeHead(503).end())
    const answers = await times(LIMIT * 2, () => engine.as().api.get('/v1/key', { headers }))
    engine.wallet.fail(null)
    expect(statusesOf(answers)).toEqual(Array(LIMIT * 2).fill(500))
    expect((await engine.api.get('/v1/key', { headers })).status).toBe(401)
  })
})

describe('public market data, per client address', () => {
  test(`exactly ${LIMIT} pass, over all public routes together`, async () => {
    const headers = from(newAddress())
    const prices = await times(LIMIT, () => engine.api.get('/v1/price?symbol=BTC-USD', { headers }))
    expect(statusesOf(prices)).toEqual(passesThenRefuses(200, 0))
    for (const path of ['/v1/price?symbol=BTC-USD', '/v1/config', '/v1/plans', '/v1/price']) {
      expectRefusal(await engine.api.get(path, { headers }), 'per-ip')
    }
    expect((await engine.api.get('/v1/config', { headers: from(newAddress()) })).status).toBe(200)
  })

  test('requests with a valid key count for the key, even when the address has used up its own budget', async () => {
    const headers = from(newAddress())
    const { api } = engine.as()
    await times(LIMIT + 1, () => engine.api.get('/v1/config', { headers }))
    const answers = await times(LIMIT, () => api.get('/v1/price?symbol=BTC-USD', { headers }))
    const left = answers.map((answer) => budgetOf(answer, 'per-key').remaining)
    expect(left.sort()).toEqual(Array.from({ length: LIMIT }, (_, index) => index))
    expectRefusal(await api.get('/v1/config', { headers }), 'per-key')
    expectRefusal(await api.get('/v1/key', { headers }), 'per-key')
  })

  test('requests with an invalid key count for the address, and each is a failed authentication', async () => {
    const headers = { ...from(newAddress()), 'x-api-key': `svc_ak_${'0'.repeat(48)}` }
    const wrong = { ...headers, 'x-api-secret': `svc_sk_${'0'.repeat(48)}` }
    for (let count = 1; count <= LIMIT; count += 1) {
      const answer = await engine.api.get('/v1/config', { headers: wrong })
      expect([answer.status, budgetOf(answer, 'per-ip').remaining]).toEqual([200, LIMIT - count])
    }
    expectRefusal(await engine.api.get('/v1/config', { headers: wrong }), 'failures-per-ip')
    expectRefusal(await engine.api.get('/v1/key', { headers: wrong }), 'failures-per-ip')
  })

  test('a key from an address it does not allow, or that cannot be looked up, is treated as no key', async () => {
    const restricted = engine.as({ ipWhitelist: ['203.0.113.9'] })
    expect(budgetOf(await restricted.api.get('/v1/config', { headers: from(newAddress()) }), 'per-ip').limit).toBe(
      LIMIT,
    )
    engine.wallet.fail((response) => response.writeHead(503).end())
    const answer = await engine.as().api.get('/v1/config', { headers: from(newAddress()) })
    engine.wallet.fail(null)
    expect([answer.status, budgetOf(answer, 'per-ip').limit]).toEqual([200, LIMIT])
  })

  test('health is never limited', async () => {
    const headers = from(newAddress())
    const answers = await times(LIMIT * 2, () => engine.api.get('/healthz', { headers }))
    expect(statusesOf(answers)).toEqual(Array(LIMIT * 2).fill(200))
  })
})

describe('the window', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test('ends a minute after its first request, however many came and were refused in it', async () => {
    const limit = createRateLimit({ policy: 'per-key', limit: 2, redis: null })
    const outcomeOf = () =>
      limit.consume('key').then(
        () => 'pass',
        () => 'refuse',
      )
    expect(await outcomeOf()).toBe('pass')
    jest.advanceTimersByTime(30_000)
    expect([await outcomeOf(), await outcomeOf()]).toEqual(['pass', 'refuse'])
    jest.advanceTimersByTime(29_000)
    expect(await outcomeOf()).toBe('refuse')
    jest.advanceTimersByTime(1_001)
    expect([await outcomeOf(), await outcomeOf(), await outcomeOf()]).toEqual(['pass', 'pass', 'refuse'])
  })
})
