/**
 * The trading engine as a process of the fault suite: the product's own composition behind a stubbed authentication
 * path.
 */
import { listen } from '@ats/service-kit/http'
import { createLifecycle, createLogger } from '@ats/service-kit/process'
import { composeEngine, loadEngineConfig, type WebhookEndpoints } from '@ats/trading-engine'
import { readVenues } from '../live/venues.js'
import { armCrashPoint } from './crash-points.js'
import { createStubAuthentication } from './stub-authentication.js'

const GRACE_MS = 5_000
const NO_WEBHOOKS: WebhookEndpoints = {
  ofUsers: () => Promise.resolve([]),
  ofKey: () => Promise.resolve(null),
  close: () => undefined,
}

async function main(): Promise<void> {
  const crashAt = process.env['CRASH_AT']
  const atRoadPoint = crashAt === undefined ? () => undefined : armCrashPoint(crashAt)
  const config = loadEngineConfig(process.env)
  const logger = createLogger({ service: 'trading-engine', level: config.LOG_LEVEL })
  const lifecycle = createLifecycle({ logger, drainMs: config.DRAIN_MS })
  lifecycle.handleSignals(process)
  const engine = await composeEngine(config, {
    logger,
    isStopping: lifecycle.isStopping,
    wallet: createStubAuthentication(),
    webhookEndpoints: NO_WEBHOOKS,
    ...{ ...(await readVenues(process.env['VENUES'])), atRoadPoint },
  })
  lifecycle.onStop('engine', engine.close)
  const server = await listen(engine.app, {
    host: config.HOST,
    port: config.PORT,
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
  })
  const internal = await listen(engine.internal.app, { host: config.INTERNAL_HOST, port: config.INTERNAL_PORT })
  engine.onListening()
  lifecycle.onDrain(() => server.drain())
  lifecycle.onStop('http', async () => {
    await Promise.all([server.close(GRACE_MS), internal.close(GRACE_MS)])
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`the engine cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
