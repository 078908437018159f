import { openRedis, type Redis } from '@ats/service-kit/db'
import {
  createFailureLog,
  createHttpApp,
  createRateLimit,
  listen,
  type Authenticate,
  type Readiness,
  type RequestIds,
  type RunningServer,
} from '@ats/service-kit/http'
import { createLogger, createMetrics, type Logger, type Metrics } from '@ats/service-kit/process'
import type { DashboardConfig } from './config.js'
import { createOwnHostCheck } from './http/own-host.js'
import { requireSameOrigin } from './http/same-origin.js'
import { createServe } from './http/serve.js'
import { createDemoLogin } from './login/demo-login.js'
import type { Login } from './login/login.js'
import { createOidcLogin } from './login/oidc-login.js'
import { loginRoutes, type Visitor } from './login/routes.js'
import { createPages } from './pages/pages.js'
import { createInFlightCounter } from './proxy/in-flight.js'
import { watchStreams } from './proxy/open-streams.js'
import { createProxy } from './proxy/proxy.js'
import { createBackends } from './proxy/services.js'
import { createCookieJar } from './session/cookies.js'
import { createRevokedSessions } from './session/revoked-sessions.js'
import { createSealer } from './session/sealer.js'
import type { Role } from './session/session.js'
import { createSessions, type Sessions } from './session/sessions.js'

/** The dependencies from outside, which tests replace. */
export interface DashboardOverrides {
  readonly logger?: Logger
  readonly now?: () => Date
}

export interface Dashboard {
  readonly logger: Logger
  readonly metrics: Metrics
  /** Opens both ports; when one cannot be opened, neither stays open. */
  start(): Promise<{ readonly port: number; readonly internalPort: number }>
  /** Looks at the sessions of open streams now; it happens every minute by itself. */
  recheckStreams(): Promise<void>
  /** Not ready any more, so that load balancers take it out; every response is the last of its connection. */
  drain(): void
  /** Finishes running requests, at most for `graceMs`, and closes everything. */
  stop(graceMs: number): Promise<void>
}

export function composeDashboard(config: DashboardConfig, overrides: DashboardOverrides = {}): Dashboard {
  const logger = overrides.logger ?? createLogger({ service: 'dashboard', level: config.LOG_LEVEL })
  const now = overrides.now ?? (() => new Date())
  const metrics = createMetrics({ service: 'dashboard' })
  const redis = config.REDIS_URL === null ? null : openRedis(config.REDIS_URL, logger, { metrics })
  const limits = createLimits(config, redis, metrics)
  const sessions = composeSessions(config, redis, logger, now)
  const login = composeLogin(config, logger, now)
  const backends = createBackends(config, now)
  const streams = watchStreams()
  const pages = createPages({
    webRoot: config.WEB_ROOT,
    docsRoot: config.DOCS_ROOT,
    mayChange: config.NODE_ENV !== 'production',
    pageLimit: limits.pageLimit,
    metrics,
  })
  let isDraining = false
  const readiness = (): Promise<Readiness> =>
    Promise.resolve({ ready: !isDraining, checks: { process: isDraining ? 'stopping' : 'ok' } })

  const authenticate: Authenticate<Visitor> = async ({ method, headers }, { access }) => {
    if (access === 'change') requireSameOrigin(method, headers, config.PUBLIC_ORIGIN)
    return { principal: { session: await sessions.read(headers) } }
  }
  const { TRUSTED_PROXIES: trustedProxies, INSTANCE_ID: instanceId } = config
  const shared = { service: 'dashboard', logger, metrics, readiness, instanceId, trustedProxies }
  const { loginLimit, pageLimit } = limits
  const logFailure = createFailureLog({ logger, metrics })
  const onUnavailable = (error: unknown, ids: RequestIds): void =>
    logFailure(error, { ...ids, method: 'GET', route: '/login' })
  const routes = loginRoutes({
    ...{ config, sessions, login, loginLimit, pageLimit, onUnavailable },
    recheckStreams: streams.recheck,
  })
  const app = createServe({
    app: createHttpApp({ ...shared, routes, authenticate, servesMetrics: false }),
    proxy: createProxy({ ...{ config, sessions, backends, streams, logger, metrics, now }, ...limits }),
    pages,
    isOurHost: createOwnHostCheck(config.PUBLIC_ORIGIN),
    trustedProxies: config.TRUSTED_PROXIES,
    endStreams: () => Promise.resolve(streams.endAll()),
    logger,
    metrics,
  })
  const nobody: Authenticate<Visitor> = () => Promise.resolve({ principal: { session: null } })
  const internalApp = createHttpApp({ ...shared, routes: [], authenticate: nobody })
  const servers: RunningServer[] = []

  const dashboard: Dashboard = {
    logger,
    metrics,
    async start() {
      try {
        const { HOST: host, PORT, INTERNAL_HOST, INTERNAL_PORT } = config
        const { TRUSTED_PROXIES: trustedProxies, CONNECTIONS_PER_ADDRESS: connectionsPerAddress } = config
        const allowedHosts = allowedHostsOf(config)
        const open = await listen(app, { host, port: PORT, allowedHosts, trustedProxies, connectionsPerAddress })
        servers.push(open)
        const internal = await listen(internalApp, { host: INTERNAL_HOST, port: INTERNAL_PORT, allowedHosts })
        servers.push(internal)
        return { port: open.port, internalPort: internal.port }
      } catch (error) {
        await dashboard.stop(0)
        throw error
      }
    },
    recheckStreams: streams.recheck,
    drain() {
      isDraining = true
      for (const server of servers) server.drain()
    },
    async stop(graceMs) {
      isDraining = true
      await Promise.all(servers.splice(0).map((server) => server.close(graceMs)))
      await streams.stop()
      await backends.close()
      redis?.disconnect()
    },
  }
  return dashboard
}

