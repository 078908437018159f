import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  generateCredentials,
  hashCredential,
  type KeyRecord,
  type ValidateKeyRequest,
  type ValidateKeyResponse,
} from '@ats/contracts'
import {
  createKeyCache,
  createKeyRevoker,
  LEASE_MS,
  cacheKey,
  validateThroughCache,
  type Fill,
  type Lookup,
} from '@ats/key-cache'
import { isAnswering, openRedis, type Redis } from '@ats/service-kit/db'
import { createLogger } from '@ats/service-kit/process'
import { describeWithRedis, startOwnRedis, TEST_TIMEOUT_FACTOR, type OwnRedis } from '@ats/test-kit'

const logger = createLogger({ service: 'test', level: 'silent' })
const TOKEN = 'token-0123456789-0123456789-0123456789'
const REFUSED: ValidateKeyResponse = { valid: false, status: 401, error: 'unauthorized' }
const OTHER_IP: ValidateKeyResponse = { valid: false, status: 403, error: 'IP not whitelisted for this API key' }

const aRecord = (terms: Partial<KeyRecord> = {}): KeyRecord => ({
  keyId: '0190f0a0-0000-7000-8000-000000000000',
  userId: `user-${randomBytes(4).toString('hex')}`,
  permissions: ['READ_ONLY'],
  ipWhitelist: [],
  expiresAt: null,
  ...terms,
})

