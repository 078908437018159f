import type { WebhookEndpoint } from '@ats/contracts'
import { Client } from 'pg'
import { createKey, newUser, startTestWallet, type TestWallet } from './start-test-wallet.js'

const ROUNDS = process.env['SUITE'] === 'whole' ? 25 : 5
const HOOK = 'https://example.com/hook'

let first: TestWallet
let second: TestWallet

beforeAll(async () => {
  first = await startTestWallet()
  second = await startTestWallet({ databaseUrl: first.databaseUrl })
})

afterAll(async () => {
  await second.stop()
  await first.stop()
})

type User = ReturnType<typeof newUser>
interface Rotated {
  readonly webhookSecret: string
}

const patch = ({ api }: TestWallet, headers: User, id: string, body: unknown) =>
  api.patch(`/api/api-keys/${id}`, { headers, body })
const rotate = ({ api }: TestWallet, headers: User, id: string) =>
  api.post<Rotated>(`/api/api-keys/${id}/rotate-webhook-secret`, { headers })
const revoke = ({ api }: TestWallet, headers: User, id: string) => api.delete(`/api/api-keys/${id}`, { headers })
const ask = (id: string) => first.internal.get<WebhookEndpoint>(`/api/internal/webhook-endpoints/${id}`)

it('a key that is changed while it is revoked receives nothing afterwards and cannot be changed', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = newUser()
    const { apiKey } = await createKey(first, user, round % 2 === 0 ? { webhookUrl: HOOK } : {})
    const racers = await Promise.all([
      patch(first, user, apiKey.id, { webhookUrl: `${HOOK}/1` }),
      rotate(second, user, apiKey.id),
      revoke(round % 3 === 0 ? first : second, user, apiKey.id),
      patch(second, user, apiKey.id, { webhookUrl: `${HOOK}/2` }),
      rotate(first, user, apiKey.id),
    ])

    expect(racers[2].status).toBe(200)
    for (const { status } of racers) expect([200, 404, 409]).toContain(status)
    expect((await ask(apiKey.id)).status).toBe(404)
    expect((await patch(first, user, apiKey.id, { webhookUrl: HOOK })).status).toBe(404)
    expect((await rotate(second, user, apiKey.id)).status).toBe(404)
    expect((await ask(apiKey.id)).status).toBe(404)
  }
})

it('a change during a revocation waits for it, and then finds no key', async () => {
  const user = newUser()
  const { apiKey } = await createKey(first, user, { webhookUrl: HOOK })
  const client = new Client({ connectionString: first.databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [apiKey.id])
    const late = [patch(first, user, apiKey.id, { webhookUrl: `${HOOK}/late` }), rotate(second, user, apiKey.id)]
    await untilWaiting(client, late.length)
    await client.query('COMMIT')
    for (const { status } of await Promise.all(late)) expect(status).toBe(404)
    const { rows } = await client.query('SELECT webhook_url FROM api_keys WHERE id = $1', [apiKey.id])
    expect(rows).toEqual([{ webhook_url: HOOK }])
  } finally {
    await client.end()
  }
})

/** Resolves when so many statements wait for a lock. */
async function untilWaiting(client: Client, count: number): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.count ?? 0) >= count) return
    if (performance.now() > deadline) throw new Error('no statement waits for the row')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

it('of many concurrent first URLs, exactly one brings the secret, and it is the one that signs', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = newUser()
    const { apiKey } = await createKey(first, user)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        patch(index % 2 === 0 ? first : second, user, apiKey.id, { webhookUrl: `${HOOK}/${index}` }),
      ),
    )

    const secrets = answers.map(({ body }) => body['webhookSecret']).filter((secret) => secret !== undefined)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(secrets).toHaveLength(1)
    expect((await ask(apiKey.id)).body.secrets).toEqual(secrets)
  }
})

it('every one of many concurrent rotations is answered, and the last two sign', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = newUser()
    const { apiKey, webhookSecret } = await createKey(first, user, { webhookUrl: HOOK })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => rotate(index % 2 === 0 ? first : second, user, apiKey.id)),
    )

    const shown = answers.map(({ body }) => body.webhookSecret)
    const { secrets } = (await ask(apiKey.id)).body
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(secrets).toHaveLength(2)
    for (const secret of secrets) expect(shown).toContain(secret)
    expect(secrets).not.toContain(webhookSecret)
  }
})
