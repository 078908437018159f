/**
 * Leases and budgets in one Redis, asked for by two engines in the same turns while time passes, against a model of
 * both that is a few lines long.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isAnswering, openRedis, type Redis } from '@ats/service-kit/db'
import { createRateLimit } from '@ats/service-kit/http'
import { createLogger, RequestError } from '@ats/service-kit/process'
import { describeWithRedis, type OwnRedis, runs, startOwnRedis, TEST_TIMEOUT_FACTOR } from '@ats/test-kit'
import fc from 'fast-check'
import { cacheKeysIn, type CacheKeys } from '../src/protocol.js'

/** The unit in which time passes, seconds: the test itself takes far less. */
const UNIT_SECONDS = 10_000
const LEASE = 2
const WINDOW = 3
const LIMIT = 3

const place = fc.constantFrom('place 1', 'place 2')
/** Tokens and records alike. */
const text = fc.constantFrom('a', 'b', 'c')
const engine = fc.constantFrom(0, 1)
const operation = fc.oneof(
  fc.record({ kind: fc.constant('read'), engine, place, lease: text }),
  fc.record({ kind: fc.constant('exchange'), engine, place, current: text, next: text }),
  fc.record({ kind: fc.constant('remove'), engine, place, current: text }),
  fc.record({ kind: fc.constant('consume'), engine, budget: fc.constantFrom('key', 'user') }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never
const turn = fc.record({ passes: fc.nat({ max: 3 }), operations: fc.array(operation, { maxLength: 12 }) })

function createModel() {
  let now = 0
  const slots = new Map<string, { readonly value: string; readonly ends: number }>()
  const windows = new Map<string, { readonly count: number; readonly ends: number }>()
  const slotAt = (name: string) => {
    const slot = slots.get(name)
    return slot !== undefined && slot.ends > now ? slot : null
  }
  return {
    pass: (units: number) => void (now += units),
    answer(asked: Operation): unknown {
      if (asked.kind === 'consume') {
        const last = windows.get(asked.budget)
        const { count, ends } = last !== undefined && last.ends > now ? last : { count: 0, ends: now + WINDOW }
        windows.set(asked.budget, { count: count + 1, ends })
        return count < LIMIT ? { remaining: LIMIT - count - 1, ends: ends - now } : 'refused'
      }
      const slot = slotAt(asked.place)
      if (asked.kind === 'read') {
        if (slot === null) slots.set(asked.place, { value: asked.lease, ends: now + LEASE })
        return slot?.value ?? null
      }
      if (slot?.value !== asked.current) return 0
      if (asked.kind === 'remove') slots.delete(asked.place)
      else slots.set(asked.place, { ...slot, value: asked.next })
      return 1
    },
  }
}

describeWithRedis('leases and budgets of one turn', () => {
  let own: OwnRedis
  let clients: readonly Redis[]
  let shiftMs = 0

  beforeAll(async () => {
    own = await startOwnRedis()
    const logger = createLogger({ service: 'test', level: 'silent' })
    clients = [0, 1].map(() => openRedis(own.url, logger, { timeoutFactor: TEST_TIMEOUT_FACTOR }))
    while (!clients.every(isAnswering)) await sleep(5)
    const now = Date.now.bind(Date)
    jest.spyOn(Date, 'now').mockImplementation(() => now() + shiftMs)
  })
  afterAll(async () => {
    jest.restoreAllMocks()
    for (const client of clients) client.disconnect()
    await own.stop()
  })

  /** Deletes the keys that end in that time, and lets the rest end so much sooner. */
  async function pass(units: number): Promise<void> {
    const ms = units * UNIT_SECONDS * 1_000
    shiftMs += ms
    for (const key of await clients[0]!.keys('*')) await clients[0]!.pexpire(key, (await clients[0]!.pttl(key)) - ms)
  }

  const createEngine = (redis: Redis) => ({
    places: cacheKeysIn(redis),
    limit: createRateLimit({ policy: 'model', limit: LIMIT, windowSeconds: WINDOW * UNIT_SECONDS, redis }),
  })

  async function perform({ places, limit }: ReturnType<typeof createEngine>, asked: Operation): Promise<unknown> {
    if (asked.kind !== 'consume') return performAt(places, asked)
    try {
      const { remaining, resetMs } = await limit.consume(asked.budget)
      return { remaining, ends: Math.ceil(resetMs / 1_000 / UNIT_SECONDS) }
    } catch (error) {
      if (error instanceof RequestError && error.code === 'rate_limited') return 'refused'
      throw error
    }
  }

  it('are as the model says, whatever the engines ask for and when', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 8 }), async (turns) => {
        await clients[0]!.flushall()
        const engines = clients.map(createEngine)
        const model = createModel()
        for (const { passes, operations } of turns) {
          await pass(passes)
          model.pass(passes)
          // Redis may read from either of two connections first.
          for (const index of [0, 1]) {
            const asked = operations.filter((each) => each.engine === index)
            const expected = asked.map((each) => model.answer(each))
            expect(await Promise.all(asked.map((each) => perform(engines[index]!, each)))).toEqual(expected)
          }
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

function performAt(places: CacheKeys, asked: Exclude<Operation, { kind: 'consume' }>): Promise<unknown> {
  if (asked.kind === 'read') return places.readOrLease(asked.place, asked.lease, LEASE * UNIT_SECONDS * 1_000)
  if (asked.kind === 'remove') return places.remove(asked.place, asked.current)
  return places.exchange(asked.place, asked.current, asked.next)
}
