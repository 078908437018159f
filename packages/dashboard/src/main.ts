import { ConfigError, createLifecycle } from '@ats/service-kit/process'
import { composeDashboard } from './compose.js'
import { loadDashboardConfig } from './config.js'

/** How long a stop waits for requests under way: longer than the slowest of them. */
const GRACE_MS = 12_000

async function main(): Promise<void> {
  const config = loadDashboardConfig()
  const dashboard = composeDashboard(config)
  dashboard.metrics.collectProcessMetrics()
  const lifecycle = createLifecycle({ logger: dashboard.logger, drainMs: config.DRAIN_MS })
  lifecycle.onDrain(() => dashboard.drain())
  lifecycle.onStop('dashboard', () => dashboard.stop(GRACE_MS))
  lifecycle.handleSignals(process)
  const { port, internalPort } = await dashboard.start()
  const { HOST: host, LOGIN: login, AUDIENCE: audience } = config
  dashboard.logger.info({ host, port, internal_port: internalPort, login, audience }, 'dashboard is listening')
}

main().catch((error: unknown) => {
  process.stderr.write(`dashboard cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
})
