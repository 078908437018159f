import { setTimeout as sleep } from 'node:timers/promises'
import type { ValidateKeyResponse } from '@ats/contracts'
import { describeWithRedis } from '@ats/test-kit'
import { createKey, newUser, startTestWallet, type CreatedKey, type TestWallet } from './start-test-wallet.js'

const START_MS = Date.parse('2030-01-01T00:00:00.000Z')
const HOUR_MS = 3_600_000

let wallet: TestWallet
let nowMs = START_MS
beforeAll(async () => {
  wallet = await startTestWallet({ now: () => new Date(nowMs) })
})
beforeEach(() => void (nowMs = START_MS))
afterAll(() => wallet.stop())

type User = ReturnType<typeof newUser>
type Pair = Pick<CreatedKey, 'key' | 'secret'>
interface Rotated extends CreatedKey {
  readonly previousExpiresAt: string | null
}

const rotate = (headers: User, id: string, body?: object) =>
  wallet.api.post<Rotated>(`/api/api-keys/${id}/rotate`, body === undefined ? { headers } : { headers, body })
const validate = async ({ key, secret }: Pair, { internal } = wallet): Promise<ValidateKeyResponse> =>
  (
    await internal.post<ValidateKeyResponse>('/api/api-keys/validate', {
      body: { key, secret, ip: '203.0.113.9', scope: 'READ_ONLY' },
    })
  ).body
const isValid = async (pair: Pair) => (await validate(pair)).valid
async function list(headers: User): Promise<readonly CreatedKey['apiKey'][]> {
  const { status, body } = await wallet.api.get<CreatedKey['apiKey'][]>('/api/api-keys', { headers })
  expect(status).toBe(200)
  return body
}

it('a key gets a new pair under its id; both pairs are valid for the overlap, then the new one', async () => {
  const user = newUser()
  const first = await createKey(wallet, user, { ipWhitelist: ['203.0.113.0/24'] })
  const { status, body: second } = await rotate(user, first.apiKey.id, { overlapHours: 2 })
  expect([status, second.previousExpiresAt]).toEqual([200, '2030-01-01T02:00:00.000Z'])
  expect(second.apiKey).toEqual({ ...first.apiKey, keyPrefix: second.key.slice(0, 15) })
  expect(await list(user)).toEqual([second.apiKey])
  const [old, fresh] = [await validate(first), await validate(second)]
  expect(fresh).toMatchObject({ valid: true, keyId: first.apiKey.id, expiresAt: null })
  expect(old).toEqual({ ...fresh, expiresAt: second.previousExpiresAt })

  nowMs = START_MS + 2 * HOUR_MS
  expect([await isValid(first), await isValid(second)]).toEqual([false, true])
})

it('without a body the overlap is a day; 0 ends the pair before it immediately', async () => {
  const user = newUser()
  const first = await createKey(wallet, user)
  const { body: second } = await rotate(user, first.apiKey.id)
  expect(second.previousExpiresAt).toBe('2030-01-02T00:00:00.000Z')
  const { body: third } = await rotate(user, first.apiKey.id, { overlapHours: 0 })
  expect(third.previousExpiresAt).toBeNull()
  expect(await Promise.all([first, second, third].map(isValid))).toEqual([true, false, true])
})

it('when it is repeated because the answer was lost, the pair in use stays valid, and no older one', async () => {
  const user = newUser()
  const inUse = await createKey(wallet, user)
  const pairs: Pair[] = [inUse]
  for (let count = 0; count < 2; count++) {
    nowMs += 1_000
    pairs.push((await rotate(user, inUse.apiKey.id)).body)
  }
  expect(await Promise.all(pairs.map(isValid))).toEqual([true, true, true])
  nowMs += 1_000
  pairs.push((await rotate(user, inUse.apiKey.id)).body)
  expect(await Promise.all(pairs.map(isValid))).toEqual([false, true, true, true])
})

it('the key of one pair with the secret of the other is refused', async () => {
  const user = newUser()
  const first = await createKey(wallet, user)
  const { body: second } = await rotate(user, first.apiKey.id)
  expect(await isValid({ key: first.key, secret: second.secret })).toBe(false)
  expect(await isValid({ key: second.key, secret: first.secret })).toBe(false)
})

