import { generateWebhookSecret } from '@ats/contracts'
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { lockActiveKey } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import type { WebhookCipher } from '../store/webhook-cipher.js'
import { retireWebhookSecret, saveWebhookSecret } from '../store/webhook-secrets.js'

export interface RotatedWebhookSecret {
  /** Leaves this process once, in the answer; kept encrypted. */
  readonly webhookSecret: string
  /** Until then events are signed with the secret before it as well; null when there was none. */
  readonly previousExpiresAt: Date | null
}

const HOUR_MS = 3_600_000

/**
 * Gives a key a new signing secret. The one it replaces signs beside it for `graceHours`, so that the receiver can
 * change over in its own time. One that was replaced earlier ends immediately: there are never more than two. `ip` is
 * for the audit.
 * @throws RequestError not_found when the user has no such key, or it is revoked or expired; conflict without a URL
 */
export function rotateWebhookSecret(
  deps: {
    readonly pool: Pool
    readonly now: () => Date
    readonly cipher: WebhookCipher
    readonly webhookSecretGraceHours: number
  },
  userId: string,
  id: string,
  ip: string,
): Promise<RotatedWebhookSecret> {
  const rotatedAt = deps.now()
  const graceEndsAt = new Date(rotatedAt.getTime() + deps.webhookSecretGraceHours * HOUR_MS)
  return inTransaction(deps.pool, async (client) => {
    const apiKey = await lockActiveKey(client, userId, id, rotatedAt)
    if (apiKey === undefined) throw notFound('key')
    if (apiKey.webhookUrl === null) throw noWebhook()
    const webhookSecret = generateWebhookSecret()
    const hadSecret = await retireWebhookSecret(client, id, graceEndsAt)
    await saveWebhookSecret(client, deps.cipher, { apiKeyId: id, secret: webhookSecret, createdAt: rotatedAt })
    const { id: keyId, keyPrefix } = apiKey
    await saveKeyEvent(client, { kind: 'key.webhook_secret_rotated', at: rotatedAt, keyId, keyPrefix, userId, ip })
    return { webhookSecret, previousExpiresAt: hadSecret ? graceEndsAt : null }
  })
}

function noWebhook(): RequestError {
  return new RequestError('conflict', 'this key has no webhookUrl; set one first', { reason: 'no_webhook' })
}
