import type { WebhookEndpointsResponse } from '@ats/contracts'
import type { Pool } from 'pg'
import type { WebhookCipher } from '../store/webhook-cipher.js'
import { loadEndpointsOfUsers } from '../store/webhook-secrets.js'

/**
 * Where the users' events go, read from the database each time.
 * @throws DependencyError when Postgres cannot tell; that is never an empty list
 */
export async function listWebhookEndpoints(
  { pool, now, cipher }: { readonly pool: Pool; readonly now: () => Date; readonly cipher: WebhookCipher },
  userIds: readonly string[],
): Promise<WebhookEndpointsResponse> {
  return { endpoints: await loadEndpointsOfUsers(pool, cipher, userIds, now()) }
}
