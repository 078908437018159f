import { generateCredentials, hashCredential, UNAUTHORIZED, type ValidateKeyResponse } from '@ats/contracts'
import { cacheKey, type HashedCredentials } from '@ats/key-cache'
import { createFailureLimit, createRateLimit } from '@ats/service-kit/http'
import { createAuthenticate } from './authenticate.js'
import { createKnownKeys } from './known-keys.js'
import { keyRoutes } from './routes/key.js'

const ACCEPTED: ValidateKeyResponse = {
  ...{ valid: true, keyId: '0190f0a0-0000-7000-8000-000000000000', userId: 'user-1', permissions: ['TRADE'] },
  ...{ ipWhitelist: [], expiresAt: null },
}

const REQUEST = {
  ...{ method: 'GET', path: '/v1/key', rawUrl: '/v1/key', rawHeaders: [], ip: '10.0.0.1', requestId: 'request-1' },
  body: Buffer.alloc(0),
}

/** A gate in front of one key, and the hashes that it asked about. */
function createGate() {
  const { key, secret } = generateCredentials()
  const asked: (HashedCredentials | undefined)[] = []
  let isRevoked = false
  const limit = createRateLimit({ policy: 'test', limit: 1_000, redis: null })
  const authenticate = createAuthenticate({
    validate: (request, hashed) => {
      asked.push(hashed)
      return Promise.resolve(request.secret === secret && !isRevoked ? ACCEPTED : UNAUTHORIZED)
    },
    resolveHook: () => Promise.resolve(null),
    onKeyUsed: () => undefined,
    ...{ knownKeys: createKnownKeys(Date.now), now: Date.now, keyLimit: limit, userLimit: limit },
    ...{ failureLimit: createFailureLimit({ prefix: '', limit: 1_000, redis: null }), publicLimit: null },
    sandboxLimit: null,
  })
  const [route] = keyRoutes()
  const send = (given: string): Promise<boolean> =>
    authenticate({ ...REQUEST, headers: { 'x-api-key': key, 'x-api-secret': given } }, route!).then(
      () => true,
      () => false,
    )
  const hashesOf = (given: string) => ({ place: cacheKey(hashCredential(key)), secretHash: hashCredential(given) })
  return { secret, asked, send, hashesOf, revoke: () => void (isRevoked = true) }
}

it('hashes key and secret once while they are right, and again once they were not', async () => {
  const { secret, asked, send, hashesOf, revoke } = createGate()
  for (let count = 0; count < 3; count += 1) expect(await send(secret)).toBe(true)
  expect(asked[0]).toEqual(hashesOf(secret))
  expect(asked[1]).toBe(asked[0])
  expect(asked[2]).toBe(asked[0])
  revoke()
  expect(await send(secret)).toBe(false)
  expect(await send(secret)).toBe(false)
  expect(asked[4]).toEqual(hashesOf(secret))
  expect(asked[4]).not.toBe(asked[0])
})

it('asks about a wrong secret by its own hash, whatever is known of the right one', async () => {
  const { secret, asked, send, hashesOf } = createGate()
  const wrong = generateCredentials().secret
  expect([await send(secret), await send(wrong), await send(secret)]).toEqual([true, false, true])
  expect(asked[1]).toEqual(hashesOf(wrong))
  expect(asked[2]).toBe(asked[0])
})
