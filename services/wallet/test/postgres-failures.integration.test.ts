import { startFaultProxy, type ApiResponse, type FaultMode, type FaultProxy } from '@ats/test-kit'
import { Client } from 'pg'
import { createKey, newUser, startTestWallet, type CreatedKey, type TestWallet } from './start-test-wallet.js'

let direct: TestWallet
let wallet: TestWallet
let proxy: FaultProxy
const user = newUser()
let known: CreatedKey

beforeAll(async () => {
  direct = await startTestWallet()
  known = await createKey(direct, user, { webhookUrl: 'https://example.com/' })
  const database = new URL(direct.databaseUrl)
  proxy = await startFaultProxy({ targetPort: Number(database.port) })
  database.port = String(proxy.port)
  // Changes of one user are asked for in every outage, and after it as often as it takes.
  const env = { KEY_CHANGES_PER_HOUR: '10000', REQUESTS_PER_MINUTE_PER_USER: '10000' }
  wallet = await startTestWallet({ databaseUrl: database.href, timeoutFactor: 1, env })
})

afterAll(async () => {
  await proxy.mode('forward')
  await wallet.stop()
  await proxy.close()
  await direct.stop()
})

const OPERATIONS = {
  list: () => wallet.api.get('/api/api-keys', { headers: user }),
  create: () => wallet.api.post('/api/api-keys', { headers: newUser(), body: { label: 'l', permissions: ['TRADE'] } }),
  createWithWebhook: () =>
    wallet.api.post('/api/api-keys', {
      headers: newUser(),
      body: { label: 'l', permissions: ['TRADE'], webhookUrl: 'https://example.com/' },
    }),
  update: () => wallet.api.patch(`/api/api-keys/${known.apiKey.id}`, { headers: user, body: { label: 'l' } }),
  rotate: () => wallet.api.post(`/api/api-keys/${known.apiKey.id}/rotate-webhook-secret`, { headers: user }),
  endpoints: () => wallet.internal.get('/api/internal/webhook-endpoints?userId=u'),
  endpoint: () => wallet.internal.get(`/api/internal/webhook-endpoints/${known.apiKey.id}`),
  revoke: () => wallet.api.delete('/api/api-keys/0190f0a0-0000-7000-8000-000000000000', { headers: user }),
  validate: () =>
    wallet.internal.post('/api/api-keys/validate', {
      body: { key: known.key, secret: known.secret, ip: '203.0.113.9' },
    }),
}
const ask = () => Object.values(OPERATIONS).map((send) => send())

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Asks until Postgres is no reason to fail any more; jest's own time-out is the limit. */
async function statusAfterFailures(send: () => Promise<ApiResponse>): Promise<number> {
  for (;;) {
    const { status } = await send()
    if (status !== 500) return status
    await pause()
  }
}

describe.each<FaultMode>(['refuse', 'hang', 'reset'])('while Postgres does "%s"', (mode) => {
  it('every operation is 500 engine_error in time, never a verdict, and works again without a restart', async () => {
    await Promise.all(ask())
    await proxy.mode(mode)

    const failed = await Promise.all([...ask(), ...ask(), ...ask()])

    for (const { status, headers, body } of failed) {
      expect({ status, error: body['error'] }).toEqual({ status: 500, error: 'engine_error' })
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    }
    expect((await wallet.api.get('/healthz')).status).toBe(200)
    expect(await wallet.api.get('/readyz')).toMatchObject({ status: 503, body: { ready: false } })

    await proxy.mode('forward')
    await untilReady()
    const statuses = await Promise.all(Object.values(OPERATIONS).map(statusAfterFailures))
    expect(statuses).toEqual([200, 201, 201, 200, 200, 200, 200, 404, 200])
  })
})

async function untilReady(): Promise<void> {
  // jest's own time-out is the limit
  while ((await wallet.api.get('/readyz')).status !== 200) await pause()
}

it('when the last use cannot be recorded, requests are still answered', async () => {
  const client = new Client({ connectionString: direct.databaseUrl })
  await client.connect()
  const isNoted = () => wallet.logs.text().includes('could not note the last use of a key')
  try {
    const created = await createKey(wallet, newUser())
    await client.query('REVOKE UPDATE ON api_keys FROM CURRENT_USER')
    const answer = await wallet.internal.post('/api/api-keys/validate', {
      body: { key: created.key, secret: created.secret, ip: '203.0.113.9' },
    })
    expect(answer).toMatchObject({ status: 200, body: { valid: true } })
    for (let attempt = 0; attempt < 400 && !isNoted(); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 25))
    expect(isNoted()).toBe(true)
  } finally {
    await client.query('GRANT UPDATE ON api_keys TO CURRENT_USER')
    await client.end()
  }
})
