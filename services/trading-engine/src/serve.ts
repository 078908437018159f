/** A process of the engine, from its start to its end; the fault suite and the benchmark run it with stubs. */
import { listen } from '@ats/service-kit/http'
import { createLifecycle, createLogger, disablePretenuring, openTracing } from '@ats/service-kit/process'
import { composeEngine, type EngineRuntime } from './compose/compose.js'
import type { EngineConfig } from './config.js'

/** How long a stop waits for requests under way. */
const GRACE_MS = 10_000

interface ServeOptions {
  /** In place of what the engine has by itself. */
  readonly runtime?: Partial<EngineRuntime>
  /** False: the first orders wait for what they need. Default true. */
  readonly warmsUp?: boolean
}

/** Resolves when it listens. */
export async function serveEngine(config: EngineConfig, { runtime, warmsUp = true }: ServeOptions = {}): Promise<void> {
  disablePretenuring()
  const logger = createLogger({ service: 'trading-engine', level: config.LOG_LEVEL })
  const lifecycle = createLifecycle({ logger, drainMs: config.DRAIN_MS })
  lifecycle.handleSignals(process)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config
  const tracing = await openTracing({ service: 'trading-engine', endpoint, share })
  lifecycle.onStop('tracing', tracing.close)
  const engine = await composeEngine(config, { logger, tracing, isStopping: lifecycle.isStopping, ...runtime })
  lifecycle.onStop('engine', engine.close)
  engine.metrics.collectProcessMetrics()
  if (warmsUp) await engine.warmUp()
  const { ALLOWED_HOSTS: allowedHosts, INTERNAL_HOST } = config
  const server = await listen(engine.app, {
    host: config.HOST,
    port: config.PORT,
    allowedHosts,
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.TRUSTED_PROXIES,
  })
  const internal = await listen(engine.internal.app, { host: INTERNAL_HOST, port: config.INTERNAL_PORT, allowedHosts })
  const gateway =
    engine.gateway === null
      ? null
      : await listen(engine.gateway.app, { host: config.GATEWAY_HOST, port: config.GATEWAY_PORT, allowedHosts })
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

/** Ends this process with the reason why it could not start. */
export function endWith(error: unknown, code: number): void {
  process.stderr.write(`trading-engine cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(code)
}
