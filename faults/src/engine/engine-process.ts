/** The trading engine as a process of the fault suite: the product, composed as it composes itself, behind a stubbed authentication path. */
import { createLifecycle, createLogger, listen } from '@ats/service-kit'
import { composeEngine, type WebhookEndpoints } from '@ats/trading-engine'
import { armCrashPoint } from './crash-points.js'
import { createStubAuthentication } from './stub-authentication.js'
import { environmentOf } from './process-environment.js'

const GRACE_MS = 5_000
const NO_WEBHOOKS: WebhookEndpoints = {
  ofUsers: () => Promise.resolve([]),
  ofKey: () => Promise.resolve(null),
  close: () => undefined,
}

async function main(): Promise<void> {
  const { role, databaseUrl, redisUrl, port, requestsPerMinute, drainMs, crashAt } = environmentOf(process.env)
  if (crashAt !== null) armCrashPoint(crashAt)
  const logger = createLogger({ service: 'trading-engine', level: 'warn' })
  const lifecycle = createLifecycle({ logger, drainMs })
  lifecycle.handleSignals(process)
  const engine = await composeEngine(
    {
      NODE_ENV: 'test',
      ROLE: role,
      HOST: '127.0.0.1',
      PORT: port,
      INTERNAL_HOST: '127.0.0.1',
      INTERNAL_PORT: 0,
      DRAIN_MS: drainMs,
      OPERATOR_TOKENS: [],
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_MAX: 16,
      WALLET_URL: 'http://127.0.0.1:1',
      WALLET_SERVICE_TOKEN: 'keys are validated within the process: never sent',
      REDIS_URL: redisUrl,
      MARKET_FEED: 'synthetic',
      AUTH_MODE: 'required',
      ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: false,
      MARKET_HOURS: 'always',
      FUNDING: 'none',
      ACCOUNT_CREATION: 'open',
      REQUESTS_PER_MINUTE: requestsPerMinute,
      REQUESTS_PER_MINUTE_PER_USER: 10 * requestsPerMinute,
      IN_FLIGHT_MAX: 4_000,
      IN_FLIGHT_PER_KEY: 100,
      IN_FLIGHT_PER_USER: 200,
      IN_FLIGHT_PER_ADDRESS: 200,
      CONNECTIONS_PER_ADDRESS: 10_000,
      FAILED_AUTHENTICATIONS_PER_MINUTE: 600,
      PUBLIC_REQUESTS_PER_MINUTE: 0,
      TRUSTED_PROXIES: [],
      WEBHOOK_ALLOW_CIDRS: [],
      WEBHOOK_CA_FILE: null,
      WEBHOOK_SCHEDULE_DIVISOR: 1,
      WEBHOOK_RETENTION_DAYS: 30,
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: null,
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    { logger, isStopping: lifecycle.isStopping, wallet: createStubAuthentication(), webhookEndpoints: NO_WEBHOOKS },
  )
  lifecycle.onStop('engine', engine.close)
  const server = await listen(engine.app, { host: '127.0.0.1', port, connectionsPerAddress: 10_000 })
  lifecycle.onDrain(() => server.drain())
  lifecycle.onStop('http', () => server.close(GRACE_MS))
}

main().catch((error: unknown) => {
  process.stderr.write(`the engine cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
