import { Client } from 'pg'
import {
  createKey,
  newUser,
  SERVICE_TOKEN,
  startTestWallet,
  type CreatedKey,
  type TestWallet,
} from './start-test-wallet.js'

let wallet: TestWallet
let database: Client
let nowMs = Date.parse('2030-01-01T00:00:00.000Z')

beforeAll(async () => {
  wallet = await startTestWallet({ now: () => new Date(nowMs), env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
  database = new Client({ connectionString: wallet.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await wallet.stop()
})
/** Every test has a day of its own. */
beforeEach(() => (nowMs += 86_400_000))

interface Entry {
  readonly id: string
  readonly kind: string
  readonly at: string
  readonly lastAt: string
  readonly keyId: string | null
  readonly keyPrefix: string | null
  readonly userId: string | null
  readonly ip: string | null
  readonly reason: string | null
  readonly count: number
}

const iso = (ms: number) => new Date(ms).toISOString()
const read = async (query = `?from=${iso(nowMs - 3_600_000)}`) =>
  (await wallet.internal.get<readonly Entry[]>(`/api/internal/audit${query}`)).body
/** Refusals are written within about a second; jest's own time-out is the limit. */
async function readWith(isThere: (entries: readonly Entry[]) => boolean): Promise<readonly Entry[]> {
  for (;;) {
    const entries = await read()
    if (isThere(entries)) return entries
    await pause()
  }
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 25))
const validate = ({ key, secret }: Pick<CreatedKey, 'key' | 'secret'>, ip = '203.0.113.9', scope?: string) =>
  wallet.internal.post('/api/api-keys/validate', { body: { key, secret, ip, scope } })
const revoke = (user: { 'x-user-id': string }, id: string, ip = '198.51.100.2') =>
  wallet.api.delete(`/api/api-keys/${id}`, { headers: { ...user, 'x-forwarded-for': ip } })

describe('what happens to keys', () => {
  it('gets one entry each: who, which key, when and from where', async () => {
    const user = newUser()
    const { apiKey } = await createKey({ ...wallet, api: wallet.api.with({ 'x-forwarded-for': '198.51.100.1' }) }, user)
    nowMs += 1_000
    await Promise.all([revoke(user, apiKey.id), revoke(user, apiKey.id), revoke(user, apiKey.id)])
    nowMs += 1_000
    await revoke(user, apiKey.id)

    const key = { keyId: apiKey.id, keyPrefix: apiKey.keyPrefix, userId: user['x-user-id'], reason: null, count: 1 }
    expect(await read()).toMatchObject([
      { kind: 'key.revoked', ip: '198.51.100.2', at: iso(nowMs - 1_000), lastAt: iso(nowMs - 1_000), ...key },
      { kind: 'key.created', ip: '198.51.100.1', at: iso(nowMs - 2_000), lastAt: iso(nowMs - 2_000), ...key },
    ])
  })

  it('tells of changes and of new signing secrets too, and of none that was refused or changed nothing', async () => {
    const user = newUser()
    const headers = { ...user, 'x-forwarded-for': '198.51.100.3' }
    const { apiKey } = await createKey(wallet, user)
    const patch = (body: object, sender = headers) =>
      wallet.api.patch(`/api/api-keys/${apiKey.id.toUpperCase()}`, { headers: sender, body })
    const rotate = () => wallet.api.post(`/api/api-keys/${apiKey.id}/rotate-webhook-secret`, { headers })
    nowMs += 1_000
    expect((await rotate()).status).toBe(409)
    expect((await patch({ label: apiKey.label })).status).toBe(200)
    expect((await patch({ label: '' })).status).toBe(400)
    expect((await patch({ label: 'x' }, { ...newUser(), 'x-forwarded-for': '198.51.100.3' })).status).toBe(404)
    expect((await patch({ label: 'x', webhookUrl: 'https://example.com/' })).status).toBe(200)
    nowMs += 1_000
    expect((await rotate()).status).toBe(200)

    const key = { keyId: apiKey.id, keyPrefix: apiKey.keyPrefix, userId: user['x-user-id'], reason: null, count: 1 }
    expect(await read()).toMatchObject([
      { kind: 'key.webhook_secret_rotated', ip: '198.51.100.3', at: iso(nowMs), ...key },
      { kind: 'key.updated', ip: '198.51.100.3', at: iso(nowMs - 1_000), ...key },
      { kind: 'key.created', at: iso(nowMs - 2_000), ...key },
    ])
  })

  it('has no entry for what did not happen', async () => {
    const user = newUser()
    for (let count = 0; count < 10; count++) await createKey(wallet, user)
    await wallet.api.post('/api/api-keys', { headers: user, body: { label: 'l', permissions: ['TRADE'] } })
    await wallet.api.post('/api/api-keys', { headers: user, body: { label: 'l' } })
    await revoke(newUser(), '0190f0a0-0000-7000-8000-000000000000')
    expect(await read()).toHaveLength(10)
  })

  it('does not happen when its entry cannot be written', async () => {
    const user = newUser()
    const created = await createKey(wallet, user)
    await database.query('ALTER TABLE audit RENAME TO hidden')
    try {
      expect((await revoke(user, created.apiKey.id)).status).toBe(500)
      const change = { headers: user, body: { webhookUrl: 'https://example.com/' } }
      expect((await wallet.api.patch(`/api/api-keys/${created.apiKey.id}`, change)).status).toBe(500)
      const body = { label: 'l', permissions: ['TRADE'] }
      expect((await wallet.api.post('/api/api-keys', { headers: user, body })).status).toBe(500)
      expect((await fetch(`${wallet.url}/readyz`)).status).toBe(503)
    } finally {
      await database.query('ALTER TABLE hidden RENAME TO audit')
    }
    expect((await validate(created)).body).toMatchObject({ valid: true })
    expect((await wallet.api.get('/api/api-keys', { headers: user })).body).toMatchObject([{ webhookUrl: null }])
  })

  it.each([
    ['changed', `UPDATE audit SET user_id = 'another user' WHERE kind = 'key.created'`],
    [
      'turned into a refusal',
      `UPDATE audit SET kind = 'validation.refused', reason = 'revoked' WHERE kind = 'key.created'`,
    ],
    ['removed', `DELETE FROM audit WHERE kind = 'key.revoked'`],
    ['removed with all the rest', 'TRUNCATE audit'],
  ])('cannot be %s', async (_what, statement) => {
    const user = newUser()
    const { apiKey } = await createKey(wallet, user)
    await revoke(user, apiKey.id)
    const before = await read()
    await expect(database.query(statement)).rejects.toThrow('never changed or removed')
    expect(await read()).toEqual(before)
  })
})

describe('refused validations', () => {
  it('are entered with their reason, and the key where it exists', async () => {
    const user = newUser()
    const [mine, revoked] = [await createKey(wallet, user), await createKey(wallet, user)]
    const listed = await createKey(wallet, user, { ipWhitelist: ['10.0.0.1'] })
    const expired = await createKey(wallet, user, { expiresAt: iso(nowMs + 1_000) })
    await revoke(user, revoked.apiKey.id)
    nowMs += 1_000
    const unknown = { key: `svc_ak_${'0'.repeat(48)}`, secret: mine.secret }
    await validate(unknown)
    await validate({ key: mine.key, secret: revoked.secret })
    await validate(revoked)
    await validate(expired)
    await validate(listed)
    await validate(mine, undefined, 'TRADE')
    await validate(mine)

    const entries = await readWith((all) => all.filter(({ reason }) => reason !== null).length === 6)
    const refused = entries.filter(({ kind }) => kind === 'validation.refused')
    const about = ({ apiKey: { id, keyPrefix } }: CreatedKey) => [id, keyPrefix, user['x-user-id']]
    expect(
      new Map(refused.map(({ reason, keyId, keyPrefix, userId }) => [reason, [keyId, keyPrefix, userId]])),
    ).toEqual(
      new Map<string, unknown>([
        ['unknown_key', [null, null, null]],
        ['wrong_secret', about(mine)],
        ['revoked', about(revoked)],
        ['expired', about(expired)],
        ['ip_not_allowed', about(listed)],
        ['scope_missing', about(mine)],
      ]),
    )
    for (const entry of refused) expect(entry).toMatchObject({ ip: '203.0.113.9', count: 1, at: iso(nowMs) })
    const text = JSON.stringify(entries)
    for (const { key, secret } of [mine, revoked, listed, expired, unknown]) {
      for (const hidden of [key, secret, key.slice(15), secret.slice(7)]) expect(text).not.toContain(hidden)
    }
  })

  it('are counted, and still counted when they go on', async () => {
    const mine = await createKey(wallet, newUser())
    const wrong = { key: mine.key, secret: 'wrong' }
    const countOf = (entries: readonly Entry[]) => entries.find(({ reason }) => reason === 'wrong_secret')?.count
    await Promise.all(Array.from({ length: 30 }, () => validate(wrong)))
    expect(countOf(await readWith((all) => countOf(all) === 30))).toBe(30)
    nowMs += 5_000
    await validate(wrong)
    const entries = await readWith((all) => countOf(all) === 31)
    expect(entries.filter(({ reason }) => reason === 'wrong_secret')).toMatchObject([
      { count: 31, at: iso(nowMs - 5_000), lastAt: iso(nowMs) },
    ])
  })

  it('are answered while the audit cannot be written, and written once it can', async () => {
    const mine = await createKey(wallet, newUser())
    await database.query('ALTER TABLE audit RENAME TO hidden')
    try {
      for (let count = 0; count < 5; count++) {
        expect((await validate({ key: mine.key, secret: 'wrong' })).body).toMatchObject({ status: 401 })
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    } finally {
      await database.query('ALTER TABLE hidden RENAME TO audit')
    }
    const entries = await readWith((all) => all.some(({ count }) => count === 5))
    expect(entries).toMatchObject([{ reason: 'wrong_secret', count: 5 }, { kind: 'key.created' }])
  })

  it('are removed after so many days; what happened to keys stays', async () => {
    const keep = await startTestWallet({
      databaseUrl: wallet.databaseUrl,
      env: { AUDIT_REFUSALS_DAYS: '1' },
      now: () => new Date(nowMs),
    })
    try {
      const mine = await createKey(wallet, newUser())
      await validate({ key: mine.key, secret: 'wrong' })
      await readWith((all) => all.length === 2)
      const since = `?from=${iso(nowMs)}`
      nowMs += 86_400_001
      while ((await read(since)).length > 1) await pause()
      expect(await read(since)).toMatchObject([{ kind: 'key.created' }])
    } finally {
      await keep.stop()
    }
  })
})

describe('GET /api/internal/audit', () => {
  it('is for services, on the internal listener alone', async () => {
    const path = '/api/internal/audit'
    expect((await wallet.internal.get(path)).status).toBe(200)
    expect((await wallet.internal.get(path, { headers: { authorization: undefined } })).status).toBe(401)
    expect((await wallet.internal.get(path, { headers: { authorization: 'Bearer x' } })).status).toBe(401)
    const authorization = `Bearer ${SERVICE_TOKEN}`
    expect((await wallet.api.get(path, { headers: { authorization, ...newUser() } })).status).toBe(404)
  })

  it('gives a window, both ends included, newest first, and no more than asked for', async () => {
    const user = newUser()
    for (let second = 0; second < 4; second++) {
      await createKey(wallet, user)
      nowMs += 1_000
    }
    const at = (second: number) => iso(nowMs - 4_000 + second * 1_000)
    const timesOf = async (query: string) => (await read(query)).map((entry) => entry.at)
    expect(await timesOf(`?from=${at(1)}&to=${at(2)}`)).toEqual([at(2), at(1)])
    expect(await timesOf(`?from=${at(0)}&limit=2`)).toEqual([at(3), at(2)])
    expect(await timesOf(`?to=${at(3)}&limit=1`)).toEqual([at(3)])
  })

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'from=yesterday',
    'to=2030-02-30T00:00:00Z',
    'from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z',
  ])('400 for %s', async (query) => {
    const answer = await wallet.internal.get(`/api/internal/audit?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_payload' } })
  })

  it('says so when it gives fewer than were asked for', async () => {
    const { headers } = await wallet.internal.get('/api/internal/audit?limit=501')
    expect(headers['x-limit-applied']).toBe('500')
  })
})
