import {
  createKey,
  newUser,
  NEXT_SERVICE_TOKEN,
  SERVICE_TOKEN,
  startTestWallet,
  type TestWallet,
} from './start-test-wallet.js'

let wallet: TestWallet
let nowMs = Date.parse('2030-01-01T00:00:00.000Z')

beforeAll(async () => {
  wallet = await startTestWallet({ now: () => new Date(nowMs) })
})

afterAll(() => wallet.stop())

interface Credentials {
  readonly key: string
  readonly secret: string
}

const validate = ({ key, secret }: Credentials, more: { ip?: string; scope?: string } = {}) =>
  wallet.internal.post('/api/api-keys/validate', { body: { key, secret, ip: '198.51.100.7', ...more } })

const UNAUTHORIZED = { valid: false, status: 401, error: 'unauthorized' }
const IP_REFUSED = { valid: false, status: 403, error: 'IP not whitelisted for this API key' }
const SCOPE_REFUSED = { valid: false, status: 403, error: 'permission_denied' }

describe('POST /api/api-keys/validate', () => {
  it('describes a valid key', async () => {
    const user = newUser()
    const created = await createKey(wallet, user, {
      permissions: ['READ_ONLY', 'TRADE'],
      ipWhitelist: ['198.51.100.0/24'],
      expiresAt: '2031-01-01T00:00:00Z',
    })

    const { status, body } = await validate(created, { scope: 'TRADE' })

    expect(status).toBe(200)
    expect(body).toEqual({
      valid: true,
      keyId: created.apiKey.id,
      userId: user['x-user-id'],
      permissions: ['READ_ONLY', 'TRADE'],
      ipWhitelist: ['198.51.100.0/24'],
      expiresAt: '2031-01-01T00:00:00.000Z',
    })
  })

  it('gives byte for byte the same 401 for every reason', async () => {
    const user = newUser()
    const good = await createKey(wallet, user)
    const revoked = await createKey(wallet, user)
    await wallet.api.delete(`/api/api-keys/${revoked.apiKey.id}`, { headers: user })
    const expired = await createKey(wallet, user, { expiresAt: new Date(nowMs + 1).toISOString() })
    nowMs += 1

    const answers = await Promise.all([
      validate({ key: `svc_ak_${'0'.repeat(48)}`, secret: good.secret }),
      validate({ key: good.key, secret: `svc_sk_${'0'.repeat(48)}` }),
      validate({ key: good.key, secret: revoked.secret }),
      validate(revoked),
      validate(expired),
      validate({ key: 'nonsense', secret: 'nonsense' }),
      validate({ key: good.secret, secret: good.key }),
      validate({ key: good.key.toUpperCase(), secret: good.secret }),
    ])

    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).toBe(JSON.stringify(UNAUTHORIZED))
    }
    expect((await validate(good)).body).toMatchObject({ valid: true })
  })

  it('never checks address or scope before the secret is right', async () => {
    const limited = await createKey(wallet, newUser(), { ipWhitelist: ['10.0.0.1'], permissions: ['READ_ONLY'] })
    const wrong = { key: limited.key, secret: `svc_sk_${'1'.repeat(48)}` }

    expect((await validate(wrong, { scope: 'TRADE' })).body).toEqual(UNAUTHORIZED)
    expect((await validate(limited, { scope: 'TRADE' })).body).toEqual(IP_REFUSED)
    expect((await validate(limited, { ip: '10.0.0.1', scope: 'TRADE' })).body).toEqual(SCOPE_REFUSED)
    expect((await validate(limited, { ip: '10.0.0.1' })).body).toMatchObject({ valid: true })
  })

  it('refuses from the millisecond of the expiry', async () => {
    const created = await createKey(wallet, newUser(), { expiresAt: new Date(nowMs + 500).toISOString() })

    nowMs += 499
    expect((await validate(created)).body).toMatchObject({ valid: true })
    nowMs += 1
    expect((await validate(created)).body).toEqual(UNAUTHORIZED)
  })

  it('refuses from the moment the revocation was answered', async () => {
    const user = newUser()
    const created = await createKey(wallet, user)
    expect((await validate(created)).body).toMatchObject({ valid: true })

    await wallet.api.delete(`/api/api-keys/${created.apiKey.id}`, { headers: user })

    expect((await validate(created)).body).toEqual(UNAUTHORIZED)
  })

  const SETS = [['READ_ONLY'], ['TRADE'], ['MANAGE_ORDERS'], ['READ_ONLY', 'TRADE'], ['TRADE', 'MANAGE_ORDERS']]
  it.each(SETS.map((permissions) => [permissions] as const))(
    'grants %j its own scopes, and reading',
    async (permissions) => {
      const created = await createKey(wallet, newUser(), { permissions })

      for (const scope of ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS']) {
        const isCovered = scope === 'READ_ONLY' || permissions.includes(scope)
        expect((await validate(created, { scope })).body).toMatchObject(isCovered ? { valid: true } : SCOPE_REFUSED)
      }
      expect((await validate(created)).body).toMatchObject({ valid: true })
    },
  )

  it.each<[string[], string, boolean]>([
    [[], '203.0.113.9', true],
    [[], 'not an address', true],
    [['203.0.113.9'], '203.0.113.10', false],
    [['203.0.113.0/24'], '203.0.113.255', true],
    [['10.0.0.1', '2001:db8::/32', '192.0.2.0/31'], '192.0.2.1', true],
    [['10.0.0.1', '2001:db8::/32', '192.0.2.0/31'], '192.0.2.2', false],
    // Whatever else a range holds: packages/contracts/src/ip-ranges.test.ts
    [['10.0.0.1'], 'not an address', false],
  ])('with the list %j a request from %s: %s', async (ipWhitelist, ip, isAllowed) => {
    const created = await createKey(wallet, newUser(), { ipWhitelist })
    expect((await validate(created, { ip })).body).toMatchObject(isAllowed ? { valid: true } : IP_REFUSED)
  })

  it('is a fault of the caller, not a verdict, when the question is malformed', async () => {
    const bodies = [{}, { key: 'k', secret: 's' }, { key: 'k', secret: 's', ip: '1.1.1.1', scope: 'ADMIN' }, { key: 1 }]
    for (const body of bodies) {
      const answer = await wallet.internal.post('/api/api-keys/validate', { body })
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_payload' } })
    }
  })
})

