/** Guarantees that have to hold although the wallet no longer sees every request. */
import { describeWithRedis, startOwnRedis, type OwnRedis } from '@ats/test-kit'
import { startAuthenticationStack, type AuthenticationStack, type IssuedKey } from './support/authentication-stack.js'
import { send } from './support/send.js'

describeWithRedis('a key that the engine knows', () => {
  let redis: OwnRedis
  let stack: AuthenticationStack
  let nowMs = Date.now()

  beforeAll(async () => {
    redis = await startOwnRedis()
    stack = await startAuthenticationStack({
      redis: { engineUrl: redis.url, walletUrl: redis.url },
      walletNow: () => new Date(nowMs),
    })
  })
  afterAll(async () => {
    await stack.close()
    await redis.stop()
  })

  async function lastUsedAt({ userId }: IssuedKey): Promise<string | null> {
    const { text } = await send(`${stack.walletUrl}/api/api-keys`, { method: 'GET', headers: { 'x-user-id': userId } })
    return (JSON.parse(text) as { lastUsedAt: string | null }[])[0]?.lastUsedAt ?? null
  }

  async function forget(): Promise<void> {
    const client = redis.connect()
    await client.flushall()
    client.disconnect()
  }

  it('is asked about once a lease, and its last use is noted all the same', async () => {
    const key = await stack.issue()
    const requested = await stack.counted('wallet_validations_total{result="valid"}')
    for (let count = 0; count < 20; count++) expect((await stack.ask(key)).status).toBe(200)
    expect((await stack.counted('wallet_validations_total{result="valid"}')) - requested).toBeLessThan(20)
    const first = new Date(nowMs).toISOString()
    while ((await lastUsedAt(key)) !== first);

    nowMs += 61_000
    await forget() // as its lease would have ended by then
    await stack.ask(key)
    while ((await lastUsedAt(key)) !== new Date(nowMs).toISOString());
  })

  it('is refused with a wrong secret, and goes on with the right one', async () => {
    const [key, other] = [await stack.issue(), await stack.issue()]
    expect((await stack.ask(key)).status).toBe(200)
    const wrong = { headers: { ...key.headers, 'x-api-secret': other.headers['x-api-secret'] } }
    for (let count = 0; count < 3; count++) expect((await stack.ask(wrong)).status).toBe(401)
    expect((await stack.ask(key)).status).toBe(200)
  })
})

describeWithRedis('a wallet that does not know the Redis of its engines', (redisUrl) => {
  it('has them keep nothing: a key is out as soon as it is revoked', async () => {
    const stack = await startAuthenticationStack({ redis: { engineUrl: redisUrl, walletUrl: null } })
    const key = await stack.issue()
    for (let count = 0; count < 3; count++) expect((await stack.ask(key)).status).toBe(200)
    expect(await stack.counted('key_cache_fills_total')).toBe(0)
    await stack.revoke(key)
    expect((await stack.ask(key)).status).toBe(401)
    await stack.close()
  })
})

it('without any Redis each request is asked about, and each service says so once', async () => {
  const stack = await startAuthenticationStack({ redis: null })
  const key = await stack.issue()
  for (let count = 0; count < 3; count++) expect((await stack.ask(key)).status).toBe(200)
  expect(await stack.counted('wallet_validations_total{result="valid"}')).toBe(3)
  await stack.revoke(key)
  expect((await stack.ask(key)).status).toBe(401)
  const lines = stack.logs.entries().map(({ msg }) => String(msg))
  expect(lines.filter((line) => line.startsWith('no REDIS_URL'))).toHaveLength(2)
  await stack.close()
})
