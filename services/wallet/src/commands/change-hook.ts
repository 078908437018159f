/** Changes of a hook. What they take away is gone before they are answered: no engine keeps the hook any more. */
import { generateHookToken, hashCredential, HOOK_ACTIONS } from '@ats/contracts'
import type { KeyRevoker } from '@ats/key-cache'
import { notFound, type RequestIds } from '@ats/service-kit/http'
import type { Pool, PoolClient } from 'pg'
import { TOKEN_PREFIX_LENGTH, type Hook, type HookTerms } from '../core/hook.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import { lockActiveHook, lockHook, saveHookRevocation, saveHookTerms } from '../store/hooks.js'
import { endReplacedTokens, loadTokenHashes, replaceToken } from '../store/hook-tokens.js'
import { requireFuture } from './create-hook.js'

export interface ChangeHookDeps {
  readonly pool: Pool
  readonly now: () => Date
  /** Null: no engine may keep hooks. */
  readonly revoker: KeyRevoker | null
}

/** The hook of a user that is to change; `ip` is for the audit, `ids` for the log. */
export interface HookOfUser {
  readonly userId: string
  readonly id: string
  readonly ip: string
  readonly ids: RequestIds
}

/**
 * @throws RequestError not_found when the user has no such hook, or it is revoked or expired; invalid_payload of an end
 *   that has passed
 */
export async function updateHook(deps: ChangeHookDeps, of: HookOfUser, change: Partial<HookTerms>): Promise<Hook> {
  const { userId, id, ip } = of
  const at = deps.now()
  requireFuture({ expiresAt: change.expiresAt ?? null }, at)
  const { hook, hashes } = await inTransaction(deps.pool, async (client) => {
    const before = await lockActive(client, of, at)
    const wanted = { ...before, ...change }
    const hook = { ...wanted, actions: HOOK_ACTIONS.filter((action) => wanted.actions.includes(action)) }
    await saveHookTerms(client, id, hook)
    await saveKeyEvent(client, { kind: 'hook.updated', at, keyId: id, keyPrefix: hook.tokenPrefix, userId, ip })
    return { hook, hashes: await loadTokenHashes(client, id) }
  })
  await forget(deps, hashes, of.ids)
  return hook
}

export interface RotatedHook {
  readonly hook: Hook
  /** Leaves this process once, in the answer, and is kept nowhere. */
  readonly token: string
  /** Until then the token before it opens the hook as well; null when it has ended. */
  readonly previousExpiresAt: Date | null
}

const HOUR_MS = 3_600_000
/** Valid beside the new token: that before it, and one more for a caller who repeats a request without an answer. */
const REPLACED_MAX = 2

/** @throws RequestError not_found when the user has no such hook, or it is revoked or expired */
export async function rotateHook(deps: ChangeHookDeps, of: HookOfUser, overlapHours: number): Promise<RotatedHook> {
  const { userId, id, ip } = of
  const at = deps.now()
  const expiresAt = new Date(at.getTime() + overlapHours * HOUR_MS)
  const token = generateHookToken()
  const tokenPrefix = token.slice(0, TOKEN_PREFIX_LENGTH)
  const { hook, ended } = await inTransaction(deps.pool, async (client) => {
    const before = await lockActive(client, of, at)
    await replaceToken(client, id, { tokenPrefix, tokenHash: hashCredential(token) }, { at, expiresAt })
    const ended = await endReplacedTokens(client, id, at, REPLACED_MAX)
    await saveKeyEvent(client, { kind: 'hook.rotated', at, keyId: id, keyPrefix: tokenPrefix, userId, ip })
    // Also the token that was the hook's own: it is kept without its new end.
    return { hook: { ...before, tokenPrefix }, ended: [...ended, ...(await loadTokenHashes(client, id))] }
  })
  await forget(deps, ended, of.ids)
  return { hook, token, previousExpiresAt: overlapHours === 0 ? null : expiresAt }
}

/**
 * Ends a hook for good, with all its tokens; revoking it again gives the same response.
 * @throws RequestError not_found, the same for another user's hook as for none
 */
export async function revokeHook(
  deps: ChangeHookDeps,
  { userId, id, ip, ids }: HookOfUser,
): Promise<{ readonly id: string; readonly revokedAt: Date }> {
  const { at, hashes } = await inTransaction(deps.pool, async (client) => {
    const hook = await lockHook(client, userId, id)
    if (hook === undefined) throw notFound('hook')
    const hashes = await loadTokenHashes(client, id)
    if (hook.revokedAt !== null) return { hashes, at: hook.revokedAt }
    const at = deps.now()
    await saveHookRevocation(client, id, at)
    await saveKeyEvent(client, { kind: 'hook.revoked', at, keyId: id, keyPrefix: hook.tokenPrefix, userId, ip })
    return { hashes, at }
  })
  await forget(deps, hashes, ids)
  return { id, revokedAt: at }
}

async function lockActive(client: PoolClient, { userId, id }: HookOfUser, now: Date): Promise<Hook> {
  const hook = await lockActiveHook(client, userId, id, now)
  if (hook === undefined) throw notFound('hook')
  return hook
}

async function forget({ revoker }: ChangeHookDeps, hashes: readonly Buffer[], ids: RequestIds): Promise<void> {
  if (revoker !== null) await Promise.all(hashes.map((hash) => revoker.forget(hash, ids)))
}
