import { hashCredential, type Scope } from '@ats/contracts'
import type { StoredKey } from './api-key.js'
import type { RefusalReason } from './audit.js'
import { decideValidity } from './decide-validity.js'

const NOW_MS = Date.parse('2030-01-01T00:00:00Z')

const stored: StoredKey = {
  id: '0190f0a0-0000-7000-8000-000000000000',
  keyPrefix: 'svc_ak_00000000',
  userId: 'u-1',
  secretHash: hashCredential('right'),
  permissions: ['TRADE'],
  ipWhitelist: ['10.0.0.1'],
  expiresAt: new Date(NOW_MS + 1),
  lastUsedAt: null,
  isRevoked: false,
}
const request = { key: 'k', secret: 'right', ip: '10.0.0.1', scope: 'TRADE' as Scope }

const wrongIp = { ip: '10.0.0.2' }
const wrongScope = { scope: 'MANAGE_ORDERS' as Scope }
const wrongSecret = { secret: 'wrong' }
const expired = { expiresAt: new Date(NOW_MS) }

/** Each row has one fault fewer than the row above it, in the order of precedence. */
it.each<[string, Partial<StoredKey> | 'unknown', Partial<typeof request>, string, RefusalReason | null]>([
  ['unknown key', 'unknown', { ...wrongSecret, ...wrongIp, ...wrongScope }, 'unauthorized', 'unknown_key'],
  ['unknown key, right in all else', 'unknown', {}, 'unauthorized', 'unknown_key'],
  [
    'wrong secret',
    { isRevoked: true, ...expired },
    { ...wrongSecret, ...wrongIp, ...wrongScope },
    'unauthorized',
    'wrong_secret',
  ],
  ['revoked', { isRevoked: true, ...expired }, { ...wrongIp, ...wrongScope }, 'unauthorized', 'revoked'],
  ['expired', expired, { ...wrongIp, ...wrongScope }, 'unauthorized', 'expired'],
  ['wrong address', {}, { ...wrongIp, ...wrongScope }, 'IP not whitelisted for this API key', 'ip_not_allowed'],
  ['wrong scope', {}, wrongScope, 'permission_denied', 'scope_missing'],
  ['nothing wrong', {}, {}, 'valid', null],
  ['no scope asked for', { permissions: ['READ_ONLY'] }, { scope: undefined as unknown as Scope }, 'valid', null],
  ['reading, with a key for trading', {}, { scope: 'READ_ONLY' }, 'valid', null],
])('%s', (_case, key, requested, expected, reason) => {
  const { response, refusal } = decideValidity(
    key === 'unknown' ? undefined : { ...stored, ...key },
    { ...request, ...requested },
    NOW_MS,
  )
  expect([response.valid ? 'valid' : response.error, refusal]).toEqual([expected, reason])
})

it('an empty secret digest in place of a missing key matches no secret', () => {
  const { response } = decideValidity(undefined, { ...request, secret: '' }, NOW_MS)
  expect(response).toEqual({ valid: false, status: 401, error: 'unauthorized' })
})
