import type { IncomingHttpHeaders } from 'node:http'
import { DependencyError } from '@ats/service-kit/process'
import type { EndedByProvider } from '../session/revoked-sessions.js'
import type { Session } from '../session/session.js'

/** The user of a login that has succeeded. */
export type LoggedIn = Pick<Session, 'user' | 'roles' | 'login' | 'authTime' | 'endedBy'>

/** The request that asks for it. */
export interface LoginRequest {
  readonly headers: IncomingHttpHeaders
  readonly ip: string
}

/** How users show who they are. */
export interface Login {
  /** Whether a request without a session may get one on the spot. */
  readonly signsIn: (request: LoginRequest) => LoggedIn | null
  /** Where the browser has to go, and the cookie by which it is known when it comes back. */
  begin(terms: LoginTerms): Promise<{ readonly location: string; readonly cookies: readonly string[] }>
  /** Finds out who came back, and to where. @throws LoginFailed */
  finish(request: LoginRequest, answer: Readonly<Record<string, string>>): Promise<FinishedLogin>
  /** Where the browser goes once its session is over. */
  leave(): Promise<string>
  /** The sessions that a logout token of the provider ends. @throws RequestError for one that is not good */
  endedBy(logoutToken: string): Promise<EndedByProvider>
}

/** The login at which users show who they are, whatever the provider still knows of them. */
export const LOGIN_AGAIN = '/login?step_up=1'

export interface LoginTerms {
  readonly returnTo: string
  /** The user has to show who they are, session or not. */
  readonly isStepUp: boolean
}

export interface FinishedLogin {
  readonly loggedIn: LoggedIn
  readonly returnTo: string
  /** Takes away what the login needed. */
  readonly cookies: readonly string[]
}

/** Nobody can be logged in at present; the message is for the user, and the cause was logged. */
export class LoginUnavailable extends DependencyError {
  constructor(options: { readonly cause: unknown; readonly isExample: boolean }) {
    const { cause, isExample } = options
    const message = isExample ? NO_PROVIDER_YET : 'The login provider does not answer. Please try again in a moment.'
    super('oidc', 'the provider does not answer', { cause, retryAfterSeconds: 5, publicMessage: message })
  }
}

const NO_PROVIDER_YET =
  'Nobody can log in yet: OIDC_ISSUER of this dashboard is the address of an example, not that of a login provider. Who runs it sets OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET to theirs.'

/** The user could not be logged in; the message is for them. */
export class LoginFailed extends Error {
  override readonly name = 'LoginFailed'

  constructor(
    message: string,
    readonly cookies: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