function composeSessions(config: DashboardConfig, redis: Redis | null, logger: Logger, now: () => Date): Sessions {
  return createSessions({
    sealer: createSealer(secretsOf(config), 'session'),
    jar: createCookieJar({ name: 'session', isSecure: isSecure(config), sameSite: 'Strict' }),
    revoked: createRevokedSessions(redis, logger),
    now,
    allowedRoles: rolesOf(config),
  })
}

function composeLogin(config: DashboardConfig, logger: Logger, now: () => Date): Login {
  if (config.LOGIN === 'demo') return createDemoLogin(now)
  return createOidcLogin({
    config,
    sealer: createSealer(secretsOf(config), 'login'),
    jar: createCookieJar({ name: 'login', isSecure: isSecure(config), sameSite: 'Lax' }),
    logger,
    now,
  })
}

function createLimits(config: DashboardConfig, redis: Redis | null, metrics: Metrics) {
  const perPage = config.PUBLIC_REQUESTS_PER_MINUTE
  const inFlight = createInFlightCounter({
    ...{ ofSession: config.IN_FLIGHT_PER_SESSION, ofAll: config.IN_FLIGHT_MAX },
    counted: 'requests',
  })
  const streamsInFlight = createInFlightCounter({
    ...{ ofSession: config.STREAMS_PER_SESSION, ofAll: config.IN_FLIGHT_MAX },
    counted: 'streams',
  })
  metrics.figure('dashboard_requests_in_flight', 'Requests to the services that are under way.', inFlight.size)
  metrics.figure('dashboard_streams_open', 'Streams that browsers have open.', streamsInFlight.size)
  return {
    ...{ inFlight, streamsInFlight },
    sessionLimit: createRateLimit({
      policy: 'dashboard-session',
      limit: config.REQUESTS_PER_MINUTE_PER_SESSION,
      redis,
    }),
    loginLimit: createRateLimit({
      policy: 'dashboard-login',
      limit: config.LOGINS_PER_MINUTE,
      counted: 'logins',
      redis,
    }),
    pageLimit: perPage === 0 ? null : createRateLimit({ policy: 'dashboard-page', limit: perPage, redis }),
  }
}

/** Nobody is an operator without a token of the operator API, nor where traders log in. */
function rolesOf({ AUDIENCE: audience, FIRM_TOKENS: firm }: DashboardConfig): (user: string) => readonly Role[] {
  const users = new Set(audience === 'traders' ? [] : firm.map(({ user }) => user))
  return (user) => (users.has(user) ? ['trader', 'operator'] : ['trader'])
}

/** The name that browsers use is one of them. */
const allowedHostsOf = ({ PUBLIC_ORIGIN: origin, ALLOWED_HOSTS: listed }: DashboardConfig): readonly string[] =>
  origin === null ? listed : [...listed, new URL(origin).hostname]

const isSecure = ({ PUBLIC_ORIGIN: origin }: DashboardConfig): boolean => origin?.startsWith('https:') === true

function secretsOf({ SESSION_SECRETS: [first = '', ...rest] }: DashboardConfig): readonly [string, ...string[]] {
  return [first, ...rest]
}