describe('the service token', () => {
  const body = { key: 'k', secret: 's', ip: '203.0.113.9' }

  it.each([
    ['none', undefined],
    ['empty', ''],
    ['wrong', 'Bearer wrong'],
    ['without a scheme', SERVICE_TOKEN],
    ['as basic', `Basic ${SERVICE_TOKEN}`],
    ['a prefix', `Bearer ${SERVICE_TOKEN.slice(0, -1)}`],
    ['with more behind it', `Bearer ${SERVICE_TOKEN}x`],
    ['both together', `Bearer ${SERVICE_TOKEN},${NEXT_SERVICE_TOKEN}`],
    ['repeated', [`Bearer ${SERVICE_TOKEN}`, `Bearer ${SERVICE_TOKEN}`]],
  ])('%s: 401', async (_case, authorization) => {
    for (const client of [wallet.internal, wallet.api]) {
      // The type does not know that any header can be sent twice.
      const headers = { authorization: authorization as string | undefined }
      const answer = await client.post('/api/api-keys/validate', { headers, body })
      expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    }
  })

  it.each([SERVICE_TOKEN, NEXT_SERVICE_TOKEN])('each of the two is accepted', async (token) => {
    const headers = { authorization: `bearer ${token}` }
    const answer = await wallet.internal.post('/api/api-keys/validate', { headers, body })
    expect(answer).toMatchObject({ status: 200, body: UNAUTHORIZED })
  })

  it('opens nothing but validate, and a user id does not open validate', async () => {
    const authorization = `Bearer ${SERVICE_TOKEN}`
    expect((await wallet.api.get('/api/api-keys', { headers: { authorization } })).status).toBe(401)
    const asUser = { headers: { ...newUser(), authorization: undefined }, body }
    expect((await wallet.internal.post('/api/api-keys/validate', asUser)).status).toBe(401)
  })
})

describe('the listeners', () => {
  it('the internal one has no user routes', async () => {
    expect((await wallet.internal.get('/api/api-keys', { headers: newUser() })).status).toBe(404)
    expect((await wallet.internal.post('/api/api-keys', { headers: newUser(), body: {} })).status).toBe(404)
  })

  it('the public one validates outside production only', async () => {
    const created = await createKey(wallet, newUser())
    const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
    const body = { key: created.key, secret: created.secret, ip: '203.0.113.9' }
    expect((await wallet.api.post('/api/api-keys/validate', { headers, body })).status).toBe(200)

    const env = { NODE_ENV: 'production', ALLOW_PLAIN_USER_ID_IN_PRODUCTION: 'true', USER_ID_TRUST: 'plain' }
    const production = await startTestWallet({ env, databaseUrl: wallet.databaseUrl })
    try {
      expect((await production.api.post('/api/api-keys/validate', { headers, body })).status).toBe(405)
      const get = await production.api.get('/api/api-keys', { headers: newUser() })
      expect(get.status).toBe(200)
      expect((await fetch(`${production.url}/metrics`)).status).toBe(404)
      expect((await fetch(`${production.internalUrl}/metrics`)).status).toBe(200)
      const internal = await production.internal.post('/api/api-keys/validate', { body })
      expect(internal).toMatchObject({ status: 200, body: { valid: true } })
    } finally {
      await production.stop()
    }
  })
})

describe('lastUsedAt', () => {
  const lastUsed = async (user: { 'x-user-id': string }) => {
    const { status, body } = await wallet.api.get<readonly { lastUsedAt: string | null }[]>('/api/api-keys', {
      headers: user,
    })
    expect(status).toBe(200)
    return body[0]!.lastUsedAt
  }
  /** Jest's own time-out is the limit, and 300 requests of a user a minute. */
  const eventually = async (user: { 'x-user-id': string }, expected: string) => {
    while ((await lastUsed(user)) !== expected) await new Promise((resolve) => setTimeout(resolve, 250))
    expect(await lastUsed(user)).toBe(expected)
  }

  it('follows use, at most once a minute, and only when the key was accepted', async () => {
    const user = newUser()
    const created = await createKey(wallet, user, { ipWhitelist: ['198.51.100.7'] })

    await validate(created, { ip: '203.0.113.9' })
    await validate({ key: created.key, secret: 'wrong' })
    expect(await lastUsed(user)).toBeNull()

    const firstUse = new Date(nowMs).toISOString()
    await Promise.all(Array.from({ length: 20 }, () => validate(created)))
    await eventually(user, firstUse)

    nowMs += 59_999
    await validate(created)
    await validate(created)
    expect(await lastUsed(user)).toBe(firstUse)

    nowMs += 1
    await validate(created)
    await eventually(user, new Date(nowMs).toISOString())
  })
})
