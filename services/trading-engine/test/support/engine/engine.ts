/** A running engine for tests: the real one, over real HTTP, on a database of its own, beside a fake wallet. */
import { hashCredential } from '@ats/contracts'
import { listen, type ListenOptions, type OpenApiDocument } from '@ats/service-kit/http'
import { createLogger } from '@ats/service-kit/process'
import {
  apiClient,
  captureLogs,
  createTestDatabase,
  createTestPool,
  startFakeWallet,
  TEST_TIMEOUT_FACTOR,
  type ApiClient,
  type CapturedLogs,
  type FakeWallet,
  type IssuedKey,
  type KeyTerms,
} from '@ats/test-kit'
import { Client, type Pool } from 'pg'
import { parseOperators } from '../../../src/core/model/account/operators.js'
import { composeEngine, type EngineRuntime } from '../../../src/compose/compose.js'
import { LIVE_EXECUTION_OFF } from '../../../src/venues/chain/live-settings.js'
import type { VenueBooks } from '../../../src/commands/live/venue-books.js'
import type { EngineConfig, FeedConfig, SharedConfig } from '../../../src/config.js'
import { REPLICA_LOCK } from '../../../src/store/cluster/replicas.js'
import { pollUntil } from '../poll-until.js'

export const OPERATOR_TOKEN = 'a-token-of-the-operator-for-tests'

/** The token of a person of OPERATORS. */
export const tokenOf = (name: string): string =>
  name === 'olga' ? OPERATOR_TOKEN : `a-token-for-tests-of-${name}-`.padEnd(40, '-')

const PEOPLE = {
  ...{ olga: 'operator', pia: 'operator', rita: 'operator' },
  ...{ otto: 'approver', olaf: 'approver', vera: 'viewer' },
  ...{ anna: 'operator', demo: 'operator', 'some-operator': 'viewer' },
}
/** Users of the dashboard, with the same tokens. */
export const FIRM_TOKENS = Object.keys(PEOPLE)
  .map((name) => `${name}:${tokenOf(name)}`)
  .join()

export const OPERATORS = parseOperators(
  Object.entries(PEOPLE)
    .map(([name, role]) => `${name}:${hashCredential(tokenOf(name)).toString('hex')}:${role}`)
    .join(),
)

export interface TestEngine {
  readonly baseUrl: string
  /** The internal listener. */
  readonly operatorUrl: string
  /** As the operator, called olga. */
  readonly operator: ApiClient
  /** As another of OPERATORS. */
  readonly operatorAs: (name: string) => ApiClient
  readonly operatorOpenapi: OpenApiDocument
  /** The listener of signed users, where GATEWAY_HMAC_SECRETS is set. */
  readonly gateway: { readonly url: string; readonly openapi: OpenApiDocument } | null
  readonly databaseUrl: string
  readonly api: ApiClient
  readonly openapi: OpenApiDocument
  readonly wallet: FakeWallet
  /** The same database, for looking behind the API. */
  readonly pool: Pool
  readonly logs: CapturedLogs
  /** The books' side of the way to the venues. */
  readonly venueBooks: VenueBooks
  /** A client with a fresh key. */
  as(terms?: KeyTerms): { readonly api: ApiClient; readonly key: IssuedKey }
  /** A user with a funded account. */
  trader(planId?: string, terms?: KeyTerms): Promise<Trader>
  /** Moves the market of a symbol, unless it is there, and waits until it is. */
  moveMarket(symbol: string, price: number): Promise<void>
  close(): Promise<void>
}

export interface Trader {
  readonly api: ApiClient
  readonly key: IssuedKey
  readonly userId: string
  readonly accountId: string
  /** POST /v1/order on the account. */
  place(order: Record<string, unknown>): Promise<PlacedAnswer>
}

export interface PlacedAnswer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: {
    readonly order: (Record<string, unknown> & { id: string; status: string }) | null
    readonly trades: readonly Record<string, unknown>[]
    readonly violations: readonly (Record<string, unknown> & { rule: string })[]
  }
}

