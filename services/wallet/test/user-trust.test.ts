import { createHmac } from 'node:crypto'
import { newUser, startTestWallet, type TestWallet } from './start-test-wallet.js'

const SECRET = 'gateway-secret-0123456789-0123456789'
const NEXT_SECRET = 'gateway-secret-next-0123456789-01234'
const NOW_SECONDS = 1_900_000_000

interface Signed {
  readonly secret?: string
  readonly at?: number
  readonly method?: string
  readonly path?: string
  readonly userId?: string
}

function sign({
  secret = SECRET,
  at = NOW_SECONDS,
  method = 'GET',
  path = '/api/api-keys',
  userId = 'u-1',
}: Signed): string {
  const signed = Buffer.from(`${at}.${method}.${path}.${userId}`, 'latin1')
  return `t=${at},v1=${createHmac('sha256', secret).update(signed).digest('hex')}`
}

describe('plain trust', () => {
  let wallet: TestWallet
  beforeAll(async () => {
    wallet = await startTestWallet()
  })
  afterAll(() => wallet.stop())

  it.each<[string, Record<string, string | string[]>]>([
    ['missing', {}],
    ['empty', { 'x-user-id': '' }],
    ['blank', { 'x-user-id': '   ' }],
    ['too long', { 'x-user-id': 'u'.repeat(129) }],
    ['repeated', { 'x-user-id': ['u-1', 'u-2'] }],
    ['repeated with equal values', { 'x-user-id': ['u-1', 'u-1'] }],
    ['repeated, once blank', { 'x-user-id': ['', 'u-1'] }],
  ])('a user id that is %s: 401 before the body is looked at', async (_case, headers) => {
    for (const [method, path] of [
      ['GET', '/api/api-keys'],
      ['POST', '/api/api-keys'],
      ['DELETE', '/api/api-keys/not-a-uuid'],
    ] as const) {
      const rawBody = method === 'GET' ? {} : { rawBody: '{"broken' }
      const { status, body } = await wallet.api.request(method, path, { headers, ...rawBody })
      expect({ status, error: body['error'] }).toEqual({ status: 401, error: 'unauthorized' })
    }
  })

  it.each([
    'u',
    'u'.repeat(128),
    'a, b',
    '0',
    '<script>',
    "'; DROP TABLE api_keys; --",
    'Zo\u00eb',
    '../x',
    '\u0080\u009f',
  ])('any other text is a user: %j', async (userId) => {
    const headers = { 'x-user-id': userId }
    // Sent as bytes: Node's client encodes headers like a body that is given as text.
    const rawBody = Buffer.from(JSON.stringify({ label: 'l', permissions: ['TRADE'] }))
    const created = await wallet.api.post('/api/api-keys', { headers, rawBody })
    expect(created.status).toBe(201)
    const { body } = await wallet.api.get<unknown[]>('/api/api-keys', { headers })
    expect(body).toHaveLength(1)
  })

  it('needs no signature and ignores one', async () => {
    const headers = { ...newUser(), 'x-user-id-signature': 'nonsense' }
    expect((await wallet.api.get('/api/api-keys', { headers })).status).toBe(200)
  })
})

describe('gateway-hmac trust', () => {
  let wallet: TestWallet
  beforeAll(async () => {
    wallet = await startTestWallet({
      env: { USER_ID_TRUST: 'gateway-hmac', GATEWAY_HMAC_SECRETS: `${SECRET},${NEXT_SECRET}` },
      now: () => new Date(NOW_SECONDS * 1000),
    })
  })
  afterAll(() => wallet.stop())

  const get = async (
    signature: string | string[] | undefined,
    userId: string | string[] = 'u-1',
    path = '/api/api-keys',
  ) => {
    const headers = { 'x-user-id': userId, 'x-user-id-signature': signature }
    return (await wallet.api.get(path, { headers })).status
  }

  it.each<[string, Signed]>([
    ['as it should be', {}],
    ['with the other secret', { secret: NEXT_SECRET }],
    ['60 s ago', { at: NOW_SECONDS - 60 }],
    ['60 s ahead', { at: NOW_SECONDS + 60 }],
  ])('believes a user id signed %s', async (_case, signed) => {
    expect(await get(sign(signed))).toBe(200)
  })

  it.each<[string, string | string[] | undefined]>([
    ['no signature', undefined],
    ['an empty signature', ''],
    ['a wrong secret', sign({ secret: 'another-secret-0123456789-0123456789' })],
    ['61 s ago', sign({ at: NOW_SECONDS - 61 })],
    ['61 s ahead', sign({ at: NOW_SECONDS + 61 })],
    ['another path', sign({ path: '/api/api-keys/' })],
    ['another method', sign({ method: 'DELETE' })],
    ['another user', sign({ userId: 'u-2' })],
    ['a time moved afterwards', sign({ at: NOW_SECONDS - 90 }).replace(/t=\d+/, `t=${NOW_SECONDS}`)],
    ['digits in upper case', sign({}).replace(/v1=.*/, (digest) => `v1=${digest.slice(3).toUpperCase()}`)],
    ['only half of the digest', sign({}).slice(0, -32)],
    ['more behind the digest', `${sign({})}00`],
    ['no time', sign({}).replace(/t=\d+,/, '')],
    ['a time that is no number', sign({}).replace(/t=\d+/, 't=NaN')],
    ['the signature twice', [sign({}), sign({})]],
  ])('refuses %s', async (_case, signature) => {
    expect(await get(signature)).toBe(401)
  })

  it('refuses a user id that is repeated or blank, even when signed', async () => {
    expect(await get(sign({ userId: 'u-1, u-1' }), ['u-1', 'u-1'])).toBe(401)
    expect(await get(sign({ userId: '' }), '')).toBe(401)
  })

  it('signs the path without the query, and the bytes of the user id', async () => {
    expect(await get(sign({}), 'u-1', '/api/api-keys?x=1')).toBe(200)
    expect(await get(sign({ userId: 'Zo\u00eb' }), 'Zo\u00eb')).toBe(200)
  })

  it('signs each operation by itself', async () => {
    const path = '/api/api-keys/0190f0a0-0000-7000-8000-000000000000'
    const headers = { 'x-user-id': 'u-1', 'x-user-id-signature': sign({ method: 'DELETE', path }) }
    expect((await wallet.api.delete(path, { headers })).status).toBe(404)
    expect((await wallet.api.delete(path.replace(/0$/, '1'), { headers })).status).toBe(401)
    expect((await wallet.api.post('/api/api-keys', { headers, body: {} })).status).toBe(401)
  })
})
