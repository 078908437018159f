/**
 * Lets a request in or says why not, in this order: valid credentials (401), the key's budget (429), the source IP
 * (403), the scope (403). The wallet decides about credentials and IP; when it cannot be asked, that is its fault
 * (500) and never the caller's. In a test environment whoever sends no credentials at all is the sandbox user.
 */
import {
  API_KEY_PATTERN,
  API_SECRET_PATTERN,
  hashCredential,
  isExpired,
  checkIp,
  type KeyAccepted,
  type KeyRefused,
} from '@ats/contracts'
import { RequestError, type Authenticate, type RawRequest } from '@ats/service-kit'
import type { WalletClient } from '../clients/wallet.js'
import type { Caller } from './caller.js'
import { budgetHeaders, type Budget, type RateLimit } from './rate-limit.js'
import { SANDBOX_KEY } from './sandbox-key.js'

export interface AuthenticateOptions {
  readonly wallet: Pick<WalletClient, 'validate'>
  readonly now: () => number
  /** Per key. */
  readonly keyLimit: RateLimit
  /** Failed authentications per client IP; a valid key is never held up by it. */
  readonly failureLimit: RateLimit
  /** Public market data per client IP; null: not limited. */
  readonly publicLimit: RateLimit | null
  /** Calls without credentials per client IP; null: they are refused. */
  readonly sandboxLimit: RateLimit | null
}

export function createAuthenticate(options: AuthenticateOptions): Authenticate<Caller> {
  return async (request, route) => {
    if (route.access === 'public') {
      const budget = await options.publicLimit?.consume(request.ip)
      return { principal: null, headers: budget === undefined ? {} : budgetHeaders(budget) }
    }
    if (options.sandboxLimit !== null && isWithoutCredentials(request)) {
      const budget = await options.sandboxLimit.consume(request.ip)
      return { principal: { ...SANDBOX_KEY, budget }, headers: budgetHeaders(budget) }
    }
    const credentials = readCredentials(request)
    if (credentials === null) throw await failed(options.failureLimit, request.ip)
    const counting = options.keyLimit.consume(budgetKey(credentials))
    // Heard of below, if the key is valid.
    counting.catch(() => undefined)
    const decision = await options.wallet.validate({ ...credentials, ip: request.ip })
    if (isInvalid(decision, options.now())) throw await failed(options.failureLimit, request.ip)
    const budget = await counting
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

/** Null when a header is missing, repeated or not of the issued form: there is nothing to ask the wallet. */
function readCredentials({ headers }: RawRequest): { key: string; secret: string } | null {
  const { 'x-api-key': key, 'x-api-secret': secret } = headers
  if (typeof key !== 'string' || typeof secret !== 'string') return null
  return API_KEY_PATTERN.test(key) && API_SECRET_PATTERN.test(secret) ? { key, secret } : null
}

/** Counted while the key is still being looked at, so of key and secret: who guesses a secret spends no budget but its own. */
const budgetKey = ({ key, secret }: { key: string; secret: string }): string =>
  hashCredential(`${key}:${secret}`).toString('hex')

async function failed(limit: RateLimit, ip: string): Promise<RequestError> {
  await limit.consume(ip)
  return new RequestError('unauthorized', 'send a valid X-API-Key and X-API-Secret')
}

/** The wallet has checked the expiry already; checking its record again keeps the promise whatever stands in between. */
const isInvalid = (decision: KeyAccepted | KeyRefused, nowMs: number): boolean =>
  decision.valid ? isExpired(decision, nowMs) : decision.status === 401

/** The source address, likewise. */
function requireAllowed(decision: KeyAccepted | KeyRefused, { ip }: RawRequest, budget: Budget): KeyAccepted {
  if (decision.valid && checkIp(decision, ip)) return decision
  const message = `requests from ${ip} are not allowed`
  throw new RequestError('IP not whitelisted for this API key', message, {}, budgetHeaders(budget))
}