it('revoking the key ends all of its pairs, and a revoked or expired key is not rotated', async () => {
  const user = newUser()
  const first = await createKey(wallet, user, { expiresAt: '2030-01-01T01:00:00Z' })
  const { body: second } = await rotate(user, first.apiKey.id)
  expect(await validate(first)).toMatchObject({ valid: true, expiresAt: '2030-01-01T01:00:00.000Z' })
  nowMs = START_MS + HOUR_MS
  expect((await rotate(user, first.apiKey.id)).status).toBe(404)
  nowMs = START_MS
  await wallet.api.delete(`/api/api-keys/${first.apiKey.id}`, { headers: user })
  expect(await Promise.all([first, second].map(isValid))).toEqual([false, false])
  expect((await rotate(user, first.apiKey.id)).status).toBe(404)
  expect((await rotate(newUser(), first.apiKey.id)).status).toBe(404)
})

it('a full set of ten keys can be rotated', async () => {
  const user = newUser()
  const keys: CreatedKey[] = []
  for (let count = 0; count < 10; count++) keys.push(await createKey(wallet, user))
  for (const { apiKey } of keys) expect((await rotate(user, apiKey.id)).status).toBe(200)
  expect(await list(user)).toHaveLength(10)
})

it('many rotations at the same time leave one new pair each, and three valid ones in all', async () => {
  const user = newUser()
  const first = await createKey(wallet, user)
  const rotated = await Promise.all(Array.from({ length: 5 }, () => rotate(user, first.apiKey.id)))
  const pairs = [first, ...rotated.map(({ body }) => body)]
  const valid = (await Promise.all(pairs.map(isValid))).filter((is) => is)
  expect(valid).toHaveLength(3)
  const [{ keyPrefix } = first.apiKey] = await list(user)
  expect(pairs.filter(({ key }) => key.startsWith(keyPrefix))).toHaveLength(1)
})

it.each([-1, 168.1, '24', true])('an overlap of %j hours is refused', async (overlapHours) => {
  const user = newUser()
  const { apiKey, ...pair } = await createKey(wallet, user)
  expect((await rotate(user, apiKey.id, { overlapHours })).status).toBe(400)
  expect(await isValid(pair)).toBe(true)
})

it('users read what happened to their keys, and nothing of others', async () => {
  const user = newUser()
  const first = await createKey(wallet, user)
  await createKey(wallet, newUser())
  nowMs += 1
  await rotate(user, first.apiKey.id)
  const { body } = await wallet.api.get<object[]>('/api/api-keys/activity', { headers: user })
  expect(body).toMatchObject([
    { kind: 'key.rotated', keyId: first.apiKey.id, userId: user['x-user-id'], count: 1 },
    { kind: 'key.created', keyId: first.apiKey.id, keyPrefix: first.apiKey.keyPrefix },
  ])
  const capped = await wallet.api.get<object[]>('/api/api-keys/activity?limit=501', { headers: user })
  expect([capped.headers['x-limit-applied'], capped.body.length]).toEqual(['500', 2])
})

it('the address of the last use is listed', async () => {
  const user = newUser()
  const first = await createKey(wallet, user)
  await validate(first)
  const lastIp = async () => (await list(user))[0]?.lastUsedIp
  // A user may ask 300 times a minute.
  while ((await lastIp()) === null) await sleep(250)
  expect(await lastIp()).toBe('203.0.113.9')
})

const metricsOf = async ({ internalUrl }: TestWallet) => (await fetch(`${internalUrl}/metrics`)).text()

describeWithRedis('with a cache of keys', (redisUrl) => {
  it('a pair that was ended has left it when the rotation answers', async () => {
    const cached = await startTestWallet({ env: { REDIS_URL: redisUrl }, databaseUrl: wallet.databaseUrl })
    try {
      const user = newUser()
      const first = await createKey(cached, user)
      while (!/^redis_up\{.*\} 1$/m.test(await metricsOf(cached))) await sleep(25)
      expect(await validate(first, cached)).toMatchObject({ valid: true, cacheable: true })
      const path = `/api/api-keys/${first.apiKey.id}/rotate`
      await cached.api.post(path, { headers: user, body: { overlapHours: 0 } })
      expect(await metricsOf(cached)).toMatch(/key_revocations_total\{[^}]*method="deleted"[^}]*\} 1\b/)
      expect(await validate(first, cached)).toMatchObject({ valid: false })
    } finally {
      await cached.stop()
    }
  })
})
