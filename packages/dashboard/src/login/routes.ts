import {
  addressGroup,
  routeBuilder,
  type HandlerRequest,
  type RateLimit,
  type Reply,
  type RequestIds,
  type Route,
} from '@ats/service-kit/http'
import Joi from 'joi'
import type { DashboardConfig } from '../config.js'
import { problemPage } from '../pages/problem-page.js'
import { IDLE_SECONDS, expiresAt, STEP_UP_SECONDS, type Session } from '../session/session.js'
import { namesUser, type Sessions } from '../session/sessions.js'
import { loginNeeded } from './login-needed.js'
import { LoginFailed, LoginUnavailable, type Login } from './login.js'
import { returnTo } from './return-to.js'

/** The caller of the gateway's own endpoints; none of them needs a session. */
export type Visitor = { readonly session: Session | null }

export interface LoginRouteDependencies {
  readonly config: Pick<
    DashboardConfig,
    'ENGINE_PUBLIC_URL' | 'WALLET_PUBLIC_URL' | 'LAB_URL' | 'LAB_PUBLIC_URL' | 'GRAFANA_URL'
  >
  readonly sessions: Sessions
  readonly login: Login
  /** Per client address: what a login costs the provider and us. */
  readonly loginLimit: RateLimit
  /** Per client address, of what a browser comes for without a session; null: unlimited. */
  readonly pageLimit: RateLimit | null
  /** Logs why. */
  readonly onUnavailable: (error: LoginUnavailable, ids: RequestIds) => void
  /** Ends the streams of sessions that are over. */
  readonly recheckStreams: () => Promise<void>
}

const FORM = 'application/x-www-form-urlencoded'

/** The provider is asked for at most 5 s at a time, and twice at most. */
const PROVIDER_ANSWERS_WITHIN_MS = 11_000

const route = routeBuilder<{ readonly public: Visitor; readonly change: Visitor }>(() => undefined)
const text = Joi.string().allow('').max(2_048)

