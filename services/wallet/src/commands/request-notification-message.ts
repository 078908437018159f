import { createHash, randomInt } from 'node:crypto'
import type { NotificationMessageResponse } from '@ats/contracts'
import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import {
  CODE_VALID_MS,
  MESSAGE_LIMITS,
  MESSAGES_KEPT_MS,
  notificationRule,
  type StoredRule,
} from '../core/notification-rule.js'
import { lockKeysOfUser } from '../store/api-keys.js'
import { inTransaction } from '../store/database.js'
import { loadNthMessage, lockTarget, saveMessage } from '../store/notification-messages.js'
import { lockRule } from '../store/notification-rules.js'
import { hashCode } from './change-notification-rule.js'

/**
 * Decides about a message that a user wants sent to the target of a rule: a code where the target is not proven, else a
 * test, which a rule that is paused does not send. The code leaves this process once, in the answer to the engine that
 * sends it.
 */
export function requestMessage(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  userId: string,
  ruleId: string,
): Promise<NotificationMessageResponse> {
  return inTransaction(pool, async (client): Promise<NotificationMessageResponse> => {
    await lockKeysOfUser(client, userId)
    const rule = await lockRule(client, userId, ruleId)
    if (rule === undefined) return { decision: 'NO_RULE' }
    if (rule.provenAt !== null && rule.pausedAt !== null) return { decision: 'PAUSED' }
    const targetHash = createHash('sha256').update(`${rule.channel} ${rule.target}`).digest()
    await lockTarget(client, targetHash)
    const createdAt = now()
    const freeAt = await whenFree(client, { target: targetHash, user: userId }, createdAt)
    if (freeAt !== null)
      return { decision: 'TOO_MANY', retryAfterSeconds: Math.ceil((freeAt - createdAt.getTime()) / 1_000) }
    const code = rule.provenAt === null ? String(randomInt(1_000_000)).padStart(6, '0') : null
    await saveMessage(
      client,
      {
        ...{ id: uuidv7(), ruleId, userId, targetHash, createdAt },
        codeHash: code === null ? null : hashCode(ruleId, code),
        expiresAt: new Date(createdAt.getTime() + CODE_VALID_MS),
      },
      new Date(createdAt.getTime() - MESSAGES_KEPT_MS),
    )
    return decided(rule, code)
  })
}

/** When another message may be sent, in Unix milliseconds; null: now. */
async function whenFree(
  client: PoolClient,
  keys: { readonly target: Buffer; readonly user: string },
  at: Date,
): Promise<number | null> {
  const ends: number[] = []
  for (const { of, count, withinMs } of MESSAGE_LIMITS) {
    const since = new Date(at.getTime() - withinMs)
    const nth = await loadNthMessage(client, of, keys[of], { since, count })
    if (nth !== undefined) ends.push(nth.getTime() + withinMs)
  }
  return ends.length === 0 ? null : Math.max(...ends)
}

const decided = (stored: StoredRule, code: string | null): NotificationMessageResponse => {
  const rule = notificationRule(stored)
  return code === null ? { decision: 'TEST', rule } : { decision: 'CODE', rule, code }
}
