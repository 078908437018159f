import { setTimeout as sleep } from 'node:timers/promises'
import { createStep, isAnswering, openRedis, type Redis, type Step } from '@ats/service-kit/db'
import { createLogger } from '@ats/service-kit/process'
import { describeWithRedis, startFaultProxy, startOwnRedis, type FaultProxy, type OwnRedis } from '@ats/test-kit'

describeWithRedis('steps of one turn', () => {
  let own: OwnRedis
  let proxy: FaultProxy
  let redis: Redis
  let append: Step<number>
  let read: Step<string | null>

  beforeAll(async () => {
    own = await startOwnRedis()
    proxy = await startFaultProxy({ targetPort: own.port })
    const logger = createLogger({ service: 'test', level: 'silent' })
    // One test waits for it; in the others a busy Redis is not given up.
    redis = openRedis(`redis://127.0.0.1:${proxy.port}`, logger, { timeoutFactor: 10 })
    append = createStep(redis, 'append', `function(key, text, more) return redis.call('APPEND', key, text .. more) end`)
    read = createStep(redis, 'read', `function(key, before) return redis.call('GET', before .. key) end`)
  })
  beforeEach(async () => {
    await until(() => isAnswering(redis))
    await redis.flushall()
    await append('loads', 'the ', 'script')
  })
  afterAll(async () => {
    redis.disconnect()
    await proxy.close()
    await own.stop()
  })

  /** Scripts that Redis has run. */
  async function scripts(): Promise<number> {
    const counts = (await redis.info('commandstats')).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)
    return [...counts].reduce((sum, [, calls]) => sum + Number(calls), 0)
  }

  it('are one script, done in the order in which they were asked for, each with its own reply', async () => {
    const before = await scripts()
    const replies = await Promise.all([
      append('a', 'x'),
      read('a', ''),
      append('a', 'y', 'ü€'),
      read('b', ''),
      append('€', 'ü\r\n'),
      read('', '€'),
      read('', 'a'),
    ])
    expect(replies).toEqual([1, 'x', 7, null, 4, 'ü\r\n', 'xyü€'])
    expect((await scripts()) - before).toBe(1)
    await append('a', '!')
    expect((await scripts()) - before).toBe(2)
  })

  it('fail alone', async () => {
    await redis.hset('map', 'field', 'value')
    const [broken, fine, unread] = await Promise.allSettled([append('map', 'x'), append('a', 'x'), read('map', '')])
    expect([broken.status, fine, unread.status]).toEqual(['rejected', { status: 'fulfilled', value: 1 }, 'rejected'])
  })

  it('that write fail where Redis may only be read, and those that read are done', async () => {
    await redis.replicaof('127.0.0.1', 1)
    const [written, found] = await Promise.allSettled([append('loads', '!'), read('loads', '')])
    await redis.replicaof('NO', 'ONE')
    expect(written).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('READONLY') as string },
    })
    expect(found).toEqual({ status: 'fulfilled', value: 'the script' })
  })

  it('of a great many requests are several scripts', async () => {
    const before = await scripts()
    const lengths = await Promise.all(Array.from({ length: 1_000 }, () => append('a', 'x')))
    expect(lengths).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1))
    expect((await scripts()) - before).toBe(4)
  })

  it('run on a Redis that has lost the script', async () => {
    await append('a', 'x')
    await redis.script('FLUSH')
    expect(await Promise.all([append('a', 'y'), read('a', '')])).toEqual([2, 'xy'])
    await own.restart()
    await until(() => isAnswering(redis))
    expect(await append('a', 'x')).toBe(1)
  })

  it('fail immediately while Redis is known to be down', async () => {
    await own.kill()
    await until(() => !isAnswering(redis))
    await expect(append('a', 'x')).rejects.toThrow('Redis does not answer')
    await own.restart()
  })

  it.each(['hang', 'refuse', 'reset', { cutAfterBytes: 10 }] as const)(
    'all fail where the reply does not come whole (%j), and none is done twice',
    async (mode) => {
      await append('before', 'x')
      await proxy.mode(mode)
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => append('a', 'x')))
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
      await until(() => !isAnswering(redis))
      await proxy.mode('forward')
      await until(() => isAnswering(redis))
      expect([0, 20]).toContain((await read('a', ''))?.length ?? 0)
    },
  )
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}
