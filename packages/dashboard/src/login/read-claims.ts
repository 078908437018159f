import type { DashboardConfig, OidcSettings } from '../config.js'
import { canOperate, isUserId, type Role } from '../session/session.js'
import { LoginFailed, type LoggedIn } from './login.js'
import { logoutNames } from './logout-names.js'

type ClaimSettings = OidcSettings & Pick<DashboardConfig, 'AUDIENCE'>
type Claims = Readonly<Record<string, unknown>>

/**
 * The user whom the claims of a valid ID token describe. `cookies` go with a refusal.
 * @throws LoginFailed for a user who has no business here
 */
export function readClaims(claims: Claims, settings: ClaimSettings, cookies: readonly string[]): LoggedIn {
  const refuse = (message: string): never => {
    throw new LoginFailed(message, cookies)
  }
  const user = claims[settings.OIDC_USER_CLAIM]
  if (!isUserId(user)) return refuse('Your user has no id that this service can use. Please ask its operator.')
  const { OIDC_ACR_VALUES: classes, AUDIENCE: audience } = settings
  if (classes.length > 0 && !classes.includes(String(claims['acr'])))
    return refuse('This dashboard needs a stronger login, such as one with a second factor.')
  const roles = rolesOf(claims, settings).filter((role) => role !== 'operator' || canOperate(user))
  if (audience === 'operators' && !roles.includes('operator')) return refuse('Your user is no operator.')
  if (roles.length === 0) return refuse('Your user may not trade here.')
  const endedBy = logoutNames(settings.OIDC_ISSUER, claims)
  return { user, roles, login: 'oidc', authTime: Number(claims['auth_time'] ?? 0), endedBy }
}

function rolesOf(claims: Claims, settings: ClaimSettings): readonly Role[] {
  const { OIDC_TRADER_ROLE: trader, OIDC_OPERATOR_ROLE: operator } = settings
  const listed = listOf(claims[settings.OIDC_ROLES_CLAIM])
  return [
    ...(trader === null || listed.includes(trader) ? (['trader'] as const) : []),
    ...(listed.includes(operator) ? (['operator'] as const) : []),
  ]
}

const listOf = (claim: unknown): readonly unknown[] => (Array.isArray(claim) ? claim : [claim])
