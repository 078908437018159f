/** Authentication while Redis or the wallet is in trouble: nobody wrongly in, nobody wrongly out. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LEASE_MS } from '@ats/key-cache'
import { describeWithRedis, startFaultProxy, startOwnRedis, type FaultProxy, type OwnRedis } from '@ats/test-kit'
import { startAuthenticationStack, type AuthenticationStack, type IssuedKey } from './support/authentication-stack.js'
import { createPausingProxy, type PausingProxy } from './support/pausing-proxy.js'

const ASKERS = 4
/** By how much more than a lease the wallet waits for a key to be gone; ms. */
const MARGIN_MS = 250
const WAITED = 'key_revocations_total{method="waited"}'
/** Each takes as long as a lease. */
const CUTS = process.env['SUITE'] === 'whole' ? (['hang', 'refuse', 'reset'] as const) : (['hang'] as const)

describeWithRedis('authentication', () => {
  let redis: OwnRedis
  let proxy: FaultProxy
  let walletProxy: PausingProxy
  let stack: AuthenticationStack

  beforeAll(async () => {
    redis = await startOwnRedis()
    proxy = await startFaultProxy({ targetPort: redis.port })
    walletProxy = createPausingProxy()
    stack = await startAuthenticationStack({
      redis: { engineUrl: redis.url, walletUrl: `redis://127.0.0.1:${proxy.port}` },
      inFront: walletProxy.inFront,
    })
  })
  afterAll(async () => {
    await stack.close()
    await walletProxy.close()
    await proxy.close()
    await redis.stop()
  })

  const answering = (count: number) => until(async () => (await stack.counted('redis_up')) === count)

  /**
   * Statuses of requests sent without a pause during `work`: with the right secret, with a wrong one and with another
   * key's.
   */
  async function askDuring(key: IssuedKey, work: () => Promise<void>) {
    const { headers } = await stack.issue()
    const wrong = { headers: { ...key.headers, 'x-api-secret': headers['x-api-secret'] } }
    const statuses = { right: new Set<number>(), wrong: new Set<number>() }
    let isOver = false
    const askers = Array.from({ length: ASKERS }, async () => {
      while (!isOver) {
        statuses.right.add((await stack.ask(key)).status)
        statuses.wrong.add((await stack.ask(wrong)).status)
      }
    })
    await work().finally(() => (isOver = true))
    await Promise.all(askers)
    return statuses
  }

  const TROUBLE: readonly [string, () => Promise<void>][] = [
    [
      'hangs and goes on',
      async () => {
        redis.pause()
        await answering(0)
        await sleep(200)
        redis.resume()
        await answering(2)
      },
    ],
    [
      'stops and restarts',
      async () => {
        await redis.kill()
        await answering(0)
        await sleep(200)
        await redis.restart()
        await answering(2)
      },
    ],
    [
      'forgets everything, again and again',
      async () => {
        const client = redis.connect()
        for (let count = 0; count < 50; count++) {
          await client.flushall()
          await sleep(5)
        }
        client.disconnect()
      },
    ],
  ]

  it.each(TROUBLE)('lets everybody in, and nobody else, while Redis %s', async (_what, work) => {
    const key = await stack.issue()
    expect(await askDuring(key, work)).toEqual({ right: new Set([200]), wrong: new Set([401]) })
    await stack.revoke(key)
    expect((await stack.ask(key)).status).toBe(401)
  })

  it('says in one line that Redis is gone, and in one that it is back', async () => {
    let section = [0, 0]
    await askDuring(await stack.issue(), async () => {
      await answering(2)
      const before = stack.logs.entries().length
      await TROUBLE[1]![1]()
      section = [before, stack.logs.entries().length]
    })
    const lines = stack.logs
      .entries()
      .slice(...section)
      .map(({ msg }) => msg)
    expect(lines.filter((line) => line === 'Redis does not answer')).toHaveLength(2) // the engine and the wallet
    expect(lines.filter((line) => line === 'Redis answers again')).toHaveLength(2)
  })

  it('with Redis hanging or gone, requests do not wait for it once that is known', async () => {
    const key = await stack.issue()
    for (const [stop, start] of [
      [() => Promise.resolve(redis.pause()), () => Promise.resolve(redis.resume())],
      [() => redis.kill(), () => redis.restart()],
    ] as const) {
      await stop()
      await answering(0)
      const errors = await stack.counted('key_cache_lookups_total{result="error"}')
      for (let count = 0; count < 50; count++) expect((await stack.ask(key)).status).toBe(200)
      expect((await stack.counted('key_cache_lookups_total{result="error"}')) - errors).toBe(50)
      await start()
      await answering(2)
    }
  })

  it.each(CUTS)(
    'cut off from Redis (%s), the wallet answers a revocation only when the key is gone by itself',
    async (mode) => {
      const keys = await Promise.all([stack.issue(), stack.issue()])
      for (const key of keys) expect((await stack.ask(key)).status).toBe(200)
      await proxy.mode(mode)
      const before = { logged: stack.logs.entries().length, waited: await stack.counted(WAITED) }
      const startedAt = performance.now()
      let isAnswered = false
      const revocations = keys.map((key) => stack.revoke(key).finally(() => (isAnswered = true)))
      const inUse = keys[0]
      while (!isAnswered) await stack.ask(inUse) // keeps trying to get it stored
      await Promise.all(revocations)
      const tookMs = performance.now() - startedAt
      for (const key of keys) expect((await stack.ask(key)).status).toBe(401)
      expect(tookMs).toBeGreaterThanOrEqual(LEASE_MS)
      expect((await stack.counted(WAITED)) - before.waited).toBe(keys.length)
      const waits = stack.logs
        .entries()
        .slice(before.logged)
        .flatMap(({ wait_ms: waitMs }) => (waitMs === undefined ? [] : [Number(waitMs)]))
      expect(waits).toHaveLength(keys.length)
      for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(LEASE_MS + MARGIN_MS)
      await proxy.mode('forward')
      await answering(2)
    },
  )

  it('without the wallet, a key goes on for as long as its lease at most; others get 500 with Retry-After', async () => {
    const [known, unknown] = [await stack.issue(), await stack.issue()]
    expect((await stack.ask(known)).status).toBe(200)
    const leasedAt = performance.now() // at the latest
    walletProxy.cut(true)
    expect((await stack.ask(known)).status).toBe(200)
    const answer = await stack.ask(unknown)
    expect([answer.status, answer.headers['retry-after']]).toEqual([500, '1'])
    let lastLetInAt = 0
    await until(async () => {
      const startedAt = performance.now()
      const { status, headers } = await stack.ask(known)
      if (status === 200) lastLetInAt = startedAt
      else expect([status, headers['retry-after']]).toEqual([500, '1'])
      return status === 500
    })
    expect(lastLetInAt - leasedAt).toBeLessThanOrEqual(LEASE_MS)
    walletProxy.cut(false)
    for (const key of [known, unknown]) await until(async () => (await stack.ask(key)).status === 200)
  })
})

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10)
}
