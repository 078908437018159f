import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOOK_FIELDS, HOOK_LEG_FIELDS, HOOK_TRAIL_FIELDS, type ResolveHookResponse } from '@ats/contracts'
import { describeWithRedis } from '@ats/test-kit'
import { newUser, startTestWallet, type TestWallet } from './start-test-wallet.js'

const START_MS = Date.parse('2030-01-01T00:00:00.000Z')
const HOUR_MS = 3_600_000
const IP = '203.0.113.9'

let wallet: TestWallet
let nowMs = START_MS
beforeAll(async () => {
  wallet = await startTestWallet({ now: () => new Date(nowMs) })
})
beforeEach(() => void (nowMs = START_MS))
afterAll(() => wallet.stop())

type User = ReturnType<typeof newUser>
interface Created {
  readonly hook: { readonly id: string; readonly tokenPrefix: string; readonly accountId: string }
  readonly token: string
  readonly previousExpiresAt?: string | null
}

const WANTED = { accountId: randomUUID(), label: 'Breakout', maxQuantity: '0.50' }

async function create(headers: User, fields: object = {}, { api } = wallet): Promise<Created> {
  const response = await api.post<Created>('/api/hooks', { headers, body: { ...WANTED, ...fields } })
  if (response.status !== 201) throw new Error(response.text)
  return response.body
}
async function resolve(token: string, { internal } = wallet): Promise<ResolveHookResponse> {
  const tokenHash = createHash('sha256').update(token).digest('hex')
  const { status, body } = await internal.post<ResolveHookResponse>('/api/internal/hooks/resolve', {
    body: { tokenHash, ip: IP },
  })
  expect(status).toBe(200)
  return body
}
const isFound = async (token: string) => (await resolve(token)).found
const kindsOf = async (headers: User) => {
  const { body } = await wallet.api.get<{ kind: string; keyPrefix: string }[]>('/api/api-keys/activity', { headers })
  return body.map(({ kind }) => kind)
}

it('is found by its token, which is shown once and kept nowhere', async () => {
  const user = newUser()
  const { hook, token } = await create(user, {
    symbols: ['BTC-USD', 'BTC-USD'],
    actions: ['flat', 'position'],
    ipList: ['tradingview', '10.0.0.1'],
    template: {
      position: '{{strategy.position_size}}',
      symbol: 'BTC-USD',
      stop_loss: { trail: { offset: '{{atr}}' } },
    },
  })
  expect(token).toMatch(/^svc_hk_[0-9a-f]{64}$/)
  expect(hook).toMatchObject({
    tokenPrefix: token.slice(0, 15),
    symbols: ['BTC-USD'],
    actions: ['position', 'flat'],
    maxQuantity: '0.5',
    maxOrdersPerMinute: 10,
    ipList: ['tradingview', '10.0.0.1'],
  })
  expect(await resolve(token)).toEqual({
    found: true,
    hookId: hook.id,
    userId: user['x-user-id'],
    accountId: WANTED.accountId,
    symbols: ['BTC-USD'],
    actions: ['position', 'flat'],
    maxQuantity: '0.5',
    maxOrdersPerMinute: 10,
    ipWhitelist: ['52.89.214.238', '34.212.75.30', '54.218.53.128', '52.32.178.7', '10.0.0.1'],
    template: {
      position: '{{strategy.position_size}}',
      symbol: 'BTC-USD',
      stop_loss: { trail: { offset: '{{atr}}' } },
    },
    expiresAt: null,
  })
  const { rows } = await wallet.pool.query<{ text: string }>('select h::text as text from hooks h')
  expect(rows.some(({ text }) => text.includes(token.slice(15)))).toBe(false)
  const listed = await wallet.api.get('/api/hooks', { headers: user })
  expect(listed.text).not.toContain(token)
})

it('is changed, rotated and revoked by its user alone, each in the audit', async () => {
  const user = newUser()
  const { hook, token } = await create(user)
  const path = `/api/hooks/${hook.id}`
  const stranger = newUser()
  expect((await wallet.api.patch(path, { headers: stranger, body: { label: 'x' } })).status).toBe(404)
  expect((await wallet.api.post(`${path}/rotate`, { headers: stranger })).status).toBe(404)
  expect((await wallet.api.delete(path, { headers: stranger })).status).toBe(404)

  const patched = await wallet.api.patch(path, { headers: user, body: { maxQuantity: '2', actions: ['flat'] } })
  expect(patched.body).toMatchObject({ maxQuantity: '2', actions: ['flat'], label: 'Breakout' })
  expect(await resolve(token)).toMatchObject({ maxQuantity: '2', actions: ['flat'] })

  const ending = await wallet.api.patch(path, { headers: user, body: { expiresAt: '2030-03-01' } })
  expect(ending.body).toMatchObject({ expiresAt: '2030-03-01T23:59:59.999Z', maxQuantity: '2' })
  expect(await resolve(token)).toMatchObject({ expiresAt: '2030-03-01T23:59:59.999Z' })
  const over = await wallet.api.patch(path, { headers: user, body: { expiresAt: '2029-12-31' } })
  expect([over.status, over.text]).toEqual([400, expect.stringContaining('expiresAt must be in the future') as string])
  const endless = await wallet.api.patch(path, { headers: user, body: { expiresAt: null } })
  expect(endless.body).toMatchObject({ expiresAt: null, maxQuantity: '2' })

  const { body: rotated } = await wallet.api.post<Created>(`${path}/rotate`, {
    headers: user,
    body: { overlapHours: 2 },
  })
  expect(rotated.previousExpiresAt).toBe('2030-01-01T02:00:00.000Z')
  expect([await isFound(token), await isFound(rotated.token)]).toEqual([true, true])
  nowMs += 2 * HOUR_MS
  expect([await isFound(token), await isFound(rotated.token)]).toEqual([false, true])

  const revoked = await wallet.api.delete(path, { headers: user })
  expect(revoked.body).toEqual({ id: hook.id, revoked: true, revokedAt: '2030-01-01T02:00:00.000Z' })
  expect((await wallet.api.delete(path, { headers: user })).body).toEqual(revoked.body)
  expect(await isFound(rotated.token)).toBe(false)
  expect((await wallet.api.patch(path, { headers: user, body: { label: 'x' } })).status).toBe(404)
  expect((await kindsOf(user)).filter((kind) => kind.startsWith('hook.'))).toEqual([
    'hook.revoked',
    'hook.rotated',
    'hook.updated',
    'hook.updated',
    'hook.updated',
    'hook.created',
  ])
})

