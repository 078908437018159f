import { hashCredential } from '@ats/contracts'
import type { Redis } from '@ats/service-kit/db'
import { describeWithRedis, startOwnRedis, type ApiResponse, type IssuedKey, type OwnRedis } from '@ats/test-kit'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

const LIMIT = 8

describeWithRedis('limits that engines share by Redis', () => {
  let redis: OwnRedis
  let looking: Redis
  let engines: readonly TestEngine[]

  beforeAll(async () => {
    redis = await startOwnRedis()
    const options = {
      REDIS_URL: redis.url,
      REQUESTS_PER_MINUTE: LIMIT,
      FAILED_AUTHENTICATIONS_PER_MINUTE: LIMIT,
      PUBLIC_REQUESTS_PER_MINUTE: LIMIT,
      TRUSTED_PROXIES: ['127.0.0.0/8'],
    }
    const first = await startEngine(options)
    const second = await startEngine({
      ...options,
      ROLE: 'api',
      databaseUrl: first.databaseUrl,
      sharedWallet: first.wallet,
    })
    engines = [first, second]
    looking = redis.connect()
  })
  afterAll(async () => {
    looking.disconnect()
    for (const engine of engines.toReversed()) await engine.close()
    await redis.stop()
  })
  beforeEach(async () => {
    await looking.flushall()
    // Until both have noticed that it is there.
    await until(async () => {
      const key = newKey()
      for (const engine of engines) await get(engine, key)
      return (await looking.get(nameOf(key))) === '2'
    })
  })

  const until = (isSo: () => boolean | Promise<boolean>) =>
    pollUntil(
      () => Promise.resolve(isSo()),
      (answer) => answer,
    )
  let lastAddress = 0
  const newAddress = (): Record<string, string> => ({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1)}` })
  const newKey = (): IssuedKey => engines[0]!.as().key
  const nameOf = ({ key, secret }: IssuedKey) => `rl:per-key:${hashCredential(`${key}:${secret}`).toString('hex')}`
  const get = (engine: TestEngine, key: IssuedKey) => engine.api.get('/v1/key', { headers: key.headers })

  /** Sends `count` concurrent requests, to each engine in turn. */
  const spread = (count: number, send: (engine: TestEngine) => Promise<ApiResponse>): Promise<ApiResponse[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => send(engines[index % engines.length]!)))
  const statusesOf = (answers: readonly ApiResponse[]) => answers.map(({ status }) => status).sort()
  const passesThenRefuses = (passes: number, status: number, refused: number) => [
    ...Array<number>(passes).fill(status),
    ...Array<number>(refused).fill(429),
  ]
  /** The least that is left now of a minute that began then or later; both clocks count whole milliseconds. */
  const leftOfWindow = (startedAt: number): number => 60_000 - (Date.now() - startedAt) - 2
  const secondsLeft = ({ headers }: ApiResponse) => Number(/t=(\d+)/.exec(String(headers['ratelimit']))?.[1])

  test('of many concurrent requests exactly as many pass as with one engine', async () => {
    const key = newKey()
    const startedAt = Date.now()
    const answers = await spread(40, (engine) => get(engine, key))
    const leastLeftMs = leftOfWindow(startedAt)
    expect(statusesOf(answers)).toEqual(passesThenRefuses(LIMIT, 200, 40 - LIMIT))
    const left = answers.filter(({ status }) => status === 200).map(({ headers }) => headers['x-ratelimit-remaining'])
    expect(left.map(Number).sort()).toEqual(Array.from({ length: LIMIT }, (_, index) => index))
    for (const answer of answers) {
      expect(answer.headers['ratelimit-policy']).toBe(`"per-key";q=${LIMIT};w=60`)
      expect(secondsLeft(answer)).toBeGreaterThanOrEqual(leastLeftMs / 1_000)
      expect(secondsLeft(answer)).toBeLessThanOrEqual(60)
    }
  })

  test('failed authentications and public requests of an address are counted together, too', async () => {
    const headers = newAddress()
    const failed = await spread(LIMIT + 4, ({ api }) => api.get('/v1/key', { headers }))
    expect(statusesOf(failed)).toEqual(passesThenRefuses(LIMIT, 401, 4))
    const open = await spread(LIMIT + 4, ({ api }) => api.get('/v1/config', { headers }))
    expect(statusesOf(open)).toEqual(passesThenRefuses(LIMIT, 200, 4))
  })

  test('the window is that of the first request, whichever engine it went to', async () => {
    const key = newKey()
    await get(engines[0]!, key)
    await looking.pexpire(nameOf(key), 30_000)
    for (const engine of engines) {
      const before = await looking.pttl(nameOf(key))
      const seconds = secondsLeft(await get(engine, key))
      const after = await looking.pttl(nameOf(key))
      expect([before, after].map((ms) => 0 < ms && ms <= 30_000)).toEqual([true, true])
      expect(seconds).toBeGreaterThanOrEqual(Math.ceil(after / 1_000))
      expect(seconds).toBeLessThanOrEqual(Math.ceil(before / 1_000))
    }
    await looking.pexpire(nameOf(key), 200)
    await until(async () => (await looking.exists(nameOf(key))) === 0)
    const inNextWindow = await spread(LIMIT + 2, (engine) => get(engine, key))
    expect(statusesOf(inNextWindow)).toEqual(passesThenRefuses(LIMIT, 200, 2))
  })

  test('Redis is told neither keys nor secrets nor users', async () => {
    const key = newKey()
    await get(engines[0]!, key)
    await engines[0]!.api.get('/v1/key', { headers: { ...key.headers, 'x-api-secret': `svc_sk_${'0'.repeat(48)}` } })
    const names = await looking.keys('rl:*')
    expect(names).toContain(nameOf(key))
    for (const name of names) expect(name).toMatch(/^rl:(per-(key|user):[0-9a-f]{64}|failures-per-ip:[\d.]+)$/)
  })

  test('once Redis is gone each engine counts for itself, and nobody is refused who was not before', async () => {
    const [key, spent] = [newKey(), newKey()]
    await spread(LIMIT, (engine) => get(engine, spent))
    for (const engine of engines) expect((await get(engine, spent)).status).toBe(429)
    await redis.kill()
    try {
      const answers = await spread(LIMIT * 2 + 4, (engine) => get(engine, key))
      expect(statusesOf(answers)).toEqual(passesThenRefuses(LIMIT * 2, 200, 4))
      for (const engine of engines) expect((await get(engine, spent)).status).toBe(429)
    } finally {
      await redis.restart()
    }
  })

  test('while Redis hangs nobody is refused for it, and requests go on once that is known', async () => {
    const noticed = engines.map(({ logs }) => logs.text().split('Redis does not answer').length)
    redis.pause()
    try {
      for (let round = 0; round < 3; round++) {
        const key = newKey()
        const answers = await spread(LIMIT, (engine) => get(engine, key))
        expect(statusesOf(answers)).toEqual(passesThenRefuses(LIMIT, 200, 0))
      }
      for (const [index, { logs }] of engines.entries())
        await until(() => logs.text().split('Redis does not answer').length > noticed[index]!)
      for (let count = 0; count < 40; count++) expect((await get(engines[0]!, newKey())).status).toBe(200)
    } finally {
      redis.resume()
    }
  })

  test('a Redis that loses its data resets the budgets, and refuses nobody', async () => {
    const key = newKey()
    for (let round = 0; round < 3; round++) {
      const answers = await spread(LIMIT - 1, (engine) => get(engine, key))
      expect(statusesOf(answers)).toEqual(passesThenRefuses(LIMIT - 1, 200, 0))
      await looking.flushall()
    }
  })
})
