/** Engine, wallet and dashboard as they run, in this process: with a browser in front of it, a journey is whole. */
import { composeDashboard, loadDashboardConfig, type Dashboard } from '@ats/dashboard'
import { findFreePort } from '@ats/local-stack'
import { createLogger } from '@ats/service-kit/process'
import { captureLogs, startFaultProxy, type CapturedLogs, type FaultProxy } from '@ats/test-kit'
import type { BrowserContext } from 'playwright-core'
import { createCookieJar } from '../../../../packages/dashboard/src/session/cookies.js'
import { createSealer } from '../../../../packages/dashboard/src/session/sealer.js'
import type { Session } from '../../../../packages/dashboard/src/session/session.js'
import {
  FIRM_TOKENS,
  startEngine,
  type TestEngine,
  type TestEngineOptions,
} from '../../../../services/trading-engine/test/support/engine/engine.js'
import { pollUntil } from '../../../../services/trading-engine/test/support/poll-until.js'
import { GATEWAY_SECRET, signedUser } from '../../../../services/trading-engine/test/support/engine/signed-user.js'
import { SERVICE_TOKEN, startTestWallet, type TestWallet } from '../../../../services/wallet/test/start-test-wallet.js'

const SESSION_SECRET = '0123456789abcdef0123456789abcdef-session'

export interface StackOptions {
  /** How many gateways stand side by side; default one. */
  readonly gateways?: number
  /** Settings of the gateways. */
  readonly settings?: Readonly<Record<string, string>>
  /** Settings that each has of its own. */
  readonly settingsOf?: (url: string) => Promise<Readonly<Record<string, string>>>
  readonly engine?: TestEngineOptions
  /** Settings of the wallet. */
  readonly wallet?: Readonly<Record<string, string>>
  /** The time of the gateways, and of requests past them: that of the engine, if it has one of its own. */
  readonly now?: () => Date
}

export interface StackGateway {
  readonly url: string
  readonly internalUrl: string
  readonly dashboard: Dashboard
  readonly logs: CapturedLogs
}

export interface Stack {
  /** The address of the first gateway. */
  readonly url: string
  readonly gateways: readonly StackGateway[]
  readonly engine: TestEngine
  readonly wallet: TestWallet
  /** Between the gateways and the engine. */
  readonly network: FaultProxy
  /** Requests of a user, past the dashboard. */
  user(id: string): ReturnType<typeof signedUser>
  /** A funded account of a user; its id. */
  openAccount(userId: string, planId?: string, name?: string): Promise<string>
  /** Moves a market of the sandbox and waits until it is there. */
  moveMarket(symbol: string, price: number): Promise<void>
  /** Signs a user in, at every gateway, as a login does that has just succeeded. */
  logIn(context: BrowserContext, session: Partial<Session>): Promise<void>
  close(): Promise<void>
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const now = options.now ?? (() => new Date())
  const gatewaySecrets = { USER_ID_TRUST: 'gateway-hmac', GATEWAY_HMAC_SECRETS: GATEWAY_SECRET }
  const wallet = await startTestWallet({ env: { ...gatewaySecrets, ...options.wallet } })
  const engine = await startEngine({
    ...{ LOG_LEVEL: 'warn', WALLET_URL: wallet.internalUrl, WALLET_SERVICE_TOKEN: SERVICE_TOKEN },
    ...options.engine,
    GATEWAY_HMAC_SECRETS: [GATEWAY_SECRET],
  })
  const network = await startFaultProxy({ targetPort: Number(new URL(engine.gateway?.url ?? '').port) })
  const gateways: StackGateway[] = []
  for (let count = 0; count < (options.gateways ?? 1); count += 1)
    gateways.push(await startGatewayOf({ engine, wallet, network }, options))
  const user = (id: string) => signedUser(engine, id, () => now().getTime())

  return {
    ...{ url: gateways[0]?.url ?? '', gateways, engine, wallet, network, user },
    async openAccount(userId, planId = 'standard-100k', name) {
      const { status, text, body } = await user(userId).post<{ id: string }>('/v1/accounts', {
        plan_id: planId,
        ...(name !== undefined && { name }),
      })
      if (status !== 201) throw new Error(`no account: ${text}`)
      return body.id
    },
    async moveMarket(symbol, price) {
      const { status, text } = await user('market-mover').post('/v1/sandbox/market', { symbol, price })
      if (status !== 200) throw new Error(`the market did not move: ${text}`)
      await pollUntil(
        () => engine.api.get<{ mark_price: number }>(`/v1/price?symbol=${symbol}`),
        ({ body }) => Math.abs(body.mark_price - price) <= price * 1e-3,
      )
    },
    async logIn(context, session) {
      const value = await sealSession(session, now)
      await context.addCookies(gateways.map(({ url }) => ({ name: 'session', value, url, httpOnly: true })))
    },
    async close() {
      await Promise.all(gateways.map(({ dashboard }) => dashboard.stop(0)))
      await network.close()
      await engine.close()
      await wallet.stop()
    },
  }
}

async function startGatewayOf(
  { engine, wallet, network }: Pick<Stack, 'engine' | 'wallet' | 'network'>,
  { settings, settingsOf, now }: StackOptions,
): Promise<StackGateway> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const logs = captureLogs()
  const config = loadDashboardConfig({
    ...{ NODE_ENV: 'test', LOGIN: 'demo', PORT: String(port), INTERNAL_PORT: '0', LOGINS_PER_MINUTE: '1000' },
    ...{ ENGINE_URL: `http://127.0.0.1:${network.port}`, WALLET_URL: wallet.url, OPERATOR_URL: engine.operatorUrl },
    ...{ ENGINE_PUBLIC_URL: engine.baseUrl, WALLET_PUBLIC_URL: wallet.url, FIRM_TOKENS },
    ...{ GATEWAY_HMAC_SECRET: GATEWAY_SECRET, SESSION_SECRETS: SESSION_SECRET, PUBLIC_REQUESTS_PER_MINUTE: '0' },
    ...{ REQUESTS_PER_MINUTE_PER_SESSION: '100000' },
    ...settings,
    ...(await settingsOf?.(url)),
  })
  const logger = createLogger({ service: 'dashboard', level: 'info', destination: logs.destination })
  const dashboard = composeDashboard(config, { logger, ...(now !== undefined && { now }) })
  const { internalPort } = await dashboard.start()
  return { url, internalUrl: `http://127.0.0.1:${internalPort}`, dashboard, logs }
}

let sessions = 0

function sealSession(terms: Partial<Session>, now: () => Date): Promise<string> {
  const seconds = Math.floor(now().getTime() / 1000)
  sessions += 1
  const session: Session = {
    ...{ sid: `session-${sessions}`, user: 'anna', roles: ['trader'], login: 'oidc' },
    ...{ authTime: seconds, createdAt: seconds, seenAt: seconds },
    ...terms,
  }
  return createSealer([SESSION_SECRET], 'session').seal(session)
}

/** The cookie of a session, for requests without a browser. */
export async function sessionCookie(terms: Partial<Session>): Promise<string> {
  const jar = createCookieJar({ name: 'session', isSecure: false, sameSite: 'Strict' })
  return jar.write(await sealSession(terms, () => new Date()), 60).split(';', 1)[0] ?? ''
}
