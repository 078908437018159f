import {
  API_KEY_PATTERN,
  API_SECRET_PATTERN,
  digestsEqual,
  generateCredentials,
  generateWebhookSecret,
  hashCredential,
  WEBHOOK_SECRET_PATTERN,
} from './credentials.js'

it('generates pairs of the documented form, none twice', () => {
  const pairs = Array.from({ length: 2_000 }, generateCredentials)
  for (const { key, secret } of pairs) {
    expect(key).toMatch(API_KEY_PATTERN)
    expect(secret).toMatch(API_SECRET_PATTERN)
  }
  expect(new Set(pairs.flatMap(({ key, secret }) => [key.slice(7), secret.slice(7)])).size).toBe(4_000)
})

it('generates signing secrets of 32 bytes, none twice', () => {
  const secrets = Array.from({ length: 2_000 }, generateWebhookSecret)
  for (const secret of secrets) {
    expect(secret).toMatch(WEBHOOK_SECRET_PATTERN)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  }
  expect(new Set(secrets).size).toBe(2_000)
})

it('hashes with SHA-256', () => {
  expect(hashCredential('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('compares digests, also of different lengths', () => {
  expect(digestsEqual(hashCredential('a'), hashCredential('a'))).toBe(true)
  expect(digestsEqual(hashCredential('a'), hashCredential('b'))).toBe(false)
  expect(digestsEqual(hashCredential('a'), Buffer.alloc(0))).toBe(false)
})

it.each([
  'svc_ak_',
  'SVC_AK_' + '0'.repeat(48),
  `svc_ak_${'0'.repeat(47)}`,
  `svc_ak_${'0'.repeat(49)}`,
  `svc_ak_${'A'.repeat(48)}`,
  `svc_ak_${'0'.repeat(48)}\n`,
])('%j is not a key', (text) => {
  expect(API_KEY_PATTERN.test(text)).toBe(false)
})
