import { createPool } from '@ats/service-kit/db'
import { createLogger } from '@ats/service-kit/process'
import { reencryptWebhookSecrets } from './commands/reencrypt-webhook-secrets.js'
import { loadRotationConfig } from './config.js'
import { createWebhookCipher } from './store/webhook-cipher.js'

async function main(): Promise<void> {
  const { DATABASE_URL, LOG_LEVEL, WEBHOOK_SECRET_KEYS } = loadRotationConfig()
  const logger = createLogger({ service: 'wallet', level: LOG_LEVEL })
  const pool = createPool({ connectionString: DATABASE_URL, max: 1, applicationName: 'wallet-rotation' })
  const cipher = createWebhookCipher(WEBHOOK_SECRET_KEYS)
  try {
    const count = await reencryptWebhookSecrets({ pool, cipher, logger })
    logger.info({ count, encryption_key: cipher.newestKeyId }, 'every webhook secret is under the newest key')
  } finally {
    await pool.end()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`webhook secrets cannot be re-encrypted: ${describe(error)}\n`)
  process.exit(1)
})

/** Describes what failed, and why. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${describe(error.cause)}` : error.message
}
