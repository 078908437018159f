/** Finds the hook of a token: of one that was good within the last hour in the cache, else at the wallet. */
import { isExpired, type HookRecord, type ResolveHookRequest, type ResolveHookResponse } from '@ats/contracts'
import { askThroughCache, createKeyCache, type HashedCredentials } from '@ats/key-cache'
import type { Redis } from '@ats/service-kit/db'
import { createHeapCache } from '@ats/service-kit/process'

export interface ResolveHooksOptions {
  readonly ask: (request: ResolveHookRequest) => Promise<ResolveHookResponse>
  /** Null: the wallet is asked about every alert. */
  readonly redis: Redis | null
  readonly serviceToken: string
  /** Unix ms. */
  readonly now: () => number
}

/** `isKnown`: the token was good not long ago. @throws DependencyError when the wallet does not say */
export type ResolveHook = (
  request: ResolveHookRequest,
  hashed: HashedCredentials,
  isKnown: boolean,
) => Promise<HookRecord | null>

/** Tokens are random: one that opens nothing will not do so later. Yet no longer, for a wallet that was restored. */
const UNKNOWN_MS = 60_000

/**
 * A wrong token is asked about once, and never in Redis: it costs less than a wrong key.
 */
export function createResolveHook({ ask, redis, serviceToken, now }: ResolveHooksOptions): ResolveHook {
  const unknown = createHeapCache<true>('unknown hooks', { ttl: UNKNOWN_MS })
  const ignore = (): void => undefined
  const cache = redis && createKeyCache<HookRecord>({ redis, serviceToken, now, onLookup: ignore, onFill: ignore })
  const throughCache =
    cache &&
    askThroughCache<HookRecord, ResolveHookRequest, ResolveHookResponse>({
      cache,
      ask,
      decide: (record) => (isExpired(record, now()) ? null : { found: true, ...record }),
      kept: (decision) => (decision.found && decision.cacheable === true ? recordOf(decision) : null),
    })
  return async (request, hashed, isKnown) => {
    if (unknown.has(request.tokenHash)) return null
    const decision = isKnown && throughCache !== null ? await throughCache(request, hashed) : await ask(request)
    if (decision.found && !isExpired(decision, now())) return recordOf(decision)
    unknown.set(request.tokenHash, true)
    return null
  }
}

const recordOf = (hook: HookRecord): HookRecord => ({
  hookId: hook.hookId,
  userId: hook.userId,
  accountId: hook.accountId,
  symbols: hook.symbols,
  actions: hook.actions,
  maxQuantity: hook.maxQuantity,
  maxOrdersPerMinute: hook.maxOrdersPerMinute,
  ipWhitelist: hook.ipWhitelist,
  template: hook.template,
  expiresAt: hook.expiresAt,
})
