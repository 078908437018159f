/**
 * Bots at full speed while keys are revoked, Redis loses its data and the wallet loses Redis: which requests were let
 * in, and when?
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeWithRedis, startFaultProxy, startOwnRedis, type FaultProxy, type OwnRedis } from '@ats/test-kit'
import type { Redis } from '@ats/service-kit/db'
import { createRandom } from '../src/random.js'
import { startAuthenticationStack, type AuthenticationStack, type IssuedKey } from './support/authentication-stack.js'
import { findWronglyLetIn, findWronglyRefused, type TimedRequest, type TimedRevocation } from './support/history.js'

const REVOCATIONS = process.env['SUITE'] === 'whole' ? 500 : 50
const KEYS = 20
const BOTS = 8
const ENGINES = 2
const WORKERS = 2
const PAUSE_MS = 60
const CUTS = ['refuse', 'hang', 'reset'] as const
const SEED = Number(process.env['REVOCATION_SEED'] ?? randomInt(2 ** 31))

it('the checker sees what is wrong, and only that', () => {
  const revoked: TimedRevocation[] = [{ keyId: 'a', startedAt: 10, endedAt: 20 }]
  const requested = (startedAt: number, endedAt: number, status: number): TimedRequest => ({
    keyId: 'a',
    startedAt,
    endedAt,
    status,
  })
  expect(findWronglyLetIn([requested(21, 22, 200)], revoked)).toHaveLength(1)
  expect(findWronglyLetIn([requested(19, 30, 200), requested(21, 22, 401)], revoked)).toEqual([])
  expect(findWronglyRefused([requested(5, 9, 401)], revoked)).toHaveLength(1)
  expect(findWronglyRefused([requested(5, 11, 401), requested(5, 9, 200), requested(5, 9, 500)], revoked)).toEqual([])
})

describeWithRedis('keys that are revoked under bots at full speed', () => {
  let redis: OwnRedis
  let proxy: FaultProxy
  let stack: AuthenticationStack
  let flusher: Redis

  beforeAll(async () => {
    redis = await startOwnRedis()
    proxy = await startFaultProxy({ targetPort: redis.port })
    const walletUrl = `redis://127.0.0.1:${proxy.port}`
    stack = await startAuthenticationStack({
      engines: ENGINES,
      workers: WORKERS,
      redis: { engineUrl: redis.url, walletUrl },
    })
    flusher = redis.connect()
  })
  afterAll(async () => {
    flusher.disconnect()
    await stack.close()
    await proxy.close()
    await redis.stop()
  })

  it(`let nobody in after ${REVOCATIONS} revocations (REVOCATION_SEED=${SEED} repeats the choices)`, async () => {
    const random = createRandom(SEED)
    const oneOf = <T>(items: readonly T[]): T => items[random.below(items.length)]!
    const keys = await Promise.all(Array.from({ length: KEYS }, () => stack.issue()))
    const requested: TimedRequest[] = []
    const revoked: TimedRevocation[] = []
    let isOver = false

    async function ask(key: IssuedKey): Promise<void> {
      const startedAt = performance.now()
      const { status } = await stack.ask(key, random.below(ENGINES))
      requested.push({ keyId: key.id, startedAt, endedAt: performance.now(), status })
    }

    async function runBot(): Promise<void> {
      while (!isOver) await ask(oneOf(keys))
    }

    /** The key stays in use after its revocation until the next one has taken its place. */
    async function revokeAt(place: number): Promise<void> {
      const key = keys[place]!
      const startedAt = performance.now()
      await stack.revoke(key)
      revoked.push({ keyId: key.id, startedAt, endedAt: performance.now() })
      await ask(key)
      const next = await stack.issue()
      await sleep(PAUSE_MS)
      keys[place] = next
    }

    const unconfirmed = () =>
      stack.logs.entries().filter(({ msg }) => String(msg).startsWith('Redis did not confirm')).length

    async function revokeAll(): Promise<void> {
      const free = new Set(keys.keys())
      const running: Promise<void>[] = []
      let cut = { until: -1, unconfirmed: 0 }
      for (let count = 0; count < REVOCATIONS; count++) {
        while (free.size === 0) await sleep(PAUSE_MS)
        if (count % 5 === 4) await flusher.flushall()
        if (count % 20 === 9) {
          await proxy.mode(random.pick(CUTS))
          cut = { until: count + 3, unconfirmed: unconfirmed() }
        }
        if (count === cut.until) {
          while (unconfirmed() === cut.unconfirmed) await sleep(PAUSE_MS) // a slow database keeps them from Redis
          await proxy.mode('forward')
        }
        const place = oneOf([...free])
        free.delete(place)
        running.push(revokeAt(place).finally(() => free.add(place)))
        await sleep(PAUSE_MS)
      }
      await proxy.mode('forward')
      await Promise.all(running)
    }

    const bots = Array.from({ length: BOTS }, runBot)
    await revokeAll().finally(() => (isOver = true))
    await Promise.all(bots)
    const figures = {
      waited: await stack.counted('key_revocations_total{method="waited"}'),
      deleted: await stack.counted('key_revocations_total{method="deleted"}'),
      hits: await stack.counted('key_cache_lookups_total{result="hit"}'),
    }

    expect(findWronglyLetIn(requested, revoked)).toEqual([])
    expect(findWronglyRefused(requested, revoked)).toEqual([])
    expect(revoked).toHaveLength(REVOCATIONS)
    // All of it has happened, or the above says nothing.
    const after = requested.filter(({ keyId, startedAt }) =>
      revoked.some((r) => r.keyId === keyId && startedAt > r.endedAt),
    )
    expect(after.length).toBeGreaterThanOrEqual(REVOCATIONS)
    expect(figures.waited).toBeGreaterThan(0)
    expect(figures.deleted).toBeGreaterThan(0)
    expect(figures.hits).toBeGreaterThan(0)
  }, 300_000)
})
