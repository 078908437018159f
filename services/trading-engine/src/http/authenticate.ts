/**
 * Authenticates a request, in this order: valid credentials (401), the budgets of key and user (429), the source IP
 * (403), the scope (403). The wallet decides about credentials and IP; a failure to reach it is a 500, never the
 * caller's fault. In a test environment a request without credentials is the sandbox user's. Public data is for
 * everybody: valid credentials only decide whose budget pays.
 */
import { isExpired, checkIp, type KeyAccepted } from '@ats/contracts'
import { hashCredentials, type ValidateKey } from '@ats/key-cache'
import {
  addressGroup,
  budgetHeaders,
  refuseUnauthorized,
  type Authenticate,
  type Budget,
  type FailureLimit,
  type RateLimit,
  type RawRequest,
} from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { ResolveHook } from '../clients/resolve-hooks.js'
import { createAuthenticateHook } from './authenticate-hook.js'
import { createAuthenticatePublic } from './authenticate-public.js'
import { scopesOf, type Caller } from './caller.js'
import { claimOf, hasCredentials, type Claim } from './claim.js'
import type { Decision, Identified } from './identified.js'
import type { OnKeyUsed } from './key-networks.js'
import type { KnownKeys } from './known-keys.js'
import { createRequestBudgets, type RequestBudgetOptions } from './request-budgets.js'
import { SANDBOX_KEY } from './sandbox-key.js'

export interface AuthenticateOptions extends RequestBudgetOptions {
  readonly resolveHook: ResolveHook
  readonly validate: ValidateKey
  readonly knownKeys: KnownKeys
  readonly now: () => number
  readonly onKeyUsed: OnKeyUsed
  /** A valid key is never held up by it. */
  readonly failureLimit: FailureLimit
  /** Public market data per client IP; null: not limited. */
  readonly publicLimit: RateLimit | null
  /** Calls without credentials per client IP; null: they are refused. */
  readonly sandboxLimit: RateLimit | null
}

export function createAuthenticate(options: AuthenticateOptions): Authenticate<Caller> {
  const { knownKeys, failureLimit, publicLimit, sandboxLimit } = options
  const budgets = createRequestBudgets(options)

  const refuse = (ip: string): Promise<never> =>
    refuseUnauthorized(failureLimit, ip, 'send a valid X-API-Key and X-API-Secret, or both as HTTP Basic')

  /** Throws 401, or 429 where the budget it counts in is spent. */
  async function identify(claim: Claim, ip: string): Promise<Identified> {
    const known = knownKeys.find(claim.hash)
    // While the key is still being looked at, where it is likely to be valid: one round trip for all.
    const counting = known === null ? null : budgets.count(claim, known)
    counting?.catch(() => undefined)
    const hashed = known?.hashed ?? hashCredentials(claim)
    const decision = await options.validate({ key: claim.key, secret: claim.secret, ip }, hashed)
    if (isInvalid(decision, options.now())) {
      knownKeys.forget(claim.hash)
      return refuse(ip)
    }
    const key = decision.valid ? knownKeys.remember(claim.hash, decision, hashed) : null
    return { decision, key, budget: await (counting ?? budgets.count(claim, key)) }
  }

  const authenticateHook = createAuthenticateHook(options)
  const authenticatePublic = createAuthenticatePublic({ identify, publicLimit })

  return async (request, route) => {
    if (route.access === 'public') return authenticatePublic(request)
    if (route.access === 'hook') return authenticateHook(request)
    if (sandboxLimit !== null && !hasCredentials(request)) {
      const budget = await sandboxLimit.consume(addressGroup(request.ip))
      const countMore = async (more: number) =>
        budgetHeaders(await sandboxLimit.consumeAll(addressGroup(request.ip), more))
      return { principal: { ...SANDBOX_KEY, budget }, headers: budgetHeaders(budget), countMore }
    }
    const claim = claimOf(request)
    if (claim === null) return refuse(request.ip)
    const { decision, key, budget } = await identify(claim, request.ip)
    const record = requireAllowed(decision, request, budget)
    options.onKeyUsed(record, request.ip)
    const permissions: readonly string[] = record.permissions
    const lacking = scopesOf(route.access).filter((scope) => !permissions.includes(scope))
    if (lacking.length > 0) {
      const message = `the key lacks the scope ${lacking.join(' and ')}`
      throw new RequestError('permission_denied', message, {}, budgetHeaders(budget))
    }
    return {
      principal: { ...record, budget },
      headers: budgetHeaders(budget),
      ...(key === null ? {} : { countMore: async (more) => budgetHeaders(await budgets.countMore(claim, key, more)) }),
    }
  }
}

/** Whether to refuse the credentials. The wallet has checked the expiry already; a cached record is checked again. */
const isInvalid = (decision: Decision, nowMs: number): boolean =>
  decision.valid ? isExpired(decision, nowMs) : decision.status === 401

/** The source address, likewise. */
function requireAllowed(decision: Decision, { ip }: RawRequest, budget: Budget): KeyAccepted {
  if (decision.valid && checkIp(decision, ip)) return decision
  const message = `requests from ${ip} are not allowed`
  throw new RequestError('IP not whitelisted for this API key', message, {}, budgetHeaders(budget))
}

/**
 * Whether a key is still valid from an address, as a request with it would be; nothing is counted for it. Rejects when
 * that could not be found out.
 */
export const createKeyCheck =
  ({ validate, knownKeys, now }: Pick<AuthenticateOptions, 'validate' | 'knownKeys' | 'now'>) =>
  async ({ claim, ip }: { readonly claim: Claim; readonly ip: string }): Promise<boolean> => {
    const hashed = knownKeys.find(claim.hash)?.hashed ?? hashCredentials(claim)
    const decision = await validate({ key: claim.key, secret: claim.secret, ip }, hashed)
    if (isInvalid(decision, now())) knownKeys.forget(claim.hash)
    if (!decision.valid || isInvalid(decision, now()) || !checkIp(decision, ip)) return false
    knownKeys.remember(claim.hash, decision, hashed)
    return true
  }
