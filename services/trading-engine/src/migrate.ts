import { join } from 'node:path'
import Joi from 'joi'
import { DATABASE_WAIT_MS, migrate } from '@ats/service-kit/db'
import { createLogger, loadConfig, settingsSchema } from '@ats/service-kit/process'
import { environment } from './config.js'

const { DATABASE_URL, LOG_LEVEL } = settingsSchema
const schema = Joi.object<{ DATABASE_URL: string; LOG_LEVEL: string }>({ DATABASE_URL, LOG_LEVEL })

async function main(): Promise<void> {
  const config = loadConfig(schema, environment)
  const logger = createLogger({ service: 'trading-engine', level: config.LOG_LEVEL })
  await migrate({
    connectionString: config.DATABASE_URL,
    directory: join(__dirname, '..', 'migrations'),
    logger,
    waitMs: DATABASE_WAIT_MS,
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`trading-engine cannot migrate: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
