import { DependencyError, invalidPayload } from '@ats/service-kit/process'
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import type { OidcSettings } from '../config.js'
import type { EndedByProvider } from '../session/revoked-sessions.js'
import { logoutNames } from './logout-names.js'

/** As much of a provider as its tokens are checked by. */
interface DescribedProvider {
  readonly configuration: { serverMetadata(): { readonly issuer: string; readonly jwks_uri?: string } }
}

/** The sessions that a logout token ends. @throws RequestError invalid_payload, DependencyError */
export type ReadLogoutToken = (provider: DescribedProvider, logoutToken: string) => Promise<EndedByProvider>

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** How old one may be, and how far its clock from ours: one that was kept is worth nothing later. */
const AGE_MAX_SECONDS = 120
const CLOCK_TOLERANCE_SECONDS = 60
const KEYS_TIMEOUT_MS = 5_000
/** Signatures by a key of the provider's own: those who know a shared secret could make one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Reads tokens of OpenID Connect Back-Channel Logout 1.0. The keys of the provider are fetched when needed. */
export function createLogoutTokenReader(
  { OIDC_CLIENT_ID: audience }: Pick<OidcSettings, 'OIDC_CLIENT_ID'>,
  now: () => Date,
): ReadLogoutToken {
  let keys: JWTVerifyGetKey | undefined
  return async ({ configuration }, logoutToken) => {
    const { issuer, jwks_uri: keysAt = '' } = configuration.serverMetadata()
    keys ??= createRemoteJWKSet(new URL(keysAt), { timeoutDuration: KEYS_TIMEOUT_MS })
    const terms = {
      ...{ issuer, audience, algorithms: ALGORITHMS, currentDate: now() },
      ...{ maxTokenAge: AGE_MAX_SECONDS, clockTolerance: CLOCK_TOLERANCE_SECONDS },
    }
    const { payload } = await jwtVerify(logoutToken, keys, terms).catch(explain)
    return endedBy(payload, issuer)
  }
}

/** The statement of a token that the provider has signed. An ID token is none, though it is signed as well. */
function endedBy(claims: JWTPayload, issuer: string): EndedByProvider {
  const { events, nonce, iat = 0 } = claims
  const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
  if (!isLogout || nonce !== undefined) throw refused('it is no logout token')
  const [name] = logoutNames(issuer, claims)
  if (name === undefined) throw refused('it names neither a session nor a user')
  // The user alone: what they have begun since then goes on.
  return { name, createdUntil: claims['sid'] === undefined ? iat : Infinity }
}

const refused = (message: string) =>
  invalidPayload([{ path: ['logout_token'], code: 'logout_token.invalid', message: `logout_token: ${message}` }])

/** Everything else than these is trouble with the keys. */
const FAULTS_OF_TOKEN = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSMultipleMatchingKeys,
  errors.JWKSNoMatchingKey,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
]

function explain(error: unknown): never {
  if (FAULTS_OF_TOKEN.some((fault) => error instanceof fault)) throw refused((error as Error).message)
  throw new DependencyError('oidc', 'the keys of the provider cannot be read', { cause: error })
}
