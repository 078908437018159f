/**
 * Authenticates an alert by the token in its path: a hook (404), the budgets of the hook and its user (429). Whether it
 * comes from an allowed address is decided where alerts are noted.
 */
import { checkIp } from '@ats/contracts'
import { budgetHeaders, notFound, type Authentication, type FailureLimit, type RawRequest } from '@ats/service-kit/http'
import type { ResolveHook } from '../clients/resolve-hooks.js'
import type { HookCaller } from './caller.js'
import { hookClaimOf } from './hook-claim.js'
import type { KnownKeys } from './known-keys.js'
import { createRequestBudgets, type RequestBudgetOptions } from './request-budgets.js'

export interface AuthenticateHookOptions extends RequestBudgetOptions {
  readonly resolveHook: ResolveHook
  readonly knownKeys: KnownKeys
  /** A hook that is found is never held up by it. */
  readonly failureLimit: FailureLimit
}

export function createAuthenticateHook(options: AuthenticateHookOptions) {
  const { resolveHook, knownKeys, failureLimit } = options
  const budgets = createRequestBudgets(options)

  const refuse = async (ip: string): Promise<never> => {
    await failureLimit.consume(ip)
    throw notFound('hook')
  }

  return async (request: RawRequest): Promise<Authentication<HookCaller>> => {
    const { ip } = request
    const claim = hookClaimOf(request)
    if (claim === null) return refuse(ip)
    const { hash, hashed } = claim
    const isKnown = knownKeys.find(hash) !== null
    const hook = await resolveHook({ tokenHash: hash, ip }, hashed, isKnown)
    if (hook === null) {
      knownKeys.forget(hash)
      return refuse(ip)
    }
    const { hookId: keyId, userId } = hook
    const budget = await budgets.count(claim, knownKeys.remember(hash, { keyId, userId }, hashed))
    const principal = { userId, keyId, hook, isAddressAllowed: checkIp(hook, ip) }
    return { principal, headers: budgetHeaders(budget) }
  }
}
