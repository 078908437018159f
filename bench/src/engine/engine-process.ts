/**
 * The engine as it runs in production (limits, log and durability on), in a process of its own. Without WALLET_URL,
 * stubs stand in for authentication and for the webhook endpoints of the benchmark's keys. WITHOUT_RULES=yes exists in
 * the benchmark only.
 */
import { listen } from '@ats/service-kit/http'
import { createLifecycle, createLogger, disablePretenuring } from '@ats/service-kit/process'
import { composeEngine, LIVE_EXECUTION_OFF, type EngineConfig } from '@ats/trading-engine'
import { switchOffRules } from '../risk/off.js'
import { createStubWallet } from './stub-wallet.js'
import { createStubWebhooks } from './stub-webhooks.js'

const GRACE_MS = 5_000

const roleOf = (text: string): EngineConfig['ROLE'] => (text === 'api' || text === 'worker' ? text : 'all')

/** With the stubs nobody asks the wallet; its address must be one all the same. */
const NEVER_CALLED = 'http://127.0.0.1:9'

const stubsFor = (users: number, walletUrl: string, receiverUrl: string) => ({
  ...(walletUrl === '' ? { wallet: createStubWallet(users) } : {}),
  ...(walletUrl === '' || receiverUrl !== '' ? { webhookEndpoints: createStubWebhooks(users, receiverUrl) } : {}),
})

async function main(): Promise<void> {
  disablePretenuring()
  const setting = (name: string): string => process.env[name] ?? ''
  if (setting('WITHOUT_RULES') === 'yes') switchOffRules()
  const walletUrl = setting('WALLET_URL')
  const config: EngineConfig = {
    NODE_ENV: setting('NODE_ENV') === 'development' ? 'development' : 'production',
    ROLE: roleOf(setting('ROLE')),
    HOST: '127.0.0.1',
    PORT: Number(setting('PORT')),
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: Number(setting('INTERNAL_PORT')),
    DRAIN_MS: 0,
    OPERATOR_TOKENS: setting('OPERATOR_TOKEN') === '' ? [] : [setting('OPERATOR_TOKEN')],
    GATEWAY_HMAC_SECRETS: [],
    GATEWAY_PORT: 0,
    DATABASE_URL: setting('DATABASE_URL'),
    DATABASE_POOL_MAX: 16,
    WALLET_URL: walletUrl === '' ? NEVER_CALLED : walletUrl,
    WALLET_SERVICE_TOKEN: setting('WALLET_SERVICE_TOKEN'),
    REDIS_URL: process.env['REDIS_URL'] ?? null,
    MARKET_FEED: 'synthetic',
    AUTH_MODE: 'required',
    ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: true,
    MARKET_HOURS: 'venue',
    FUNDING: 'venue',
    VENUE_COSTS: [],
    ...LIVE_EXECUTION_OFF,
    ACCOUNT_CREATION: 'open',
    REQUESTS_PER_MINUTE: Number(setting('REQUESTS_PER_MINUTE') || 1_200),
    REQUESTS_PER_MINUTE_PER_USER: 12_000,
    IN_FLIGHT_MAX: 4_000,
    IN_FLIGHT_PER_KEY: 100,
    IN_FLIGHT_PER_USER: 200,
    IN_FLIGHT_PER_ADDRESS: 200,
    CONNECTIONS_PER_ADDRESS: 10_000,
    FAILED_AUTHENTICATIONS_PER_MINUTE: 600,
    PUBLIC_REQUESTS_PER_MINUTE: 0,
    TRUSTED_PROXIES: [],
    WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8'],
    WEBHOOK_CA_FILE: process.env['WEBHOOK_CA_FILE'] ?? null,
    WEBHOOK_SCHEDULE_DIVISOR: 1,
    WEBHOOK_RETENTION_DAYS: 30,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: null,
    OTEL_TRACES_SAMPLER_ARG: 1,
  }
  const logger = createLogger({ service: 'trading-engine', level: config.LOG_LEVEL })
  const lifecycle = createLifecycle({ logger })
  lifecycle.handleSignals(process)
  const engine = await composeEngine(config, {
    logger,
    isStopping: lifecycle.isStopping,
    ...stubsFor(Number(setting('USERS')), walletUrl, setting('WEBHOOK_RECEIVER')),
  })
  lifecycle.onStop('engine', engine.close)
  engine.metrics.collectProcessMetrics()
  const server = await listen(engine.app, {
    host: config.HOST,
    port: config.PORT,
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
  })
  engine.onListening()
  lifecycle.onStop('http', () => server.close(GRACE_MS))
  const internal = await listen(engine.internal.app, { host: config.INTERNAL_HOST, port: config.INTERNAL_PORT })
  lifecycle.onStop('internal http', () => internal.close(GRACE_MS))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
