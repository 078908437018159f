import { createLifecycle, disablePretenuring, openTracing } from '@ats/service-kit/process'
import { composeWallet } from './compose.js'
import { DEVELOPMENT_KEY_ID, loadWalletConfig } from './config.js'

/** How long a stop waits for requests under way: longer than a revocation takes. */
const GRACE_MS = 10_000

async function main(): Promise<void> {
  disablePretenuring()
  const config = loadWalletConfig()
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config
  const tracing = await openTracing({ service: 'wallet', endpoint, share })
  const wallet = composeWallet(config, { tracing })
  wallet.metrics.collectProcessMetrics()
  const lifecycle = createLifecycle({ logger: wallet.logger, drainMs: config.DRAIN_MS })
  lifecycle.onStop('tracing', tracing.close)
  lifecycle.onDrain(() => wallet.drain())
  lifecycle.onStop('wallet', () => wallet.stop(GRACE_MS))
  lifecycle.handleSignals(process)
  if (config.NODE_ENV === 'production' && config.USER_ID_TRUST === 'plain') {
    wallet.logger.warn('X-User-Id is trusted without a signature: anybody who reaches this port can act as any user')
  }
  if (config.WEBHOOK_SECRET_KEYS[0]?.id === DEVELOPMENT_KEY_ID) {
    wallet.logger.warn('webhook secrets are encrypted with a key that everybody knows: set WEBHOOK_SECRET_KEYS')
  }
  for (const describe of Object.values(wallet.openapi)) describe()
  const { port, internalPort } = await wallet.start()
  wallet.logger.info({ host: config.HOST, port, internal_port: internalPort }, 'wallet is listening')
}

main().catch((error: unknown) => {
  process.stderr.write(`wallet cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
