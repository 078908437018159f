import {
  parseWebhookEndpoint,
  parseWebhookEndpointsResponse,
  WEBHOOK_USERS_MAX,
  type WebhookEndpoint,
} from '@ats/contracts'
import { Client } from 'pg'
import {
  asUtf8,
  createKey,
  newUser,
  SERVICE_TOKEN,
  startTestWallet,
  type CreatedKey,
  type TestWallet,
} from './start-test-wallet.js'

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/
const HOOK = 'https://example.com/hook'
const HOUR_MS = 3_600_000

let wallet: TestWallet
let nowMs = Date.parse('2030-01-01T00:00:00.000Z')

beforeAll(async () => {
  wallet = await startTestWallet({ now: () => new Date(nowMs) })
})

afterAll(() => wallet.stop())

type User = ReturnType<typeof newUser>
interface Rotated {
  readonly webhookSecret: string
  readonly previousExpiresAt: string | null
}

const rotate = (headers: User, id: string, { api } = wallet) =>
  api.post<Rotated>(`/api/api-keys/${id}/rotate-webhook-secret`, { headers })
const revoke = (headers: User, id: string) => wallet.api.delete(`/api/api-keys/${id}`, { headers })
const ask = (id: string, { internal } = wallet) =>
  internal.get<WebhookEndpoint>(`/api/internal/webhook-endpoints/${id}`)
const secretsOf = async (id: string) => (await ask(id)).body.secrets

async function endpointsOf(...userIds: readonly string[]): Promise<readonly WebhookEndpoint[]> {
  const requested = userIds.map((userId) => `userId=${encodeURIComponent(userId)}`).join('&')
  const { status, body } = await wallet.internal.get(`/api/internal/webhook-endpoints?${requested}`)
  expect(status).toBe(200)
  const parsed = parseWebhookEndpointsResponse(body)
  if (parsed === undefined) throw new Error('this is no list of endpoints')
  return parsed.endpoints
}

async function query(sql: string, values: readonly unknown[], { databaseUrl } = wallet): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql, [...values])
  } finally {
    await client.end()
  }
}

describe('creating a key', () => {
  it('shows a signing secret of its own when there is a URL', async () => {
    const user = newUser()
    const { apiKey, key, secret, webhookSecret = '' } = await createKey(wallet, user, { webhookUrl: HOOK })
    const other = await createKey(wallet, user, { webhookUrl: HOOK })

    expect(webhookSecret).toMatch(SECRET)
    expect(new Set([key, secret, webhookSecret, other.webhookSecret]).size).toBe(4)
    expect(await secretsOf(apiKey.id)).toEqual([webhookSecret])
  })

  it('shows none when there is no URL', async () => {
    for (const fields of [{}, { webhookUrl: null }])
      expect(await createKey(wallet, newUser(), fields)).not.toHaveProperty('webhookSecret')
  })
})

describe('POST /api/api-keys/:id/rotate-webhook-secret', () => {
  it('lets the old secret sign beside the new one for a day, to the millisecond', async () => {
    const user = newUser()
    const { apiKey, webhookSecret: first } = await createKey(wallet, user, { webhookUrl: HOOK })

    const { status, body } = await rotate(user, apiKey.id.toUpperCase())

    expect(status).toBe(200)
    expect(body.webhookSecret).toMatch(SECRET)
    expect(body.webhookSecret).not.toBe(first)
    expect(body.previousExpiresAt).toBe(new Date(nowMs + 24 * HOUR_MS).toISOString())
    nowMs += 24 * HOUR_MS - 1
    expect(await secretsOf(apiKey.id)).toEqual([body.webhookSecret, first])
    nowMs += 1
    expect(await secretsOf(apiKey.id)).toEqual([body.webhookSecret])
  })

  it('ends the oldest immediately when it is repeated within the grace: never more than two', async () => {
    const user = newUser()
    const { apiKey, webhookSecret: first } = await createKey(wallet, user, { webhookUrl: HOOK })
    const second = (await rotate(user, apiKey.id)).body
    nowMs += HOUR_MS
    const third = (await rotate(user, apiKey.id)).body

    expect(third.previousExpiresAt).toBe(new Date(nowMs + 24 * HOUR_MS).toISOString())
    expect(await secretsOf(apiKey.id)).toEqual([third.webhookSecret, second.webhookSecret])
    expect(await secretsOf(apiKey.id)).not.toContain(first)
  })

  it('starts a grace of its own after the first one is over', async () => {
    const user = newUser()
    const { apiKey } = await createKey(wallet, user, { webhookUrl: HOOK })
    const second = (await rotate(user, apiKey.id)).body
    nowMs += 48 * HOUR_MS
    const third = (await rotate(user, apiKey.id)).body
    expect(await secretsOf(apiKey.id)).toEqual([third.webhookSecret, second.webhookSecret])
  })

  it('leaves nothing to sign beside it where the grace is 0', async () => {
    const abrupt = await startTestWallet({
      databaseUrl: wallet.databaseUrl,
      now: () => new Date(nowMs),
      env: { WEBHOOK_SECRET_GRACE_HOURS: '0' },
    })
    try {
      const user = newUser()
      const { apiKey } = await createKey(abrupt, user, { webhookUrl: HOOK })
      for (let time = 0; time < 2; time++) {
        const { body } = await rotate(user, apiKey.id, abrupt)
        expect(body.previousExpiresAt).toBe(new Date(nowMs).toISOString())
        expect(await secretsOf(apiKey.id)).toEqual([body.webhookSecret])
      }
    } finally {
      await abrupt.stop()
    }
  })

  it('is 409 without a URL, also when there was one', async () => {
    const user = newUser()
    const bare = await createKey(wallet, user)
    const removed = await createKey(wallet, user, { webhookUrl: HOOK })
    await wallet.api.patch(`/api/api-keys/${removed.apiKey.id}`, { headers: user, body: { webhookUrl: null } })

    for (const { apiKey } of [bare, removed])
      expect(await rotate(user, apiKey.id)).toMatchObject({
        status: 409,
        body: { error: 'conflict', reason: 'no_webhook' },
      })
  })

  it('ignores a body', async () => {
    const user = newUser()
    const { apiKey } = await createKey(wallet, user, { webhookUrl: HOOK })
    const path = `/api/api-keys/${apiKey.id}/rotate-webhook-secret`
    expect((await wallet.api.post(path, { headers: user, rawBody: '{"webhookSecret":' })).status).toBe(200)
  })
})