export interface TestEngineOptions extends Partial<SharedConfig> {
  readonly feed?: FeedConfig
  /** Engines on one database are replicas of one another. */
  readonly databaseUrl?: string
  readonly sharedWallet?: FakeWallet
  /** The wallet is asked about keys and hooks as in production, by default where there is another than the fake one. */
  readonly asksOverHttp?: boolean
  /**
   * The test changes accounts itself, in the database: the engine is told that it is not alone, as another process
   * would.
   */
  readonly isBesideAnother?: boolean
  readonly listening?: Partial<ListenOptions>
  /** In the place of what the engine would take itself. */
  readonly runtime?: Pick<
    EngineRuntime,
    | 'clock'
    | 'feed'
    | 'resolveHost'
    | 'tracing'
    | 'venueAdapters'
    | 'webhookSpans'
    | 'mailSpans'
    | 'timeoutFactor'
    | 'senderEveryMs'
    | 'senderClaimEvery'
    | 'sweepMs'
    | 'peaksMs'
  >
}

/** Engines whose settings say the same to their documents share these: one takes longer to make than most tests do. */
function documentOf(audience: 'traders' | 'operator', settings: EngineConfig, make: () => OpenApiDocument) {
  const { NODE_ENV, ROLE, AUTH_MODE, OPERATORS: people, WEBHOOK_ALLOW_CIDRS: reachable } = settings
  const said = [audience, NODE_ENV, ROLE, AUTH_MODE, people.length > 0, reachable.length > 0]
  return { name: `trading-engine ${said.join(' ')}`, make }
}

const askedInMemory = (wallet: FakeWallet): Required<EngineRuntime>['wallet'] => ({
  validate: (request) => wallet.validate(request),
  resolveHook: (request) => wallet.resolveHook(request),
  close: () => undefined,
})

