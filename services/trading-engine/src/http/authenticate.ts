/**
 * Lets a request in or says why not, in this order: valid credentials (401), the budgets of key and user (429), the
 * source IP (403), the scope (403). The wallet decides about credentials and IP; when it cannot be asked, that is its
 * fault (500) and never the caller's. In a test environment whoever sends no credentials at all is the sandbox user.
 * Public data is for everybody: credentials that are right only decide whose budget pays.
 */
import { isExpired, checkIp, type KeyAccepted, type KeyRefused } from '@ats/contracts'
import {
  addressGroup,
  budgetHeaders,
  RequestError,
  type Authenticate,
  type Authentication,
  type Budget,
  type RateLimit,
  type RawRequest,
} from '@ats/service-kit'
import type { WalletClient } from '../clients/wallet.js'
import type { Caller } from './caller.js'
import { claimOf, type Claim } from './claim.js'
import type { KnownKey, KnownKeys } from './known-keys.js'
import { SANDBOX_KEY } from './sandbox-key.js'

export interface AuthenticateOptions {
  readonly wallet: Pick<WalletClient, 'validate'>
  readonly knownKeys: KnownKeys
  readonly now: () => number
  /** Per key. */
  readonly keyLimit: RateLimit
  /** Over all keys of a user, those that are gone among them. */
  readonly userLimit: RateLimit
  /** Failed authentications per client IP; a valid key is never held up by it. */
  readonly failureLimit: RateLimit
  /** Public market data per client IP; null: not limited. */
  readonly publicLimit: RateLimit | null
  /** Calls without credentials per client IP; null: they are refused. */
  readonly sandboxLimit: RateLimit | null
}

type Decision = KeyAccepted | KeyRefused

export function createAuthenticate(options: AuthenticateOptions): Authenticate<Caller> {
  const { knownKeys, keyLimit, userLimit, failureLimit, publicLimit, sandboxLimit } = options

  async function failed(ip: string): Promise<RequestError> {
    await failureLimit.consume(addressGroup(ip))
    return new RequestError('unauthorized', 'send a valid X-API-Key and X-API-Secret')
  }

  const count = async (claim: Claim, known: KnownKey | null): Promise<Budget> => {
    const ofKey = keyLimit.consume(claim.hash)
    if (known === null) return ofKey
    return (await Promise.all([ofKey, userLimit.consume(known.userHash)]))[0]
  }

  /** Throws 401, or 429 where the budget it counts in is spent. */
  async function identify(claim: Claim, ip: string): Promise<{ decision: Decision; budget: Budget }> {
    const known = knownKeys.find(claim.hash)
    // While the key is still being looked at, where it is likely to be valid: one round trip for all.
    const counting = known === null ? null : count(claim, known)
    counting?.catch(() => undefined)
    const decision = await options.wallet.validate({ key: claim.key, secret: claim.secret, ip })
    if (isInvalid(decision, options.now())) {
      knownKeys.forget(claim.hash)
      throw await failed(ip)
    }
    const key = decision.valid ? knownKeys.remember(claim.hash, decision) : null
    return { decision, budget: await (counting ?? count(claim, key)) }
  }

  const asAnybody = async ({ ip }: RawRequest): Promise<Authentication<Caller>> => {
    const budget = await publicLimit?.consume(addressGroup(ip))
    return { principal: null, headers: budget === undefined ? {} : budgetHeaders(budget) }
  }

  /** Whatever is wrong with the credentials, or with who should know them, is nothing to keep public data from anybody for. */
  async function authenticatePublic(request: RawRequest): Promise<Authentication<Caller>> {
    const claim = claimOf(request.headers)
    if (claim === null) return asAnybody(request)
    const budget = await identify(claim, request.ip).then(
      ({ decision, budget: ofKey }) => (decision.valid && checkIp(decision, request.ip) ? ofKey : null),
      (error: unknown) => {
        if (error instanceof RequestError && error.code === 'rate_limited') throw error
        return null
      },
    )
    return budget === null ? asAnybody(request) : { principal: null, headers: budgetHeaders(budget) }
  }

  return async (request, route) => {
    if (route.access === 'public') return authenticatePublic(request)
    if (sandboxLimit !== null && isWithoutCredentials(request)) {
      const budget = await sandboxLimit.consume(addressGroup(request.ip))
      return { principal: { ...SANDBOX_KEY, budget }, headers: budgetHeaders(budget) }
    }
    const claim = claimOf(request.headers)
    if (claim === null) throw await failed(request.ip)
    const { decision, budget } = await identify(claim, request.ip)
    const record = requireAllowed(decision, request, budget)
    if (route.access !== 'any' && !record.permissions.some((scope) => scope === route.access)) {
      const message = `the key lacks the scope ${route.access}`
      throw new RequestError('permission_denied', message, {}, budgetHeaders(budget))
    }
    return { principal: { ...record, budget }, headers: budgetHeaders(budget) }
  }
}

/** One that is sent is looked at, blank or not: whoever means to use a key must not trade without it by a slip. */
const isWithoutCredentials = ({ headers }: RawRequest): boolean =>
  headers['x-api-key'] === undefined && headers['x-api-secret'] === undefined

/** The wallet has checked the expiry already; checking its record again keeps the promise whatever stands in between. */
const isInvalid = (decision: Decision, nowMs: number): boolean =>
  decision.valid ? isExpired(decision, nowMs) : decision.status === 401

/** The source address, likewise. */
function requireAllowed(decision: Decision, { ip }: RawRequest, budget: Budget): KeyAccepted {
  if (decision.valid && checkIp(decision, ip)) return decision
  const message = `requests from ${ip} are not allowed`
  throw new RequestError('IP not whitelisted for this API key', message, {}, budgetHeaders(budget))
}
