import { randomBytes } from 'node:crypto'
import { NOTIFICATION_TOPICS, type NotificationChannel } from '@ats/contracts'
import { RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { rulePrefix, RULES_MAX, type Rule, type RuleTerms, type StoredRule } from '../core/notification-rule.js'
import { lockKeysOfUser } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import { countRules, saveRule } from '../store/notification-rules.js'

export interface CreateRule extends RuleTerms {
  readonly channel: NotificationChannel
  readonly target: string
}

/**
 * Makes a rule that sends nothing before its target has shown a code. Whose the accounts are is not looked at: events
 * of others never reach it. `ip` is for the audit.
 * @throws RequestError conflict when the user has enough rules
 */
export async function createRule(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  userId: string,
  command: CreateRule,
  ip: string,
): Promise<Rule> {
  const rule: StoredRule = {
    ...command,
    id: uuidv7(),
    userId,
    events: NOTIFICATION_TOPICS.filter((topic) => command.events.includes(topic)),
    createdAt: now(),
    provenAt: null,
    stoppedAt: null,
    pausedAt: null,
    resumedAt: null,
    unsubscribeToken: `svc_nu_${randomBytes(24).toString('hex')}`,
  }
  await inTransaction(pool, async (client) => {
    await lockKeysOfUser(client, userId)
    if ((await countRules(client, userId)) >= RULES_MAX) throw tooManyRules()
    await saveRule(client, rule)
    const { id: keyId, createdAt: at } = rule
    await saveKeyEvent(client, {
      kind: 'notification_rule.created',
      at,
      keyId,
      keyPrefix: rulePrefix(keyId),
      userId,
      ip,
    })
  })
  return rule
}

function tooManyRules(): RequestError {
  return new RequestError('conflict', `there can be at most ${RULES_MAX} notification rules; delete one first`, {
    reason: 'notification_rule_limit',
  })
}