it('there are at most ten of a user, also when they are made together; one that has ended is none', async () => {
  const user = newUser()
  const ending = '2030-01-01T01:00:00.000Z'
  const made = await Promise.all(
    Array.from({ length: 15 }, () =>
      wallet.api.post('/api/hooks', { headers: user, body: { ...WANTED, expiresAt: ending } }),
    ),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ reason: 'active_hook_limit' })
  nowMs += HOUR_MS
  expect((await wallet.api.get('/api/hooks', { headers: user })).body).toEqual([])
  await create(user)
})

const quotes = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '"'.repeat(200)]))

it.each<[string, object, string[]]>([
  ['no quantity at all', { maxQuantity: '0.000' }, ['maxQuantity']],
  ['a quantity that is none', { maxQuantity: 'NaN' }, ['maxQuantity']],
  ['a quantity with an exponent', { maxQuantity: '1e3' }, ['maxQuantity']],
  ['a number in the place of text', { maxQuantity: 1 }, ['maxQuantity']],
  ['an open brace', { template: { action: 'buy {{now' } }, ['template', 'action']],
  ['a name that reaches for prototypes is a name', { template: { action: '{{a b}}' } }, ['template', 'action']],
  ['an unknown field of the template', { template: { leverage: '5' } }, ['template', 'leverage']],
  ['a long text', { template: { symbol: 'x'.repeat(201) } }, ['template', 'symbol']],
  [
    'a trail of a target',
    { template: { take_profit: { trail: { offset: '1' } } } },
    ['template', 'take_profit', 'trail'],
  ],
  ['an open brace in a stop', { template: { stop_loss: { offset: '{{a' } } }, ['template', 'stop_loss', 'offset']],
  ['a stop that says nothing', { template: { stop_loss: {} } }, ['template', 'stop_loss']],
  [
    'more text than can be kept, as it is written',
    {
      template: {
        ...quotes(HOOK_FIELDS),
        stop_loss: { ...quotes(HOOK_LEG_FIELDS), trail: quotes(HOOK_TRAIL_FIELDS) },
        take_profit: quotes(HOOK_LEG_FIELDS),
      },
    },
    ['template'],
  ],
  ['an address that is none', { ipList: ['tradingview.com'] }, ['ipList', '0']],
  ['an action twice', { actions: ['buy', 'buy'] }, ['actions', '1']],
  ['no action', { actions: [] }, ['actions']],
  ['too many orders', { maxOrdersPerMinute: 61 }, ['maxOrdersPerMinute']],
  ['an account that is no uuid', { accountId: 'mine' }, ['accountId']],
])('%s is refused', async (_case, fields, path) => {
  const { status, body } = await wallet.api.post<{ issues: { path: (string | number)[] }[] }>('/api/hooks', {
    headers: newUser(),
    body: { ...WANTED, ...fields },
  })
  expect([status, body.issues.map((issue) => issue.path.map(String))[0]]).toEqual([400, path])
})

describeWithRedis('with a cache', (redisUrl) => {
  it('engines may keep it, and a change has left the cache when it is answered', async () => {
    const cached = await startTestWallet({ env: { REDIS_URL: redisUrl }, databaseUrl: wallet.databaseUrl })
    try {
      const metrics = async () => (await cached.internal.get('/metrics')).text
      while (!/^redis_up\{.*\} 1$/m.test(await metrics())) await sleep(25)
      const user = newUser()
      const { hook, token } = await create(user, {}, cached)
      expect(await resolve(token, cached)).toMatchObject({ found: true, cacheable: true })
      await cached.api.patch(`/api/hooks/${hook.id}`, { headers: user, body: { maxQuantity: '1' } })
      expect(await metrics()).toMatch(/key_revocations_total\{[^}]*method="deleted"[^}]*\} 1\b/)
      await cached.api.delete(`/api/hooks/${hook.id}`, { headers: user })
      expect(await metrics()).toMatch(/key_revocations_total\{[^}]*method="deleted"[^}]*\} 2\b/)
    } finally {
      await cached.stop()
    }
  })
})
