import { createSecretKey, randomBytes } from 'node:crypto'
import { generateWebhookSecret } from '@ats/contracts'
import { createWebhookCipher, type EncryptedSecret } from './webhook-cipher.js'

const KEY_ID = '0190f0a0-0000-7000-8000-000000000000'
const OTHER_KEY_ID = '0190f0a0-0000-7000-8000-000000000001'

const encryptionKey = (id: string) => ({ id, key: createSecretKey(randomBytes(32)) })
const [old, young] = [encryptionKey('old'), encryptionKey('young')]
const cipher = createWebhookCipher([old])
const secret = generateWebhookSecret()

it('gives back what it encrypted', () => {
  const encrypted = cipher.encrypt(secret, KEY_ID)
  expect(cipher.decrypt(encrypted, KEY_ID)).toBe(secret)
  expect(encrypted).toMatchObject({ encryptionKeyId: 'old' })
  expect(encrypted.nonce).toHaveLength(12)
  expect(encrypted.ciphertext).toHaveLength(secret.length + 16)
})

it('takes a fresh nonce each time', () => {
  const all = Array.from({ length: 2_000 }, () => cipher.encrypt(secret, KEY_ID))
  expect(new Set(all.map(({ nonce }) => nonce.toString('hex'))).size).toBe(2_000)
  expect(new Set(all.map(({ ciphertext }) => ciphertext.toString('hex'))).size).toBe(2_000)
})

it('reads nothing that belongs to another API key', () => {
  expect(() => cipher.decrypt(cipher.encrypt(secret, KEY_ID), OTHER_KEY_ID)).toThrow()
})

it('reads nothing of which a single bit was changed', () => {
  const encrypted = cipher.encrypt(secret, KEY_ID)
  const flipped = (bytes: Buffer, bit: number) => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3]! ^= 1 << (bit & 7)
    return copy
  }
  for (let bit = 0; bit < encrypted.ciphertext.length * 8; bit++) {
    const changed = { ...encrypted, ciphertext: flipped(encrypted.ciphertext, bit) }
    expect(() => cipher.decrypt(changed, KEY_ID)).toThrow()
  }
  for (let bit = 0; bit < 96; bit++) {
    const changed = { ...encrypted, nonce: flipped(encrypted.nonce, bit) }
    expect(() => cipher.decrypt(changed, KEY_ID)).toThrow()
  }
})

it.each<[string, (encrypted: EncryptedSecret) => EncryptedSecret]>([
  ['without its end', (encrypted) => ({ ...encrypted, ciphertext: encrypted.ciphertext.subarray(0, -1) })],
  ['with a shorter tag', (encrypted) => ({ ...encrypted, ciphertext: encrypted.ciphertext.subarray(0, 12) })],
  ['without anything', (encrypted) => ({ ...encrypted, ciphertext: Buffer.alloc(0) })],
])('reads no secret %s', (_case, cut) => {
  expect(() => cipher.decrypt(cut(cipher.encrypt(secret, KEY_ID)), KEY_ID)).toThrow()
})

it('encrypts with the first key and reads with all of them', () => {
  const rotating = createWebhookCipher([young, old])
  const before = cipher.encrypt(secret, KEY_ID)
  expect(rotating.newestKeyId).toBe('young')
  expect(rotating.decrypt(before, KEY_ID)).toBe(secret)
  const after = rotating.encrypt(secret, KEY_ID)
  expect(after.encryptionKeyId).toBe('young')
  expect(createWebhookCipher([young]).decrypt(after, KEY_ID)).toBe(secret)
})

it('names the key that is missing, and reads nothing with another key of the same name', () => {
  const encrypted = cipher.encrypt(secret, KEY_ID)
  expect(() => createWebhookCipher([young]).decrypt(encrypted, KEY_ID)).toThrow(/lacks the key "old"/)
  expect(() => createWebhookCipher([{ ...young, id: 'old' }]).decrypt(encrypted, KEY_ID)).toThrow()
})
