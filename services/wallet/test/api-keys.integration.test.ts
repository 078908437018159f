import { draw, type ApiResponse } from '@ats/test-kit'
import { createKey, newUser, startTestWallet, type CreatedKey, type TestWallet } from './start-test-wallet.js'

let wallet: TestWallet
let nowMs = Date.parse('2030-01-01T00:00:00.000Z')

beforeAll(async () => {
  wallet = await startTestWallet({ now: () => new Date(nowMs) })
})

afterAll(() => wallet.stop())

const create = (user: { 'x-user-id': string }, body: unknown) =>
  wallet.api.post<CreatedKey>('/api/api-keys', { headers: user, body })
const list = (user: { 'x-user-id': string }) =>
  wallet.api.get<readonly CreatedKey['apiKey'][]>('/api/api-keys', { headers: user })
const revoke = (user: { 'x-user-id': string }, id: string) =>
  wallet.api.delete(`/api/api-keys/${id}`, { headers: user })

describe('POST /api/api-keys', () => {
  it('answers 201 with the key, its secret and everything the owner may know', async () => {
    const { status, body } = await create(newUser(), {
      label: 'Grid bot',
      permissions: ['TRADE', 'READ_ONLY'],
      ipWhitelist: ['203.0.113.9', '::ffff:203.0.113.9', '2001:DB8:0:0::1', '10.1.2.3/8'],
      webhookUrl: 'https://Example.com/hook?a=1',
      expiresAt: '2030-06-01T02:00:00+02:00',
    })

    expect(status).toBe(201)
    expect(body.key).toMatch(/^svc_ak_[0-9a-f]{48}$/)
    expect(body.secret).toMatch(/^svc_sk_[0-9a-f]{48}$/)
    expect(body.key.slice(7)).not.toBe(body.secret.slice(7))
    expect(body.apiKey).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/) as string,
      label: 'Grid bot',
      keyPrefix: body.key.slice(0, 15),
      permissions: ['READ_ONLY', 'TRADE'],
      ipWhitelist: ['203.0.113.9', '2001:db8::1', '10.0.0.0/8'],
      webhookUrl: 'https://example.com/hook?a=1',
      expiresAt: '2030-06-01T00:00:00.000Z',
      createdAt: '2030-01-01T00:00:00.000Z',
      lastUsedAt: null,
      lastUsedIp: null,
    })
  })

  it('takes nulls for absent fields', async () => {
    const { status, body } = await create(newUser(), {
      label: 'bot',
      permissions: ['READ_ONLY'],
      ipWhitelist: null,
      webhookUrl: null,
      expiresAt: null,
    })

    expect(status).toBe(201)
    expect(body.apiKey).toMatchObject({ ipWhitelist: [], webhookUrl: null, expiresAt: null })
  })

  it('takes an expiry beside a null', async () => {
    const terms = { label: 'bot', permissions: ['READ_ONLY'], expiresAt: '2030-06-01T00:00:00Z', webhookUrl: null }
    const { status, body } = await create(newUser(), terms)
    expect([status, body.apiKey.expiresAt]).toEqual([201, '2030-06-01T00:00:00.000Z'])
  })

  const valid = { label: 'bot', permissions: ['READ_ONLY'] }
  const WRONG: readonly [string, Record<string, unknown>, (string | number)[]][] = [
    ['label missing', { label: null }, ['label']],
    ['label empty', { label: '' }, ['label']],
    ['label blank', { label: '   ' }, ['label']],
    ['label too long', { label: 'x'.repeat(101) }, ['label']],
    ['label not text', { label: 7 }, ['label']],
    ['label with a line break', { label: 'a\nb' }, ['label']],
    ['label with NUL', { label: 'a\u0000b' }, ['label']],
    ['label with half a surrogate pair', { label: 'a\ud800' }, ['label']],
    ['permissions missing', { permissions: null }, ['permissions']],
    ['permissions empty', { permissions: [] }, ['permissions']],
    ['permissions unknown', { permissions: ['READ_ONLY', 'ADMIN'] }, ['permissions', 1]],
    ['permissions in lower case', { permissions: ['trade'] }, ['permissions', 0]],
    ['permissions repeated', { permissions: ['TRADE', 'TRADE'] }, ['permissions', 1]],
    ['permissions not a list', { permissions: 'TRADE' }, ['permissions']],
    ['a null among the permissions', { permissions: [null] }, ['permissions', 0]],
    ['address is a host name', { ipWhitelist: ['example.com'] }, ['ipWhitelist', 0]],
    ['address in decimal', { ipWhitelist: ['10.0.0.1', '2130706433'] }, ['ipWhitelist', 1]],
    ['address with a port', { ipWhitelist: ['10.0.0.1:80'] }, ['ipWhitelist', 0]],
    ['address with a zone', { ipWhitelist: ['fe80::1%eth0'] }, ['ipWhitelist', 0]],
    ['prefix too long', { ipWhitelist: ['10.0.0.0/33'] }, ['ipWhitelist', 0]],
    ['too many addresses', { ipWhitelist: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`) }, ['ipWhitelist']],
    ['webhook over http', { webhookUrl: 'http://example.com/' }, ['webhookUrl']],
    ['webhook to loopback', { webhookUrl: 'https://2130706433/' }, ['webhookUrl']],
    ['webhook with user info', { webhookUrl: 'https://me:pw@example.com/' }, ['webhookUrl']],
    ['expiry not a time', { expiresAt: 'tomorrow' }, ['expiresAt']],
    ['expiry on an impossible day', { expiresAt: '2031-02-30T00:00:00Z' }, ['expiresAt']],
    ['expiry in the past', { expiresAt: '2029-12-31T23:59:59Z' }, ['expiresAt']],
    ['expiry now', { expiresAt: '2030-01-01T00:00:00Z' }, ['expiresAt']],
    ['expiry as a number', { expiresAt: 4_102_444_800 }, ['expiresAt']],
    ['an unknown field', { ipwhitelist: ['10.0.0.1'] }, ['ipwhitelist']],
    ['an unknown field that is null', { ipwhitelist: null }, ['ipwhitelist']],
    ['a field only the service may set', { user_id: 'someone' }, ['user_id']],
    ['constructor', { constructor: { prototype: {} } }, ['constructor']],
  ]
  it.each(draw(WRONG, 4, ([what]) => `wrong ${what}`))(
    'refuses %s and names the field',
    async (_case, fields, path) => {
      const { status, body } = await create(newUser(), { ...valid, ...fields })

      const { error, issues } = body as unknown as { error: string; issues: { path: unknown[] }[] }
      expect({ status, error }).toEqual({ status: 400, error: 'invalid_payload' })
      expect(issues.length).toBeGreaterThan(0)
      for (const issue of issues) expect(issue.path).toEqual(path)
    },
  )

  it('names all faults of a body in one response', async () => {
    const { body } = await create(newUser(), { label: '', permissions: ['X'], ipWhitelist: ['x'], more: 1 })
    const { issues } = body as unknown as { issues: { path: unknown[] }[] }

    expect(issues.map(({ path }) => path.join('.')).sort()).toEqual(['ipWhitelist.0', 'label', 'more', 'permissions.0'])
  })

  it.each([
    ['no body', undefined, 'body.required'],
    ['broken JSON', '{"label":', 'body.json'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'body.json'],
    ['a list', '[]', 'body.object'],
    ['null', 'null', 'body.object'],
    ['text', '"x"', 'body.object'],
  ])('refuses %s with one issue', async (_case, rawBody, code) => {
    const { status, body } = await wallet.api.post('/api/api-keys', {
      headers: newUser(),
      ...(rawBody === undefined ? {} : { rawBody }),
    })

    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'invalid_payload', issues: [{ path: [], code }] })
    expect(body['issues']).toHaveLength(1)
  })

  it('allows ten active keys; the eleventh is a conflict until one is revoked', async () => {
    const user = newUser()
    const keys = await Promise.all(Array.from({ length: 10 }, () => createKey(wallet, user)))

    const eleventh = await create(user, valid)
    expect(eleventh.status).toBe(409)
    expect(eleventh.body).toMatchObject({ error: 'conflict', reason: 'active_key_limit' })

    await revoke(user, keys[0]!.apiKey.id)
    expect((await create(user, valid)).status).toBe(201)
    expect((await create(newUser(), valid)).status).toBe(201)
  })

  it('does not count expired keys', async () => {
    const user = newUser()
    const expiresAt = new Date(nowMs + 1_000).toISOString()
    await Promise.all(Array.from({ length: 10 }, () => createKey(wallet, user, { expiresAt })))
    expect((await create(user, valid)).status).toBe(409)

    nowMs += 1_000
    expect((await create(user, valid)).status).toBe(201)
    expect((await list(user)).body).toHaveLength(1)
  })
})

describe('GET /api/api-keys', () => {
  it('lists only the active keys of the user, newest first, without keys or secrets', async () => {
    const user = newUser()
    const first = await createKey(wallet, user, { label: 'first' })
    nowMs += 1
    const second = await createKey(wallet, user, { label: 'second', permissions: ['MANAGE_ORDERS'] })
    const revoked = await createKey(wallet, user, { label: 'revoked' })
    await createKey(wallet, newUser(), { label: 'of someone else' })
    await revoke(user, revoked.apiKey.id)

    const { status, body, text } = await list(user)

    expect(status).toBe(200)
    expect(body).toEqual([second.apiKey, first.apiKey])
    for (const { key, secret } of [first, second, revoked]) {
      expect(text).not.toContain(key)
      expect(text).not.toContain(secret)
    }
  })

  it('is an empty list for a user without keys', async () => {
    expect((await list(newUser())).body).toEqual([])
  })

  it('ignores query parameters and bodies', async () => {
    const response = await wallet.api.get('/api/api-keys?limit=x&__proto__=1', {
      headers: newUser(),
      body: ['ignored'],
    })
    expect(response.status).toBe(200)
  })
})

describe('DELETE /api/api-keys/:id', () => {
  it('revokes once; repeating it gives the first answer again', async () => {
    const user = newUser()
    const { apiKey } = await createKey(wallet, user)
    const revokedAt = new Date(nowMs).toISOString()

    const first = await revoke(user, apiKey.id)
    nowMs += 60_000
    const second = await revoke(user, apiKey.id.toUpperCase())

    expect(first).toMatchObject({ status: 200, body: { id: apiKey.id, revoked: true, revokedAt } })
    expect(second.text).toBe(first.text)
    expect((await list(user)).body).toEqual([])
  })

  it('can revoke an expired key', async () => {
    const user = newUser()
    const { apiKey } = await createKey(wallet, user, { expiresAt: new Date(nowMs + 10).toISOString() })
    nowMs += 10

    expect((await revoke(user, apiKey.id)).status).toBe(200)
  })

  it("answers another user's key exactly like one that does not exist or cannot exist", async () => {
    const owner = newUser()
    const { apiKey } = await createKey(wallet, owner)
    const headers = { ...newUser(), 'x-request-id': 'same' }
    const answers = await Promise.all(
      [apiKey.id, '0190f0a0-0000-7000-8000-000000000000', 'not-a-uuid', `{${apiKey.id}}`, '%20', '1'].map((id) =>
        wallet.api.delete(`/api/api-keys/${encodeURI(decodeURI(id))}`, { headers }),
      ),
    )

    const comparable = answers.map(({ status, text, headers }) => ({ status, text, rest: withoutCounts(headers) }))
    for (const answer of comparable) expect(answer).toEqual(comparable[0])
    expect(comparable[0]!.status).toBe(404)
    expect((await list(owner)).body).toEqual([apiKey])
  })
})

/** The headers but for the date and the counts of the rate limit. */
const withoutCounts = (headers: ApiResponse['headers']) =>
  Object.entries(headers).filter(
    ([name]) => !['date', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].includes(name),
  )

describe('every answer', () => {
  it('echoes a well-formed request id and replaces any other', async () => {
    const echoed = await wallet.api.get('/api/api-keys', { headers: { 'x-request-id': 'Abc-9_' } })
    expect(echoed.headers['x-request-id']).toBe('Abc-9_')
    expect(echoed.body).toMatchObject({ request_id: 'Abc-9_' })

    const replaced = await wallet.api.get('/api/api-keys', { headers: { 'x-request-id': 'no spaces' } })
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('may not be stored', async () => {
    const { headers } = await wallet.api.get('/api/api-keys', { headers: newUser() })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('etag')
    expect(headers).not.toHaveProperty('x-powered-by')
  })
})
