import { parseValidateKeyResponse } from './validate-key.js'

const accepted = {
  valid: true,
  keyId: '0190f0a0-0000-7000-8000-000000000000',
  userId: 'u',
  permissions: ['TRADE'],
  ipWhitelist: ['10.0.0.0/8'],
  expiresAt: '2030-01-01T00:00:00.000Z',
}

it.each<[string, unknown]>([
  ['an accepted key', accepted],
  ['a key without an end', { ...accepted, expiresAt: null }],
  ['a field of a newer wallet', { ...accepted, note: 'new' }],
  ['wrong credentials', { valid: false, status: 401, error: 'unauthorized' }],
  ['a missing scope', { valid: false, status: 403, error: 'permission_denied' }],
  ['a wrong address', { valid: false, status: 403, error: 'IP not whitelisted for this API key' }],
])('reads %s', (_case, body) => {
  expect(parseValidateKeyResponse(body)).toEqual(body)
})

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a page', '<html>'],
  ['an empty object', {}],
  ['a list', []],
  ['valid alone', { valid: true }],
  ['invalid alone', { valid: false }],
  ['valid as text', { ...accepted, valid: 'true' }],
  ['an error body', { error: 'engine_error', message: 'm', request_id: 'r' }],
  ['a status that is no verdict', { valid: false, status: 500, error: 'unauthorized' }],
  ['a status that does not fit', { valid: false, status: 401, error: 'permission_denied' }],
  ['an unknown error', { valid: false, status: 403, error: 'no' }],
  ['no user', { ...accepted, userId: undefined }],
  ['an empty user', { ...accepted, userId: '' }],
  ['a wrong key id', { ...accepted, keyId: 'x' }],
  ['no permissions', { ...accepted, permissions: [] }],
  ['an unknown permission', { ...accepted, permissions: ['ADMIN'] }],
  ['no list of addresses', { ...accepted, ipWhitelist: null }],
  ['an address range that cannot be parsed', { ...accepted, ipWhitelist: ['10.0.0.0/99'] }],
  ['no expiry', { ...accepted, expiresAt: undefined }],
  ['an unreadable expiry', { ...accepted, expiresAt: '2030-13-01T00:00:00Z' }],
  ['an expiry as a number', { ...accepted, expiresAt: 1 }],
])('%s is not a decision', (_case, body) => {
  expect(parseValidateKeyResponse(body)).toBeUndefined()
})
