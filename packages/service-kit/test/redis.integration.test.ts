import { setTimeout as sleep } from 'node:timers/promises'
import { isAnswering, openRedis, type OpenRedisOptions, type Redis } from '@ats/service-kit/db'
import { createLogger } from '@ats/service-kit/process'
import { captureLogs, describeWithRedis, startFaultProxy, startOwnRedis, type OwnRedis } from '@ats/test-kit'

/** The error of a command that was sent and waited for; without a Redis, none is sent. */
const GIVEN_UP = 'Redis did not answer in time'
/** For tests that are not about a time limit. */
const PATIENT = { timeoutFactor: 100 }

describeWithRedis('a connection to Redis', () => {
  let redis: OwnRedis
  let client: Redis
  let logs: ReturnType<typeof captureLogs>

  beforeAll(async () => {
    redis = await startOwnRedis()
  })
  afterAll(() => redis.stop())
  beforeEach(async () => {
    open(redis.url, PATIENT)
    await until(() => isAnswering(client))
  })
  afterEach(() => {
    redis.resume()
    client.disconnect()
  })

  function open(url: string, limits: Pick<OpenRedisOptions, 'timeoutFactor'> = {}): void {
    logs = captureLogs()
    const logger = createLogger({ service: 'test', level: 'info', destination: logs.destination })
    client = openRedis(url, logger, limits)
  }
  /** Connects again, with the time limit that services have. */
  async function hurry(): Promise<void> {
    client.disconnect()
    open(redis.url)
    await until(() => isAnswering(client))
  }
  const countOf = (line: string) => logs.text().split(line).length - 1

  it('answers', async () => {
    await client.set('a', '1')
    expect(await client.get('a')).toBe('1')
    expect(logs.text()).toBe('')
  })

  it('does not blame Redis for a loop that stood still while the answer came', async () => {
    await hurry()
    await client.set('a', '1')
    const answer = client.get('a')
    await new Promise(setImmediate) // the command has left
    standStill(300)
    expect(await answer).toBe('1')
    // Nor while the heartbeat waits for its answer.
    for (let count = 0; count < 5; count += 1) {
      standStill(300)
      await new Promise(setImmediate)
    }
    expect(await client.get('a')).toBe('1')
    expect(logs.text()).toBe('')
  })

  it('waits a little for a Redis that hangs, then not at all, and recovers with it', async () => {
    await hurry()
    redis.pause()
    expect(await failure(client)).toBe(GIVEN_UP)
    await until(() => !isAnswering(client))
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(await failure(client)).not.toBe(GIVEN_UP)
      await sleep(20)
    }
    expect(countOf('Redis does not answer')).toBe(1)
    redis.resume()
    await until(() => isAnswering(client))
    expect(countOf('Redis answers again')).toBe(1)
  })

  it('fails immediately where there is no Redis, and finds it when it comes', async () => {
    await redis.kill()
    await until(() => !isAnswering(client))
    expect(await failure(client)).not.toBe(GIVEN_UP)
    await sleep(300)
    expect(countOf('Redis does not answer')).toBe(1)
    await redis.restart()
    await until(() => isAnswering(client))
    expect(await client.get('a')).toBeNull()
    expect(countOf('Redis answers again')).toBe(1)
  })

  it('says once that there was none to begin with', async () => {
    client.disconnect()
    await redis.kill()
    open(redis.url, PATIENT)
    await until(() => countOf('Redis does not answer') > 0)
    await sleep(200)
    expect(countOf('Redis does not answer')).toBe(1)
    await redis.restart()
    await until(() => isAnswering(client))
  })

  it('sends nothing again that it has given up', async () => {
    const proxy = await startFaultProxy({ targetPort: redis.port })
    client.disconnect()
    open(`redis://127.0.0.1:${proxy.port}`, { timeoutFactor: 10 })
    await until(() => isAnswering(client))
    await proxy.mode('hang')
    const sent = Array.from({ length: 10 }, () => client.incr('sent').catch(() => 'failed'))
    expect(await Promise.all(sent)).toEqual(Array.from({ length: 10 }, () => 'failed'))
    await until(() => !isAnswering(client))
    await proxy.mode('forward')
    await until(() => isAnswering(client))
    expect(await client.get('sent')).toBeNull()
    client.disconnect()
    await proxy.close()
  })
})

function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** The error that a command fails with. */
const failure = (client: Redis): Promise<string> =>
  client.get('a').then(
    () => 'it does not fail',
    ({ message }: Error) => message,
  )

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}
