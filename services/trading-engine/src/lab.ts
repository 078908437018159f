import Joi from 'joi'
import { createPool, inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import { createLogger, loadConfig, settingsSchema } from '@ats/service-kit/process'
import { environment } from './config.js'
import type { UsePublished } from './lab/cli/export-tape.js'
import { OWN_BUILD } from './compose/lab/own-build.js'
import { recreateRun } from './compose/lab/recreate-run.js'
import type { Recreate } from './lab/cli/run-commands.js'
import { runLab } from './lab/cli/run-lab.js'
import { createTapeShelf } from './lab/run/tape-shelf.js'
import { keepTemplate } from './lab/run/template.js'
import { findStoredSnapshot, listPublishedListings, listStoredTicks } from './store/read/published-ticks.js'

const { DATABASE_URL } = settingsSchema
const folders = Joi.object<{ LAB_FOLDER: string }>({ LAB_FOLDER: Joi.string().default('.data/lab') })
const schema = Joi.object<{ DATABASE_URL: string }>({ DATABASE_URL })

const usePublished: UsePublished = async (use) => {
  const { DATABASE_URL: connectionString } = loadConfig(schema, environment)
  const pool = createPool({ connectionString, max: 1, timestampsAsText: true, applicationName: 'lab' })
  try {
    return await inTransaction(
      pool,
      (client) =>
        use({
          listings: () => listPublishedListings(client),
          snapshotUpTo: (tick) => findStoredSnapshot(client, tick),
          after: (tick, limit) => listStoredTicks(client, tick, limit),
        }),
      ONE_MOMENT,
    )
  } finally {
    await pool.end()
  }
}

const recreate: Recreate = async (report, tapes) => {
  const logger = createLogger({ service: 'lab', level: 'warn', destination: process.stderr })
  const template = await keepTemplate(OWN_BUILD.migrations, loadConfig(folders, environment).LAB_FOLDER)
  return recreateRun(report, { template, tapes: createTapeShelf(tapes), logger })
}

const run = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  error: (line: string) => void process.stderr.write(`${line}\n`),
}

runLab(process.argv.slice(2), run, { usePublished, recreate })
  .then((code) => (process.exitCode = code))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  })
