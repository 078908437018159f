/**
 * Lets a request in or says why not: whom it speaks for (401), then his budgets (429). What fails to say so counts
 * against the address it comes from, and beyond its budget is 429; who is who he says is not held up by it.
 */
import {
  budgetHeaders,
  createBearerCheck,
  refuseUnauthorized,
  routeBuilder,
  type Authenticate,
  type Authentication,
  type CheckHeaders,
  type KnownUsers,
  type RawRequest,
  type UserTrust,
  userBudgetKey,
} from '@ats/service-kit/http'
import type { WalletLimits } from './limits.js'

/** A user, by way of the gateway. */
interface User {
  readonly kind: 'user'
  readonly userId: string
}

const SERVICE = { kind: 'service' } as const

/** The caller by the access of a route: for users, for users who have changes left, for our own services. */
interface Callers {
  readonly user: User
  readonly 'user-change': User
  readonly service: typeof SERVICE
}
export type Access = keyof Callers
export type Principal = Callers[Access]

/** Makes a row of the table of routes. */
export const route = routeBuilder<Callers>(({ kind }, access) => {
  if ((kind === 'service') !== (access === 'service')) throw new Error('This route was reached by the wrong caller.')
})

interface Trust {
  readonly userTrust: UserTrust
  readonly knownUsers: KnownUsers
  readonly limits: WalletLimits
}

export function createAuthenticate(
  trust: Trust & { readonly serviceTokens: readonly string[] },
): Authenticate<Principal> {
  const { userTrust, knownUsers, limits } = trust
  const isService = createBearerCheck(trust.serviceTokens)

  async function authenticateUser(request: RawRequest, access: string): Promise<Authentication<Principal>> {
    const userId = await userTrust.userOf(request)
    if (userId === undefined) return refuseUnauthorized(limits.failureLimit, request.ip, NO_USER)
    knownUsers.remember(request.ip, userId)
    const budgetKey = userBudgetKey(userId)
    const budget = await limits.userLimit.consume(budgetKey)
    const spent = access === 'user-change' ? limits.changeLimit.refusal(budgetKey) : null
    if (spent !== null) throw spent
    return { principal: { kind: 'user', userId }, headers: budgetHeaders(budget) }
  }

  return async (request, { access }) => {
    if (access !== 'service') return authenticateUser(request, access)
    if (isService(request)) return { principal: SERVICE }
    return refuseUnauthorized(limits.failureLimit, request.ip, NO_SERVICE)
  }
}

/** Checks the headers of a user's request before its body is read. */
export function createHeaderCheck({ userTrust, limits }: Omit<Trust, 'knownUsers'>): CheckHeaders<Principal> {
  return (request, { access }) => {
    if (access === 'service' || userTrust.isPossible(request)) return undefined
    return refuseUnauthorized(limits.failureLimit, request.ip, NO_USER)
  }
}

const NO_USER =
  'send one X-User-Id of 1 to 128 characters, and where this service asks for it a valid X-User-Id-Signature'
const NO_SERVICE = 'send a valid service token as Authorization: Bearer'