describeWithRedis('the cache of keys', () => {
  let own: OwnRedis
  let redis: Redis
  let nowMs: number
  /** The wallet's word on the one key; a function may make the asker wait. */
  let wallet: () => ValidateKeyResponse | Promise<ValidateKeyResponse>
  let record: KeyRecord
  let requested: number
  let lookups: Lookup[]
  let fills: Fill[]
  let request: ValidateKeyRequest
  let place: string

  beforeAll(async () => {
    own = await startOwnRedis()
    // What is tested here is not what a busy machine makes of time-outs.
    redis = openRedis(own.url, logger, { timeoutFactor: TEST_TIMEOUT_FACTOR })
    while (!isAnswering(redis)) await sleep(5)
  })
  afterAll(async () => {
    redis.disconnect()
    await own.stop()
  })
  beforeEach(() => {
    nowMs = Date.now()
    record = aRecord()
    wallet = () => ({ valid: true, ...record, cacheable: true })
    ;[requested, lookups, fills] = [0, [], []]
    const { key, secret } = generateCredentials()
    request = { key, secret, ip: '10.0.0.1' }
    place = cacheKey(hashCredential(key))
  })

  function engine(serviceToken = TOKEN) {
    const now = () => nowMs
    const cache = createKeyCache({
      redis,
      serviceToken,
      now,
      onLookup: (lookup) => lookups.push(lookup),
      onFill: (fill) => fills.push(fill),
    })
    const ask = async () => {
      requested += 1
      return wallet()
    }
    return validateThroughCache({ cache, ask, now })
  }

  const revoke = () =>
    createKeyRevoker({ redis, logger, onForgotten: () => undefined }).forget(hashCredential(request.key))

  it('asks the wallet once, then knows the key', async () => {
    const validate = engine()
    for (let count = 0; count < 5; count++) expect(await validate(request)).toMatchObject({ valid: true, ...record })
    expect(requested).toBe(1)
    expect(lookups).toEqual(['leased', 'hit', 'hit', 'hit', 'hit'])
    expect(fills).toEqual(['stored'])
  })

  it('keeps a key no longer than its lease, counted from before the wallet was asked', async () => {
    const validate = engine()
    // The clock of Redis, by which a lease ends.
    const redisMs = async (): Promise<number> => {
      const [seconds, micros] = (await redis.time()).map(Number)
      return seconds! * 1_000 + Math.floor(micros! / 1_000)
    }
    let askedAtMs = 0
    wallet = async () => {
      askedAtMs = await redisMs()
      await sleep(300)
      return { valid: true, ...record, cacheable: true }
    }
    await validate(request)
    const tookMs = (await redisMs()) - askedAtMs
    const leftMs = await redis.pttl(place)
    expect(tookMs).toBeGreaterThan(290)
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(LEASE_MS - tookMs)
  })

  it('keeps neither values nor names from which a reader could learn a credential', async () => {
    await engine()(request)
    const text = (await redis.get(place)) ?? ''
    expect(text).toContain(record.userId)
    expect(text + place).not.toContain(request.key)
    expect(text + place).not.toContain(request.secret)
  })

  it.each<[string, (request: ValidateKeyRequest) => ValidateKeyRequest]>([
    ['another secret', (right) => ({ ...right, secret: generateCredentials().secret })],
    ['another address', (right) => ({ ...right, ip: '10.0.0.2' })],
    ['a scope it lacks', (right) => ({ ...right, scope: 'TRADE' })],
  ])('checks each request: one with %s goes to the wallet every time, which refuses it', async (_what, change) => {
    record = aRecord({ ipWhitelist: ['10.0.0.1'] })
    const validate = engine()
    await validate(request)
    const accepts = wallet
    for (const refusal of [REFUSED, OTHER_IP]) {
      wallet = () => refusal
      expect(await validate(change(request))).toEqual(refusal)
    }
    expect(requested).toBe(3)
    wallet = accepts
    expect(await validate(request)).toMatchObject({ valid: true })
    expect(requested).toBe(3)
  })

  it('asks the wallet in the last second before a key expires', async () => {
    record = aRecord({ expiresAt: new Date(nowMs + 3_000).toISOString() })
    const validate = engine()
    await validate(request)
    nowMs += 1_999
    expect(await validate(request)).toMatchObject({ valid: true })
    expect(requested).toBe(1)
    wallet = () => REFUSED
    nowMs += 1
    expect(await validate(request)).toEqual(REFUSED)
    expect(requested).toBe(2)
  })

  it.each([
    ['refused', (): ValidateKeyResponse => REFUSED],
    ['let in by a wallet that will not delete it', (): ValidateKeyResponse => ({ valid: true, ...record })],
  ])('keeps nothing of a key that was %s, the lease neither', async (_what, answer) => {
    wallet = answer
    const validate = engine()
    await validate(request)
    expect(await redis.exists(place)).toBe(0)
    await validate(request)
    expect(requested).toBe(2)
    expect(fills).toEqual([])
  })

  it('stores once, however many ask at the same time, and each of them asks the wallet', async () => {
    const validate = engine()
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    wallet = async () => {
      await opened
      return { valid: true, ...record, cacheable: true }
    }
    const answers = Array.from({ length: 50 }, () => validate(request))
    while (requested < 50) await sleep(1)
    open()
    expect(await Promise.all(answers)).toEqual(
      Array.from({ length: 50 }, () => expect.objectContaining({ valid: true }) as unknown),
    )
    expect(fills).toEqual(['stored'])
    expect(lookups.filter((lookup) => lookup === 'leased')).toHaveLength(1)
  })

  it.each(['before', 'after'] as const)('does not store what it asked %s a revocation', async (when) => {
    const validate = engine()
    let isRevoked = false
    wallet = async () => {
      if (isRevoked) return REFUSED
      const yes: ValidateKeyResponse = { valid: true, ...record, cacheable: true }
      if (when === 'before') {
        isRevoked = true
        await revoke()
        return yes
      }
      isRevoked = true
      await revoke()
      return REFUSED
    }
    expect(await validate(request)).toEqual(REFUSED)
    expect(await validate(request)).toEqual(REFUSED)
    expect(fills).toEqual(when === 'before' ? ['refused'] : [])
    expect(await redis.exists(place)).toBe(0)
  })

  it('asks again rather than use an answer from before the cache was emptied', async () => {
    const validate = engine()
    wallet = async () => {
      if (requested === 1) await redis.del(place)
      return { valid: true, ...record, cacheable: true }
    }
    expect(await validate(request)).toMatchObject({ valid: true })
    expect(requested).toBe(2)
  })

  describe('does not accept', () => {
    /** Expects a tampered value to be validated by the wallet, refused, and deleted. */
    async function expectDisbelief(validate: ReturnType<typeof engine>): Promise<void> {
      wallet = () => REFUSED
      const before = requested
      expect(await validate(request)).toEqual(REFUSED)
      expect(requested).toBe(before + 1)
      expect(lookups.at(-1)).toBe('invalid')
      expect(await redis.exists(place)).toBe(0)
    }
    const kept = async () => (await redis.get(place)) ?? ''

    it.each<[string, (text: string) => string]>([
      ['a record that was changed', (text) => text.replace('"READ_ONLY"', '"TRADE"')],
      ['a changed MAC', (text) => text.slice(0, 3) + (text[3] === '0' ? '1' : '0') + text.slice(4)],
      ['a record without MAC', (text) => `V1:${text.slice(67)}`],
      ['a MAC that is no MAC', (text) => `V1:${'x'.repeat(64)}${text.slice(67)}`],
      ['another version', (text) => text.replace('V1:', 'V2:')],
      ['something else', () => '{"valid":true}'],
      ['an empty text', () => ''],
    ])('%s', async (_what, change) => {
      const validate = engine()
      await validate(request)
      const changed = change(await kept())
      expect(changed).not.toBe(await kept())
      await redis.set(place, changed, 'KEEPTTL')
      await expectDisbelief(validate)
    })

    it('the record of another key', async () => {
      const validate = engine()
      const { key } = generateCredentials()
      await validate({ ...request, key })
      await redis.copy(cacheKey(hashCredential(key)), place)
      await expectDisbelief(validate)
    })

    it('a record that an engine with another token has made', async () => {
      await engine('another-token-0123456789-0123456789')(request)
      await expectDisbelief(engine())
    })

    it.each([
      ['older than it can be', LEASE_MS + 2_001],
      ['from the future', -2_001],
    ])('a record %s', async (_what, ms) => {
      const validate = engine()
      await validate(request)
      nowMs += ms
      await expectDisbelief(validate)
    })

    it.each([LEASE_MS + 2_000, -2_000])('but one of %d ms, which clocks may differ by', async (ms) => {
      const validate = engine()
      await validate(request)
      nowMs += ms
      expect(await validate(request)).toMatchObject({ valid: true })
      expect(requested).toBe(1)
    })

    it('another kind of value', async () => {
      await redis.hset(place, 'valid', 'true')
      wallet = () => REFUSED
      expect(await engine()(request)).toEqual(REFUSED)
      expect(lookups).toEqual(['error'])
      await redis.del(place)
    })
  })

  it('asks the wallet each time while Redis is out of memory', async () => {
    const validate = engine()
    await redis.config('SET', 'maxmemory', '1')
    try {
      await validate(request)
      expect(await validate(request)).toMatchObject({ valid: true })
      expect(lookups).toEqual(['error', 'error'])
    } finally {
      await redis.config('SET', 'maxmemory', '0')
    }
  })

  it('loads its scripts again after Redis has dropped them', async () => {
    const validate = engine()
    await validate(request)
    await redis.script('FLUSH')
    expect(await validate(request)).toMatchObject({ valid: true })
    expect(requested).toBe(1)
  })
})
