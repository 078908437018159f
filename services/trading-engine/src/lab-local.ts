/**
 * A laboratory for one person on one machine, with nothing to configure: the plans are those of the migrations, one key
 * opens it, and its database is in memory. The process that forks it is told where it is, and ends it by leaving.
 */
import { getPriority } from 'node:os'
import { generateCredentials } from '@ats/contracts'
import { listen } from '@ats/service-kit/http'
import { createLogger } from '@ats/service-kit/process'
import { composeLab } from './compose/lab/compose-lab.js'
import { OWN_BUILD } from './compose/lab/own-build.js'
import { environment } from './config.js'
import { openOwnPlans } from './compose/lab/own-plans.js'
import { createRunWallet } from './compose/lab/run-wallet.js'
import { IN_MEMORY, loadLabConfig } from './lab-config.js'
import { endWith } from './serve.js'

const HOST = '127.0.0.1'
/** More than a machine can have: what limits runs there is who starts them. */
const MANY = '1000'

async function main(): Promise<void> {
  const { LAB_FOLDER = '.data/lab', LAB_MEMORY_MB = '1024' } = environment
  const config = loadLabConfig({
    ...{ LAB_FOLDER, LAB_MEMORY_MB, LAB_RUNS_MAX: MANY, LAB_RUNS_PER_USER: MANY, NODE_ENV: 'development', HOST },
    ...{ DATABASE_URL: IN_MEMORY, WALLET_URL: 'http://127.0.0.1:9' },
    ...{ WALLET_SERVICE_TOKEN: 'nobody-is-asked-in-a-laboratory-of-ones-own', REQUESTS_PER_MINUTE: '1000000000' },
    ...{ PUBLIC_REQUESTS_PER_MINUTE: '0', IN_FLIGHT_PER_KEY: MANY, IN_FLIGHT_PER_USER: MANY },
  })
  const logger = createLogger({ service: 'lab', level: 'error' })
  const pool = await openOwnPlans(OWN_BUILD.migrations, LAB_FOLDER)
  const credentials = generateCredentials()
  const lab = composeLab(config, {
    ...{ logger, isStopping: () => false, ...OWN_BUILD, pool, wallet: createRunWallet(credentials) },
    ...{ priority: getPriority(), idleMax: Number(MANY) },
  })
  const server = await listen(lab.app, { host: HOST, port: 0 })
  process.send?.({ url: `http://${HOST}:${server.port}`, ...credentials })
  process.once('disconnect', () => void lab.close().finally(() => process.exit(0)))
}

// Ctrl-C reaches every process of a terminal: the one that has forked it ends it.
process.on('SIGINT', () => undefined)
main().catch((error: unknown) => endWith(error, 1))
