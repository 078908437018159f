import { generateWebhookSecret } from '@ats/contracts'
import { notFound } from '@ats/service-kit'
import type { Pool } from 'pg'
import type { ApiKey } from '../core/api-key.js'
import { lockActiveKey, saveKeyChange } from '../store/api-keys.js'
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
 * @throws RequestError not_found when the user has no such key, or it is revoked or expired
 */
export function updateApiKey(
  { pool, now, cipher }: { readonly pool: Pool; readonly now: () => Date; readonly cipher: WebhookCipher },
  userId: string,
  id: string,
  change: UpdateApiKey,
): Promise<UpdatedApiKey> {
  const changedAt = now()
  return inTransaction(pool, async (client) => {
    const apiKey = await lockActiveKey(client, userId, id, changedAt)
    if (apiKey === undefined) throw notFound()
    const changed = { ...apiKey, ...change }
    await saveKeyChange(client, changed)
    if (changed.webhookUrl === null || (await hasWebhookSecret(client, id))) return changed
    const webhookSecret = generateWebhookSecret()
    await saveWebhookSecret(client, cipher, { apiKeyId: id, secret: webhookSecret, createdAt: changedAt })
    return { ...changed, webhookSecret }
  })
}