describe('a key from before there were secrets', () => {
  let user: User
  let old: CreatedKey

  beforeEach(async () => {
    user = newUser()
    old = await createKey(wallet, user)
    await query('UPDATE api_keys SET webhook_url = $2 WHERE id = $1', [old.apiKey.id, HOOK])
  })

  it('gets nothing, since nothing can be signed for it', async () => {
    expect(await endpointsOf(user['x-user-id'])).toEqual([])
    expect((await ask(old.apiKey.id)).status).toBe(404)
  })

  it('gets its secret by rotation, with none before it', async () => {
    const { body } = await rotate(user, old.apiKey.id)
    expect(body.previousExpiresAt).toBeNull()
    expect(await secretsOf(old.apiKey.id)).toEqual([body.webhookSecret])
  })

  it('gets its secret when its URL is set, even to the same', async () => {
    const path = `/api/api-keys/${old.apiKey.id}`
    const { body } = await wallet.api.patch(path, { headers: user, body: { webhookUrl: HOOK } })
    expect(await secretsOf(old.apiKey.id)).toEqual([body['webhookSecret']])
  })
})

describe('GET /api/internal/webhook-endpoints', () => {
  it('lists the active keys of the user that have a URL, oldest first', async () => {
    const user = newUser()
    const first = await createKey(wallet, user, { webhookUrl: `${HOOK}/1` })
    nowMs += 1
    const second = await createKey(wallet, user, { webhookUrl: `${HOOK}/2`, expiresAt: '2031-01-01T00:00:00Z' })
    nowMs += 1
    const brief = await createKey(wallet, user, { webhookUrl: HOOK, expiresAt: new Date(nowMs + 1).toISOString() })
    const revoked = await createKey(wallet, user, { webhookUrl: HOOK })
    const bare = await createKey(wallet, user)
    await createKey(wallet, newUser(), { webhookUrl: HOOK })
    const rotated = (await rotate(user, second.apiKey.id)).body
    expect(await endpointsOf(user['x-user-id'])).toHaveLength(4)
    await revoke(user, revoked.apiKey.id)
    nowMs += 1

    const userId = user['x-user-id']
    const expected = [
      {
        userId,
        keyId: first.apiKey.id,
        url: `${HOOK}/1`,
        secrets: [first.webhookSecret],
        createdAt: first.apiKey.createdAt,
      },
      {
        userId,
        keyId: second.apiKey.id,
        url: `${HOOK}/2`,
        secrets: [rotated.webhookSecret, second.webhookSecret],
        createdAt: second.apiKey.createdAt,
      },
    ]
    expect(await endpointsOf(user['x-user-id'])).toEqual(expected)
    for (const endpoint of expected) {
      const { status, body } = await ask(endpoint.keyId)
      expect({ status, body: parseWebhookEndpoint(body) }).toEqual({ status: 200, body: endpoint })
    }
    for (const { apiKey } of [brief, revoked, bare])
      expect(await ask(apiKey.id)).toMatchObject({ status: 404, body: { error: 'not_found', reason: 'no_webhook' } })
  })

  it('tells those of several users apart, as many as may be asked about, whatever their names', async () => {
    const names = Array.from({ length: WEBHOOK_USERS_MAX }, (_, n) => String(n).padStart(2, '0').padEnd(128, '\u4f60'))
    const keys: [string, string][] = []
    for (const name of names.slice(1)) {
      const { apiKey, key, secret } = await createKey(wallet, { 'x-user-id': asUtf8(name) }, { webhookUrl: HOOK })
      const validated = await wallet.internal.post('/api/api-keys/validate', {
        body: { key, secret, ip: '203.0.113.9' },
      })
      keys.push([String(validated.body['userId']), apiKey.id])
    }
    const found = await endpointsOf('nobody', ...keys.map(([userId]) => userId))
    expect(Math.max(...found.map(({ userId }) => userId.length))).toBe(128)
    expect(found.map(({ userId, keyId }) => [userId, keyId])).toEqual(keys)
  })

  it('has nothing for a user without keys, nor for a key that never was', async () => {
    expect(await endpointsOf('nobody')).toEqual([])
    expect(await ask('0190f0a0-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { reason: 'no_webhook' },
    })
  })

  it('gives no such reason for a malformed id, which is a fault of the caller', async () => {
    const { status, body } = await ask('not-a-uuid')
    expect(status).toBe(404)
    expect(body).not.toHaveProperty('reason')
  })

  it.each(['Zo\u00eb', '\u00c3\u0084rzte', '\u4f60\u597d', 'a\tb', "a' OR ''='", '%', '&userId=x', 'x'.repeat(128)])(
    'finds the keys of %j by the name that validation gives the user, whatever its characters',
    async (name) => {
      const { apiKey, key, secret } = await createKey(wallet, { 'x-user-id': asUtf8(name) }, { webhookUrl: HOOK })
      const body = { key, secret, ip: '203.0.113.9' }
      const validated = await wallet.internal.post('/api/api-keys/validate', { body })
      expect((await endpointsOf(String(validated.body['userId']))).map(({ keyId }) => keyId)).toEqual([apiKey.id])
    },
  )

  const tooMany = Array.from({ length: 17 }, (_, n) => `userId=${n}`).join('&')

  it.each([
    '',
    '?userId=',
    `?userId=${'x'.repeat(129)}`,
    '?userId=a&userId=',
    `?${tooMany}`,
    '?userId=%00',
    '?user_id=a',
  ])('refuses "%s"', async (requested) => {
    const { status, body } = await wallet.internal.get(`/api/internal/webhook-endpoints${requested}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ issues: [{ path: expect.arrayContaining(['userId']) as unknown }] })
  })

  it('refuses every caller without the token of a service', async () => {
    const user = newUser()
    const { apiKey } = await createKey(wallet, user, { webhookUrl: HOOK })
    for (const path of [`?userId=${user['x-user-id']}`, `/${apiKey.id}`])
      for (const authorization of ['', 'Bearer wrong', 'Basic x'])
        expect(
          await wallet.internal.get(`/api/internal/webhook-endpoints${path}`, { headers: { ...user, authorization } }),
        ).toMatchObject({ status: 401 })
  })

  it.each(['test', 'development'])('is not on the public listener, not even in %s', async (NODE_ENV) => {
    const open = await startTestWallet({ databaseUrl: wallet.databaseUrl, env: { NODE_ENV } })
    try {
      const { apiKey } = await createKey(open, newUser(), { webhookUrl: HOOK })
      const headers = { ...newUser(), authorization: `Bearer ${SERVICE_TOKEN}` }
      for (const path of ['?userId=x', `/${apiKey.id}`, ''])
        expect((await open.api.get(`/api/internal/webhook-endpoints${path}`, { headers })).status).toBe(404)
      expect((await ask(apiKey.id, open)).status).toBe(200)
    } finally {
      await open.stop()
    }
  })

  it('fails loudly when a secret cannot be read: swapped with another key, or its encryption key removed', async () => {
    const user = newUser()
    const mine = await createKey(wallet, user, { webhookUrl: HOOK })
    const theirs = await createKey(wallet, newUser(), { webhookUrl: HOOK })
    await query(
      `UPDATE webhook_secrets mine SET nonce = theirs.nonce, ciphertext = theirs.ciphertext
         FROM webhook_secrets theirs WHERE mine.api_key_id = $1 AND theirs.api_key_id = $2`,
      [mine.apiKey.id, theirs.apiKey.id],
    )
    const answers = [await ask(mine.apiKey.id)]
    await query(`UPDATE webhook_secrets SET encryption_key_id = 'gone' WHERE api_key_id = $1`, [theirs.apiKey.id])
    answers.push(await ask(theirs.apiKey.id))

    for (const { status, text } of answers) {
      expect(status).toBe(500)
      expect(text).not.toContain('gone')
    }
    expect(wallet.logs.text()).toContain(mine.apiKey.id)
    expect(wallet.logs.text()).toContain('WEBHOOK_SECRET_KEYS lacks the key')
  })
})
