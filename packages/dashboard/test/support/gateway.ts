import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@ats/service-kit/process'
import { captureLogs, sendRequest, type CapturedLogs, type RawResponse } from '@ats/test-kit'
import { composeDashboard, type Dashboard } from '../../src/compose.js'
import { loadDashboardConfig } from '../../src/config.js'
import type { Session } from '../../src/session/session.js'
import { createCookieJar } from '../../src/session/cookies.js'
import { createSealer } from '../../src/session/sealer.js'
import { startFakeService, type FakeService } from './fake-service.js'

export const GATEWAY_SECRET = '0123456789abcdef0123456789abcdef-gateway'
export const SESSION_SECRET = '0123456789abcdef0123456789abcdef-session'
/** The token of olga. */
export const OPERATOR_TOKEN = '0123456789abcdef0123456789abcdef-operator'

/** The headers of a browser that shows a page of the dashboard. */
export const PAGE = { 'sec-fetch-site': 'same-origin', 'x-dashboard': '1' } as const

export interface Gateway {
  readonly url: string
  readonly port: number
  readonly internalUrl: string
  readonly dashboard: Dashboard
  readonly engine: FakeService
  readonly wallet: FakeService
  readonly operator: FakeService
  readonly logs: CapturedLogs
  /** Seconds to add to the time. */
  readonly clock: { offset: number; readonly now: () => Date }
  send(method: string, path: string, headers?: OutgoingHttpHeaders, body?: string): Promise<RawResponse>
  /** The cookie of a session made with the gateway's own secret. */
  cookieFor(session: Partial<Session>): Promise<string>
  close(): Promise<void>
}

/** A gateway in front of three fakes, on a clock that stands still unless it is moved. */
export async function startGateway(settings: Readonly<Record<string, string>> = {}): Promise<Gateway> {
  const [engine, wallet, operator] = await Promise.all([startFakeService(), startFakeService(), startFakeService()])
  const webRoot = makeBuild()
  const logs = captureLogs()
  const startedAt = Date.now()
  const clock = { offset: 0, now: () => new Date(startedAt + clock.offset * 1000) }
  const config = loadDashboardConfig({
    ...{ NODE_ENV: 'test', LOGIN: 'demo', PORT: '0', INTERNAL_PORT: '0', WEB_ROOT: webRoot },
    DOCS_ROOT: join(webRoot, 'docs'),
    ...{ ENGINE_URL: engine.url, WALLET_URL: wallet.url, OPERATOR_URL: operator.url },
    FIRM_TOKENS: `olga:${OPERATOR_TOKEN},anna:${OPERATOR_TOKEN}-of-anna,demo:${OPERATOR_TOKEN}-of-demo`,
    ...{ GATEWAY_HMAC_SECRET: GATEWAY_SECRET, SESSION_SECRETS: SESSION_SECRET },
    ...settings,
  })
  const logger = createLogger({ service: 'dashboard', level: 'debug', destination: logs.destination })
  const dashboard = composeDashboard(config, { logger, now: clock.now })
  const { port, internalPort } = await dashboard.start()
  const url = `http://127.0.0.1:${port}`
  const sealer = createSealer([config.SESSION_SECRETS[0]!], 'session')
  const isSecure = config.PUBLIC_ORIGIN?.startsWith('https:') === true
  const jar = createCookieJar({ name: 'session', isSecure, sameSite: 'Strict' })
  return {
    ...{ url, port, dashboard, engine, wallet, operator, logs, clock },
    internalUrl: `http://127.0.0.1:${internalPort}`,
    send: (method, path, headers = {}, body = undefined) => sendRequest(url, { method, path, headers, body }),
    async cookieFor(terms) {
      const seconds = Math.floor(clock.now().getTime() / 1000)
      const [user, times] = ['anna', { authTime: seconds, createdAt: seconds, seenAt: seconds }] as const
      const session = { sid: `sid-of-${user}`, user, roles: ['trader'], login: 'oidc', ...times, ...terms }
      return cookiePair(jar.write(await sealer.seal(session), 60))
    },
    async close() {
      await dashboard.stop(0)
      await Promise.all([engine, wallet, operator].map((service) => service.close()))
      rmSync(webRoot, { recursive: true })
    },
  }
}

/** The name and value of a cookie, as the browser sends it back. */
export const cookiePair = (setCookie: string): string => setCookie.split(';', 1)[0] ?? ''

function makeBuild(): string {
  const webRoot = mkdtempSync(join(tmpdir(), 'dashboard-web-'))
  mkdirSync(join(webRoot, 'assets'))
  mkdirSync(join(webRoot, '.vite'))
  writeFileSync(join(webRoot, '.vite', 'manifest.json'), '{"secret":"manifest"}')
  writeFileSync(join(webRoot, 'index.html'), '<html><meta nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>')
  writeFileSync(join(webRoot, 'assets', 'app-1.js'), 'script()')
  writeFileSync(join(webRoot, 'assets', 'app-1.js.br'), 'compressed')
  mkdirSync(join(webRoot, 'docs', 'assets'), { recursive: true })
  writeFileSync(join(webRoot, 'docs', 'index.html'), '<title>Documentation</title>')
  writeFileSync(join(webRoot, 'docs', 'running.html'), '<title>Running it</title>')
  writeFileSync(join(webRoot, 'docs', 'running.html.br'), 'compressed page')
  writeFileSync(join(webRoot, 'docs', 'assets', 'app.1a2b.js'), 'script()')
  return webRoot
}
