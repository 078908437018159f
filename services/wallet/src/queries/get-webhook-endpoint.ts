import { NO_WEBHOOK, type WebhookEndpoint } from '@ats/contracts'
import { RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { WebhookCipher } from '../store/webhook-cipher.js'
import { loadEndpoint } from '../store/webhook-secrets.js'

/**
 * Where events for one key go at this moment.
 * @throws RequestError not_found, with a reason that no other 404 has, when nothing more may be sent to it
 * @throws DependencyError when Postgres cannot tell; that is never a 404
 */
export async function getWebhookEndpoint(
  { pool, now, cipher }: { readonly pool: Pool; readonly now: () => Date; readonly cipher: WebhookCipher },
  apiKeyId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await loadEndpoint(pool, cipher, apiKeyId, now())
  if (endpoint === undefined) throw new RequestError('not_found', 'this key receives no events', { reason: NO_WEBHOOK })
  return endpoint
}
