import type { IncomingHttpHeaders } from 'node:http'
import type { Session } from '../session/session.js'

/** The user of a login that has succeeded. */
export type LoggedIn = Pick<Session, 'user' | 'roles' | 'login' | 'authTime'>

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
}

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
