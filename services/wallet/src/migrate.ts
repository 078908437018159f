import { join } from 'node:path'
import { DATABASE_WAIT_MS, migrate } from '@ats/service-kit/db'
import { createLogger } from '@ats/service-kit/process'
import { loadMigrationConfig } from './config.js'

async function main(): Promise<void> {
  const { DATABASE_URL, LOG_LEVEL } = loadMigrationConfig()
  const logger = createLogger({ service: 'wallet', level: LOG_LEVEL })
  await migrate({
    connectionString: DATABASE_URL,
    directory: join(__dirname, '..', 'migrations'),
    logger,
    waitMs: DATABASE_WAIT_MS,
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`wallet cannot migrate: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
