/** The process of the laboratory. */
import { ConfigError, createLifecycle, createLogger } from '@ats/service-kit/process'
import { listen } from '@ats/service-kit/http'
import { composeLab } from './compose/lab/compose-lab.js'
import { OWN_BUILD } from './compose/lab/own-build.js'
import { openOwnPlans } from './compose/lab/own-plans.js'
import { environment } from './config.js'
import { IN_MEMORY, loadLabConfig } from './lab-config.js'
import { endWith } from './serve.js'

const GRACE_MS = 5_000

async function main(): Promise<void> {
  const config = loadLabConfig(environment)
  const { engine } = config
  const logger = createLogger({ service: 'lab', level: engine.LOG_LEVEL })
  const lifecycle = createLifecycle({ logger, drainMs: engine.DRAIN_MS })
  lifecycle.handleSignals(process)
  const hasOwn = engine.DATABASE_URL === IN_MEMORY
  const pool = hasOwn ? await openOwnPlans(OWN_BUILD.migrations, config.LAB_FOLDER) : undefined
  const lab = composeLab(config, {
    ...(pool && { pool }),
    logger,
    isStopping: lifecycle.isStopping,
    ...OWN_BUILD,
  })
  lab.metrics.collectProcessMetrics()
  lifecycle.onStop('lab', lab.close)
  const server = await listen(lab.app, {
    ...{ host: engine.HOST, port: engine.PORT, allowedHosts: engine.ALLOWED_HOSTS },
    ...{ connectionsPerAddress: engine.CONNECTIONS_PER_ADDRESS, trustedProxies: engine.TRUSTED_PROXIES },
  })
  const { GATEWAY_HOST: host, GATEWAY_PORT: port, ALLOWED_HOSTS: allowedHosts } = engine
  const gateway = lab.gateway === null ? null : await listen(lab.gateway, { host, port, allowedHosts })
  // Elsewhere metrics are on the port of the API.
  const hasInternal = engine.NODE_ENV === 'production'
  const internal = hasInternal
    ? await listen(lab.internal, { host: engine.INTERNAL_HOST, port: engine.INTERNAL_PORT, allowedHosts })
    : null
  const servers = [server, gateway, internal].filter((open) => open !== null)
  lifecycle.onStop('http', () => Promise.all(servers.map((open) => open.close(GRACE_MS))).then(() => undefined))
  logger.info({ host: engine.HOST, port: server.port, gateway_port: gateway?.port }, 'lab is listening')
}

main().catch((error: unknown) => endWith(error, error instanceof ConfigError ? 2 : 1))
