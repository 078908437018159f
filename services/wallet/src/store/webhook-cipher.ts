import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { EncryptionKey } from '../fields/encryption-keys.js'

/** A signing secret as it lies in the database. */
export interface EncryptedSecret {
  readonly encryptionKeyId: string
  readonly nonce: Buffer
  /** With the tag of 16 bytes behind it. */
  readonly ciphertext: Buffer
}

export interface WebhookCipher {
  /** The encryption key that is used from now on. */
  readonly newestKeyId: string
  /** Encrypts a secret, never twice to the same text. */
  encrypt(secret: string, apiKeyId: string): EncryptedSecret
  /** @throws Error when its encryption key is not there, when a bit of it was changed, or it is another API key's */
  decrypt(encrypted: EncryptedSecret, apiKeyId: string): string
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM. The id of the API key is associated data, so that a row copied to another key, of another user say,
 * cannot be read there.
 * @param keys the first encrypts, all decrypt; ids are distinct
 */
export function createWebhookCipher(keys: readonly EncryptionKey[]): WebhookCipher {
  const [newest] = keys
  if (newest === undefined) throw new Error('Webhook secrets cannot be encrypted without a key.')
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  return {
    newestKeyId: newest.id,
    encrypt(secret, apiKeyId) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, newest.key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(apiKeyId))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return { encryptionKeyId: newest.id, nonce, ciphertext }
    },
    decrypt({ encryptionKeyId, nonce, ciphertext }, apiKeyId) {
      const key = byId.get(encryptionKeyId)
      if (key === undefined) throw new Error(`WEBHOOK_SECRET_KEYS lacks the key "${encryptionKeyId}".`)
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(apiKeyId))
        decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES))
        return decipher.update(ciphertext.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (error) {
        throw new Error(`A webhook secret of the API key ${apiKeyId} cannot be decrypted.`, { cause: error })
      }
    },
  }
}
