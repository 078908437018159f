import { listen } from '@ats/service-kit/http'
import { ConfigError, createLifecycle, createLogger, disablePretenuring, openTracing } from '@ats/service-kit/process'
import { composeEngine } from './compose/compose.js'
import { environment, loadEngineConfig } from './config.js'

/** How long a stop waits for requests under way. */
const GRACE_MS = 10_000

async function main(): Promise<void> {
  disablePretenuring()
  const config = loadEngineConfig(environment)
  const logger = createLogger({ service: 'trading-engine', level: config.LOG_LEVEL })
  const lifecycle = createLifecycle({ logger, drainMs: config.DRAIN_MS })
  lifecycle.handleSignals(process)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config
  const tracing = await openTracing({ service: 'trading-engine', endpoint, share })
  lifecycle.onStop('tracing', tracing.close)
  const engine = await composeEngine(config, { logger, tracing, isStopping: lifecycle.isStopping })
  lifecycle.onStop('engine', engine.close)
  engine.metrics.collectProcessMetrics()
  await engine.warmUp()
  const server = await listen(engine.app, {
    host: config.HOST,
    port: config.PORT,
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.TRUSTED_PROXIES,
  })
  const internal = await listen(engine.internal.app, { host: config.INTERNAL_HOST, port: config.INTERNAL_PORT })
  const gateway =
    engine.gateway === null
      ? null
      : await listen(engine.gateway.app, { host: config.INTERNAL_HOST, port: config.GATEWAY_PORT })
  engine.onListening()
  const servers = [server, internal, ...(gateway === null ? [] : [gateway])]
  lifecycle.onStop('http', () => Promise.all(servers.map((server) => server.close(GRACE_MS))).then(() => undefined))
  lifecycle.onDrain(() => servers.forEach((server) => server.drain()))
  const { HOST: host, ROLE: role } = config
  logger.info(
    { host, port: server.port, internal_port: internal.port, gateway_port: gateway?.port, role },
    'trading-engine is listening',
  )
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`trading-engine cannot start: ${message}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
})
