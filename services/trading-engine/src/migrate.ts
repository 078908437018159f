import { join } from 'node:path'
import Joi from 'joi'
import { createLogger, loadConfig, migrate } from '@ats/service-kit'
import { environment } from './config.js'

const schema = Joi.object<{ DATABASE_URL: string; LOG_LEVEL: string }>({
  DATABASE_URL: Joi.string().required(),
  LOG_LEVEL: Joi.string().default('info'),
})

async function main(): Promise<void> {
  const config = loadConfig(schema, environment)
  const logger = createLogger({ service: 'trading-engine', level: config.LOG_LEVEL })
  await migrate({ connectionString: config.DATABASE_URL, directory: join(__dirname, '..', 'migrations'), logger })
}

main().catch((error: unknown) => {
  process.stderr.write(`trading-engine cannot migrate: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