export function loginRoutes(dependencies: LoginRouteDependencies): readonly Route<Visitor>[] {
  const { sessions, login, loginLimit } = dependencies
  return [
    route('public', {
      method: 'GET',
      path: '/session',
      operationId: 'getSession',
      summary: 'The user of this browser',
      tags: ['session'],
      responses: { 200: { description: 'Who is logged in, and until when.' } },
      errors: ['unauthorized', 'rate_limited'],
      handler: (request) => readSession(dependencies, request),
    }),
    route('public', {
      method: 'GET',
      path: '/login',
      operationId: 'login',
      summary: 'Begins a login',
      tags: ['session'],
      query: Joi.object<LoginQuery>({ return_to: text, step_up: Joi.string().valid('1') }),
      responses: { 302: { description: 'To the provider.' } },
      errors: ['rate_limited'],
      answerWithinMs: PROVIDER_ANSWERS_WITHIN_MS,
      async handler({ query, ip, ids }) {
        await loginLimit.consume(addressGroup(ip))
        const terms = { returnTo: returnTo(query.return_to), isStepUp: query.step_up === '1' }
        try {
          const { location, cookies } = await login.begin(terms)
          return redirect(location, cookies)
        } catch (error) {
          return unavailablePage(dependencies, error, ids)
        }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/login/callback',
      operationId: 'finishLogin',
      summary: 'Takes the answer of the provider',
      tags: ['session'],
      query: Joi.object<CallbackQuery>({ code: text, state: text, iss: text, error: text, error_description: text }),
      responses: { 302: { description: 'To where the login began.' } },
      errors: ['rate_limited'],
      answerWithinMs: PROVIDER_ANSWERS_WITHIN_MS,
      handler: (request) => finishLogin(dependencies, request),
    }),
    route('change', {
      method: 'POST',
      path: '/logout',
      operationId: 'logout',
      summary: 'Ends the session, in all tabs',
      tags: ['session'],
      responses: { 200: { description: 'It is over; `location` is where the browser goes next.' } },
      errors: ['permission_denied'],
      async handler({ principal }) {
        const cookie = await sessions.end(principal.session)
        return { status: 200, body: { location: await login.leave() }, cookies: [cookie] }
      },
    }),
    route('public', {
      method: 'POST',
      path: '/logout/backchannel',
      operationId: 'logoutByProvider',
      summary: 'Ends what the provider has ended: it says so itself, with a logout token (OpenID Back-Channel Logout)',
      tags: ['session'],
      // As a form says the specification; the same as JSON is read, too.
      body: Joi.object<LogoutToken>({ logout_token: Joi.string().required() }),
      textType: FORM,
      responses: { 200: { description: 'It is over.' } },
      errors: ['not_found', 'rate_limited'],
      async handler({ text: form, body, ip }) {
        await dependencies.pageLimit?.consume(addressGroup(ip))
        const token = form === undefined ? body.logout_token : new URLSearchParams(form).get('logout_token')
        const ended = await login.endedBy(token ?? '')
        await sessions.endAll(ended)
        await dependencies.recheckStreams()
        return { status: 200, text: '', headers: { 'Cache-Control': 'no-store' } }
      },
    }),
  ]
}

interface LogoutToken {
  readonly logout_token: string
}

interface LoginQuery {
  readonly return_to?: string
  readonly step_up?: '1'
}

type CallbackQuery = Readonly<Partial<Record<'code' | 'state' | 'iss' | 'error' | 'error_description', string>>>

async function readSession(
  { sessions, login, loginLimit, config }: LoginRouteDependencies,
  request: HandlerRequest<Visitor>,
): Promise<Reply> {
  const { session } = request.principal
  if (session !== null) {
    const renewed = await sessions.renew(session)
    return { status: 200, body: sessionBody(session, request.ip, config), cookies: renewed === null ? [] : [renewed] }
  }
  // A page that shows somebody never goes on as another user: it is loaded again.
  const loggedIn = namesUser(request.headers) ? null : login.signsIn(request)
  if (loggedIn === null) throw loginNeeded()
  await loginLimit.consume(addressGroup(request.ip))
  const begun = await sessions.begin(loggedIn)
  return { status: 200, body: sessionBody(begun.session, request.ip, config), cookies: [begun.cookie] }
}

async function finishLogin(
  dependencies: LoginRouteDependencies,
  request: HandlerRequest<Visitor, object, CallbackQuery>,
): Promise<Reply> {
  const { sessions, login, loginLimit } = dependencies
  await loginLimit.consume(addressGroup(request.ip))
  try {
    const { loggedIn, returnTo: path, cookies } = await login.finish(request, request.query)
    const { cookie } = await sessions.begin(loggedIn)
    // A step-up leaves no older session behind.
    if (request.principal.session !== null) await sessions.end(request.principal.session)
    return redirect(path, [...cookies, cookie])
  } catch (error) {
    if (error instanceof LoginFailed) return problemPage(403, error.message, error.cookies)
    return unavailablePage(dependencies, error, request.ids)
  }
}

/** A browser shows what it came for by an address: words, and no JSON. */
function unavailablePage({ onUnavailable }: LoginRouteDependencies, error: unknown, ids: RequestIds): Reply {
  if (!(error instanceof LoginUnavailable)) throw error
  onUnavailable(error, ids)
  const page = problemPage(503, error.publicMessage ?? error.message)
  return { ...page, headers: { ...page.headers, 'Retry-After': String(error.retryAfterSeconds) } }
}

const redirect = (location: string, cookies: readonly string[]): Reply => ({
  status: 302,
  text: '',
  headers: { Location: location },
  cookies,
})

const time = (seconds: number): string => new Date(seconds * 1000).toISOString()

const sessionBody = (session: Session, address: string, config: LoginRouteDependencies['config']) => ({
  user: session.user,
  roles: session.roles,
  login: session.login,
  authenticated_at: time(session.authTime),
  expires_at: time(expiresAt(session)),
  idle_seconds: IDLE_SECONDS,
  step_up_seconds: STEP_UP_SECONDS,
  address,
  engine_url: config.ENGINE_PUBLIC_URL,
  wallet_url: config.WALLET_PUBLIC_URL,
  lab_url: config.LAB_URL === null ? null : config.LAB_PUBLIC_URL,
  grafana_url: session.roles.includes('operator') ? config.GRAFANA_URL : null,
})
