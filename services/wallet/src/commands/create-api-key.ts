import {
  generateCredentials,
  generateWebhookSecret,
  hashCredential,
  KEY_PREFIX_LENGTH,
  SCOPES,
  type Scope,
} from '@ats/contracts'
import { invalidPayload, RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { ACTIVE_KEYS_MAX, type ApiKey } from '../core/api-key.js'
import { countActiveKeys, lockKeysOfUser, saveKey } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import type { WebhookCipher } from '../store/webhook-cipher.js'
import { saveWebhookSecret } from '../store/webhook-secrets.js'

export interface CreateApiKey {
  readonly label: string
  readonly permissions: readonly Scope[]
  readonly ipWhitelist: readonly string[]
  readonly webhookUrl: string | null
  readonly expiresAt: Date | null
}

export interface CreatedApiKey {
  readonly apiKey: ApiKey
  /** Both leave this process once, in the answer, and are kept nowhere. */
  readonly key: string
  readonly secret: string
  /** Signs the events, for a key that has a URL for them. Shown only here, kept encrypted. */
  readonly webhookSecret?: string
}

/**
 * `ip` is for the audit.
 * @throws RequestError invalid_payload when it would already have expired, conflict when the user has enough keys
 */
export async function createApiKey(
  { pool, now, cipher }: { readonly pool: Pool; readonly now: () => Date; readonly cipher: WebhookCipher },
  userId: string,
  command: CreateApiKey,
  ip: string,
): Promise<CreatedApiKey> {
  const createdAt = now()
  if (command.expiresAt !== null && command.expiresAt <= createdAt) throw alreadyExpired()
  const { key, secret } = generateCredentials()
  const apiKey: ApiKey = {
    ...command,
    id: uuidv7(),
    keyPrefix: key.slice(0, KEY_PREFIX_LENGTH),
    permissions: SCOPES.filter((scope) => command.permissions.includes(scope)),
    createdAt,
    lastUsedAt: null,
    lastUsedIp: null,
  }
  const webhookSecret = command.webhookUrl === null ? undefined : generateWebhookSecret()
  await inTransaction(pool, async (client) => {
    await lockKeysOfUser(client, userId)
    if ((await countActiveKeys(client, userId, createdAt)) >= ACTIVE_KEYS_MAX) throw tooManyKeys()
    await saveKey(client, { ...apiKey, userId, keyHash: hashCredential(key), secretHash: hashCredential(secret) })
    const { id: keyId, keyPrefix } = apiKey
    await saveKeyEvent(client, { kind: 'key.created', at: createdAt, keyId, keyPrefix, userId, ip })
    if (webhookSecret !== undefined)
      await saveWebhookSecret(client, cipher, { apiKeyId: apiKey.id, secret: webhookSecret, createdAt })
  })
  return { apiKey, key, secret, ...(webhookSecret !== undefined && { webhookSecret }) }
}

function alreadyExpired(): RequestError {
  return invalidPayload([{ path: ['expiresAt'], code: 'date.future', message: 'expiresAt must be in the future' }])
}

function tooManyKeys(): RequestError {
  return new RequestError('conflict', `at most ${ACTIVE_KEYS_MAX} keys can be active; revoke one first`, {
    reason: 'active_key_limit',
  })
}
