import { DependencyError, type Logger } from '@ats/service-kit/process'
import Joi from 'joi'
import type * as Oidc from 'openid-client'
import type { DashboardConfig, OidcSettings } from '../config.js'
import type { CookieJar } from '../session/cookies.js'
import type { Sealer } from '../session/sealer.js'
import { SESSION_SECONDS, STEP_UP_SECONDS } from '../session/session.js'
import { LOGIN_AGAIN, LoginFailed, LoginUnavailable, type Login, type LoginTerms } from './login.js'
import { createLogoutTokenReader } from './logout-token.js'
import { createProvider } from './provider.js'
import { readClaims } from './read-claims.js'

export interface OidcLoginOptions {
  readonly config: OidcSettings & Pick<DashboardConfig, 'AUDIENCE' | 'PUBLIC_ORIGIN'>
  readonly sealer: Sealer
  readonly jar: CookieJar
  readonly logger: Logger
  readonly now: () => Date
}

/** A login under way, as the browser itself keeps it. */
interface Attempt extends LoginTerms {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Unix seconds. */
  readonly startedAt: number
}

/** How long a user may take at the provider. */
const ATTEMPT_SECONDS = 600
const CALLBACK = '/login/callback'
const TOO_LATE = 'The login took too long, or was begun in another tab. Please log in again.'

/** A login by an OpenID provider: authorization code with PKCE, `state` and `nonce`. No token is kept. */
export function createOidcLogin({ config, sealer, jar, logger, now }: OidcLoginOptions): Login {
  const provider = createProvider(config, logger)
  const readLogoutToken = createLogoutTokenReader(config, now)
  const callback = `${config.PUBLIC_ORIGIN ?? ''}${CALLBACK}`
  const seconds = (): number => Math.floor(now().getTime() / 1000)
  const isTimely = ({ startedAt }: Attempt): boolean => seconds() < startedAt + ATTEMPT_SECONDS

  return {
    signsIn: () => null,
    async begin(terms) {
      const { oidc, configuration } = await provider()
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const location = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: config.OIDC_SCOPE,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Also makes the provider say when the user last showed who they are.
        max_age: String(maxAgeOf(terms)),
        ...{ state, nonce },
        ...(config.OIDC_ACR_VALUES.length > 0 && { acr_values: config.OIDC_ACR_VALUES.join(' ') }),
        ...(terms.isStepUp && { prompt: 'login' }),
      })
      const attempt: Attempt = { ...terms, state, nonce, verifier, startedAt: seconds() }
      return { location: location.href, cookies: [jar.write(await sealer.seal(attempt), ATTEMPT_SECONDS)] }
    },
    async finish({ headers }, answer) {
      const sealed = jar.read(headers)
      const attempt = sealed === null ? null : asAttempt(await sealer.open(sealed))
      if (attempt === null || !isTimely(attempt)) throw new LoginFailed(TOO_LATE, [jar.clear])
      const claims = await exchange(await provider(), attempt, `${callback}?${new URLSearchParams(answer).toString()}`)
      const loggedIn = readClaims(claims, config, [jar.clear])
      return { loggedIn, returnTo: attempt.returnTo, cookies: [jar.clear] }
    },
    async leave() {
      if (config.OIDC_LOGOUT === 'dashboard') return LOGIN_AGAIN
      // The session is over by now, whether the provider answers or not.
      return provider().then(endSessionAddress, () => LOGIN_AGAIN)
    },
    endedBy: async (logoutToken) => readLogoutToken(await provider(), logoutToken),
  }

  function endSessionAddress({ oidc, configuration }: Provider): string {
    if (configuration.serverMetadata().end_session_endpoint === undefined) return LOGIN_AGAIN
    return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${config.PUBLIC_ORIGIN ?? ''}/` }).href
  }

  async function exchange(known: Provider, attempt: Attempt, url: string): Promise<Oidc.IDToken> {
    const { oidc, configuration } = known
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(url), {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
        maxAge: maxAgeOf(attempt),
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new DependencyError('oidc', 'the provider sent no ID token')
      return claims
    } catch (error) {
      throw explain(error, known, [jar.clear], logger)
    }
  }
}

type Provider = Awaited<ReturnType<ReturnType<typeof createProvider>>>

const maxAgeOf = ({ isStepUp }: LoginTerms): number => (isStepUp ? STEP_UP_SECONDS : SESSION_SECONDS)

const attemptSchema = Joi.object<Attempt>({
  returnTo: Joi.string().required(),
  isStepUp: Joi.boolean().required(),
  state: Joi.string().required(),
  nonce: Joi.string().required(),
  verifier: Joi.string().required(),
  startedAt: Joi.number().required(),
})

function asAttempt(content: unknown): Attempt | null {
  const result: Joi.ValidationResult<Attempt> = attemptSchema.validate(content, { convert: false })
  return result.error === undefined ? result.value : null
}

/** Tells the user of a refusal; a provider that does not answer is trouble of ours. */
function explain(error: unknown, { oidc }: Provider, cookies: readonly string[], logger: Logger): unknown {
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return new LoginFailed('The login was cancelled.', cookies, { cause: error })
  const isRefusal = error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError
  if (isRefusal || error instanceof oidc.ClientError) {
    logger.warn({ err: error, ...(isRefusal && { provider_error: error.error }) }, 'a login failed')
    return new LoginFailed('The login failed. Please log in again.', cookies, { cause: error })
  }
  return new LoginUnavailable({ cause: error, isExample: false })
}
