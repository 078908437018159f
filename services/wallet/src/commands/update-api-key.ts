import { generateWebhookSecret } from '@ats/contracts'
import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { ApiKey } from '../core/api-key.js'
import { lockActiveKey, saveKeyChange } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import type { WebhookCipher } from '../store/webhook-cipher.js'
import { hasWebhookSecret, saveWebhookSecret } from '../store/webhook-secrets.js'

/** Fields that are absent stay as they are. */
export interface UpdateApiKey {
  readonly label?: string
  /** Null: events go nowhere from now on. */
  readonly webhookUrl?: string | null
}

export interface UpdatedApiKey extends ApiKey {
  /** Only where this change made it: the key had never had a URL. */
  readonly webhookSecret?: string
}

/**
 * Changes a key. Its signing secret is made with its first URL and stays with the key, whatever becomes of the URL.
 * `ip` is for the audit; an update that changes nothing is not audited.
 * @throws RequestError not_found when the user has no such key, or it is revoked or expired
 */
export function updateApiKey(
  { pool, now, cipher }: { readonly pool: Pool; readonly now: () => Date; readonly cipher: WebhookCipher },
  userId: string,
  id: string,
  change: UpdateApiKey,
  ip: string,
): Promise<UpdatedApiKey> {
  const changedAt = now()
  return inTransaction(pool, async (client) => {
    const apiKey = await lockActiveKey(client, userId, id, changedAt)
    if (apiKey === undefined) throw notFound('key')
    const changed = { ...apiKey, ...change }
    const needsSecret = changed.webhookUrl !== null && !(await hasWebhookSecret(client, id))
    const isAsBefore = changed.label === apiKey.label && changed.webhookUrl === apiKey.webhookUrl
    if (isAsBefore && !needsSecret) return apiKey
    const { id: keyId, keyPrefix } = apiKey
    await saveKeyChange(client, changed)
    await saveKeyEvent(client, { kind: 'key.updated', at: changedAt, keyId, keyPrefix, userId, ip })
    if (!needsSecret) return changed
    const webhookSecret = generateWebhookSecret()
    await saveWebhookSecret(client, cipher, { apiKeyId: id, secret: webhookSecret, createdAt: changedAt })
    return { ...changed, webhookSecret }
  })
}
