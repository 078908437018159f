import type { Logger } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { inTransaction } from '../store/database.js'
import type { WebhookCipher } from '../store/webhook-cipher.js'
import { countOlderSecrets, reencryptSecrets } from '../store/webhook-secrets.js'

/** So few that a user who rotates a secret at that time does not wait for long. */
const BATCH = 500

/**
 * Re-encrypts every webhook secret that is not under the newest encryption key, batch by batch: what is done stays done
 * when it is stopped, and it may run while wallets serve. Afterwards older keys are needed no longer, provided that all
 * wallets have the newest key as their first.
 * @returns how many it was
 * @throws Error when a secret cannot be decrypted; the batches before it stay done
 */
export async function reencryptWebhookSecrets({
  pool,
  cipher,
  logger,
}: {
  readonly pool: Pool
  readonly cipher: WebhookCipher
  readonly logger: Logger
}): Promise<number> {
  const total = await countOlderSecrets(pool, cipher)
  for (let left = total; left > 0; left = await countOlderSecrets(pool, cipher)) {
    logger.info({ left, encryption_key: cipher.newestKeyId }, 're-encrypting webhook secrets')
    await inTransaction(pool, (client) => reencryptSecrets(client, cipher, BATCH))
  }
  return total
}
