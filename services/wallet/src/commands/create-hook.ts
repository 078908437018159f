import { generateHookToken, hashCredential, HOOK_ACTIONS } from '@ats/contracts'
import { invalidPayload, RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { ACTIVE_HOOKS_MAX, TOKEN_PREFIX_LENGTH, type Hook, type HookTerms } from '../core/hook.js'
import { lockKeysOfUser } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import { countActiveHooks, saveHook } from '../store/hooks.js'

export interface CreateHook extends HookTerms {
  readonly accountId: string
}

export interface CreatedHook {
  readonly hook: Hook
  /** Leaves this process once, in the answer, and is kept nowhere. */
  readonly token: string
}

/**
 * The account is not looked at: the trading engine asks with each alert whether it is the user's. `ip` is for the
 * audit.
 * @throws RequestError invalid_payload when it would already have expired, conflict when the user has enough hooks
 */
export async function createHook(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  userId: string,
  command: CreateHook,
  ip: string,
): Promise<CreatedHook> {
  const createdAt = now()
  requireFuture(command, createdAt)
  const token = generateHookToken()
  const tokenPrefix = token.slice(0, TOKEN_PREFIX_LENGTH)
  const hook: Hook = {
    ...command,
    id: uuidv7(),
    tokenPrefix,
    actions: HOOK_ACTIONS.filter((action) => command.actions.includes(action)),
    createdAt,
    lastUsedAt: null,
    lastUsedIp: null,
  }
  await inTransaction(pool, async (client) => {
    await lockKeysOfUser(client, userId)
    if ((await countActiveHooks(client, userId, createdAt)) >= ACTIVE_HOOKS_MAX) throw tooManyHooks()
    await saveHook(client, { ...hook, userId, tokenHash: hashCredential(token) })
    const { id: keyId } = hook
    await saveKeyEvent(client, { kind: 'hook.created', at: createdAt, keyId, keyPrefix: tokenPrefix, userId, ip })
  })
  return { hook, token }
}

/** @throws RequestError invalid_payload when a hook with these terms would already have ended */
export function requireFuture({ expiresAt }: Pick<HookTerms, 'expiresAt'>, now: Date): void {
  if (expiresAt !== null && expiresAt <= now)
    throw invalidPayload([{ path: ['expiresAt'], code: 'date.future', message: 'expiresAt must be in the future' }])
}

function tooManyHooks(): RequestError {
  return new RequestError('conflict', `at most ${ACTIVE_HOOKS_MAX} hooks can be active; revoke one first`, {
    reason: 'active_hook_limit',
  })
}