export async function startEngine({
  databaseUrl,
  sharedWallet,
  listening,
  runtime,
  isBesideAnother = false,
  asksOverHttp,
  feed = { MARKET_FEED: 'synthetic' },
  ...config
}: TestEngineOptions = {}): Promise<TestEngine> {
  const database = databaseUrl === undefined ? await createTestDatabase('trading-engine') : null
  const url = databaseUrl ?? database?.url ?? ''
  const wallet = sharedWallet ?? (await startFakeWallet())
  const logs = captureLogs()
  const logger = createLogger({ service: 'trading-engine', level: 'trace', destination: logs.destination })
  const other = new Client({ connectionString: url })
  if (isBesideAnother) {
    await other.connect()
    await other.query(`select pg_advisory_lock_shared(${REPLICA_LOCK})`)
  }
  const settings: EngineConfig = {
    NODE_ENV: 'test',
    ROLE: 'all',
    HOST: '127.0.0.1',
    PORT: 0,
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: 0,
    ALLOWED_HOSTS: [],
    DRAIN_MS: 0,
    OPERATORS,
    GATEWAY_HMAC_SECRETS: [],
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: 0,
    DATABASE_URL: url,
    DATABASE_POOL_MAX: 8,
    WALLET_URL: wallet.url,
    WALLET_SERVICE_TOKEN: wallet.serviceToken,
    REDIS_URL: null,
    ...feed,
    AUTH_MODE: 'required',
    ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: false,
    MARKET_HOURS: 'always',
    // A test that runs over a full hour would see its balances move.
    FUNDING: 'none',
    VENUE_COSTS: [],
    ...LIVE_EXECUTION_OFF,
    ACCOUNT_CREATION: 'open',
    CERTIFICATES: 'asked',
    REQUESTS_PER_MINUTE: 100_000,
    REQUESTS_PER_MINUTE_PER_USER: 1_000_000,
    IN_FLIGHT_MAX: 1_000_000,
    IN_FLIGHT_PER_KEY: 100_000,
    IN_FLIGHT_PER_USER: 100_000,
    IN_FLIGHT_PER_ADDRESS: 100_000,
    CONNECTIONS_PER_ADDRESS: 10_000,
    FAILED_AUTHENTICATIONS_PER_MINUTE: 100_000,
    PUBLIC_REQUESTS_PER_MINUTE: 0,
    TRUSTED_PROXIES: [],
    WEBHOOK_ALLOW_CIDRS: [],
    WEBHOOK_CA_FILE: null,
    WEBHOOK_SCHEDULE_DIVISOR: 1,
    WEBHOOK_RETENTION_DAYS: 30,
    DASHBOARD_URL: null,
    PUBLIC_URL: null,
    SMTP_URL: null,
    MAIL_FROM: null,
    TELEGRAM_BOT_TOKEN: null,
    TELEGRAM_API_URL: 'https://api.telegram.org',
    LOG_LEVEL: 'trace',
    INSTANCE_ID: null,
    OTEL_EXPORTER_OTLP_ENDPOINT: null,
    OTEL_TRACES_SAMPLER_ARG: 1,
    ...config,
  }
  const engine = await composeEngine(settings, {
    ...{ logger, isStopping: () => false, timeoutFactor: TEST_TIMEOUT_FACTOR },
    ...(!(asksOverHttp ?? config.WALLET_URL !== undefined) && { wallet: askedInMemory(wallet) }),
    ...runtime,
  })
  const server = await listen(engine.app, { host: '127.0.0.1', port: 0, ...listening })
  engine.onListening()
  const internal = await listen(engine.internal.app, { host: '127.0.0.1', port: 0, ...listening })
  const ofGateway =
    engine.gateway === null ? null : await listen(engine.gateway.app, { host: '127.0.0.1', port: 0, ...listening })
  const baseUrl = `http://127.0.0.1:${server.port}`
  const operatorUrl = `http://127.0.0.1:${internal.port}`
  const pool = createTestPool(url)
  const api = apiClient({ baseUrl, openapi: documentOf('traders', settings, engine.openapi) })

  const as = (terms?: KeyTerms) => {
    const key = wallet.issue(terms)
    return { key, api: api.with(key.headers) }
  }

  const moveMarket = async (symbol: string, price: number): Promise<void> => {
    const isThere = async () => {
      const { body } = await api.get<{ mark_price: number }>(`/v1/price?symbol=${symbol}`)
      return Math.abs(body.mark_price - price) <= price * 1e-6
    }
    if (await isThere()) return
    const { api: mover } = as()
    const moved = await mover.post('/v1/sandbox/market', { body: { symbol, price } })
    if (moved.status !== 200) throw new Error(`the market did not move: ${moved.text}`)
    await pollUntil(isThere, Boolean)
  }

  const operatorAs = (name: string): ApiClient =>
    apiClient({
      baseUrl: operatorUrl,
      openapi: documentOf('operator', settings, engine.internal.openapi),
      headers: { authorization: `Bearer ${tokenOf(name)}` },
    })

  return {
    baseUrl,
    operatorUrl,
    operator: operatorAs('olga'),
    operatorAs,
    get operatorOpenapi() {
      return engine.internal.openapi()
    },
    gateway:
      engine.gateway === null || ofGateway === null
        ? null
        : { url: `http://127.0.0.1:${ofGateway.port}`, openapi: engine.gateway.openapi() },
    databaseUrl: url,
    api,
    get openapi() {
      return engine.openapi()
    },
    wallet,
    pool,
    logs,
    venueBooks: engine.venueBooks,
    as,
    moveMarket,
    async trader(planId = 'standard-100k', terms = {}) {
      const { api: mine, key } = as(terms)
      const created = await mine.post<{ id: string }>('/v1/accounts', { body: { plan_id: planId } })
      if (created.status !== 201) throw new Error(`no account: ${created.text}`)
      const accountId = created.body.id
      const place = (order: Record<string, unknown>): Promise<PlacedAnswer> =>
        mine.post('/v1/order', { body: { account_id: accountId, ...order } }) as unknown as Promise<PlacedAnswer>
      return { api: mine, key, userId: key.record.userId, accountId, place }
    },
    async close() {
      await Promise.all([server.close(1_000), internal.close(1_000), ofGateway?.close(1_000)])
      await engine.close()
      if (isBesideAnother) await other.end()
      await pool.end()
      if (sharedWallet === undefined) await wallet.close()
      await database?.drop()
    },
  }
}
