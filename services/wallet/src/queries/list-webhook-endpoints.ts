import type { WebhookEndpointsResponse } from '@ats/contracts'
import type { Pool } from 'pg'
import type { WebhookCipher } from '../store/webhook-cipher.js'
import { loadEndpointsOfUser } from '../store/webhook-secrets.js'

/**
 * Where the user's events go, read from the database each time.
 * @throws DependencyError when Postgres cannot tell; that is never an empty list
 */
export async function listWebhookEndpoints(
  { pool, now, cipher }: { readonly pool: Pool; readonly now: () => Date; readonly cipher: WebhookCipher },
  userId: string,
): Promise<WebhookEndpointsResponse> {
  return { endpoints: await loadEndpointsOfUser(pool, cipher, userId, now()) }
}
