import { NO_WEBHOOK, type NotificationRule, type NotificationRulesResponse } from '@ats/contracts'
import { RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { notificationRule, type Rule } from '../core/notification-rule.js'
import { loadRule, loadRules, loadSendingRules } from '../store/notification-rules.js'

interface Deps {
  readonly pool: Pool
}

/** The user's rules, newest first. */
export const listRules = ({ pool }: Deps, userId: string): Promise<readonly Rule[]> => loadRules(pool, userId)

/** Where the users' messages go, read from the database each time. */
export const listSendingRules = async (
  { pool }: Deps,
  userIds: readonly string[],
): Promise<NotificationRulesResponse> => ({ rules: (await loadSendingRules(pool, userIds)).map(notificationRule) })

/** @throws RequestError not_found, with a reason that no other 404 has: nothing more may be sent by it */
export async function getRule({ pool }: Deps, id: string): Promise<NotificationRule> {
  const rule = await loadRule(pool, id)
  if (rule === undefined) throw gone()
  return notificationRule(rule)
}

const gone = (): RequestError => new RequestError('not_found', 'there is no such rule any more', { reason: NO_WEBHOOK })
