import Joi from 'joi'
import { loadConfig, settingsSchema } from '@ats/service-kit/process'
import { environment } from './config.js'
import { runReplay } from './replay/run-replay.js'

const { DATABASE_URL } = settingsSchema
const schema = Joi.object<{ DATABASE_URL: string }>({ DATABASE_URL })

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

async function main(): Promise<number> {
  const { DATABASE_URL: databaseUrl } = loadConfig(schema, environment)
  return runReplay(process.argv.slice(2), {
    databaseUrl,
    out: (line) => void process.stdout.write(`${line}\n`),
    error: (line) => void process.stderr.write(`${line}\n`),
    stopping: stop.signal,
  })
}

main()
  .then((code) => (process.exitCode = code))
  .catch((error: unknown) => {
    process.stderr.write(`the replay has failed: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  })
