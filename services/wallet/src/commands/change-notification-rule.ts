import { createHash } from 'node:crypto'
import { digestsEqual, NOTIFICATION_TOPICS, type UnsubscribeRequest } from '@ats/contracts'
import { notFound } from '@ats/service-kit/http'
import { invalidPayload, RequestError } from '@ats/service-kit/process'
import type { Pool, PoolClient } from 'pg'
import { CODE_TRIES_MAX, rulePrefix, type Rule, type RuleChange, type StoredRule } from '../core/notification-rule.js'
import type { KEY_EVENTS } from '../core/audit.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import { countTry, endCodes, lockCode } from '../store/notification-messages.js'
import {
  deleteRule,
  hasToken,
  lockRule,
  savePause,
  saveProof,
  saveRuleTerms,
  stopRule,
} from '../store/notification-rules.js'

export interface RuleDeps {
  readonly pool: Pool
  readonly now: () => Date
}

/** The rule of a user that is to change; `ip` is for the audit. */
export interface RuleOfUser {
  readonly userId: string
  readonly id: string
  readonly ip: string
}

/** @throws RequestError not_found when the user has no such rule */
export function updateRule({ pool, now }: RuleDeps, of: RuleOfUser, change: RuleChange): Promise<Rule> {
  return inTransaction(pool, async (client) => {
    const before = await lockOwn(client, of)
    const { paused = before.pausedAt !== null, ...terms } = change
    const wanted = { ...before, ...terms }
    const events = NOTIFICATION_TOPICS.filter((topic) => wanted.events.includes(topic))
    const at = now()
    const rule = { ...wanted, events, ...pauseOf(before, paused, at) }
    await saveRuleTerms(client, of.id, rule)
    await savePause(client, of.id, rule)
    await audit(client, 'notification_rule.updated', of, at)
    return rule
  })
}

type Pause = Pick<StoredRule, 'pausedAt' | 'resumedAt'>

/** Paused or resumed again, it keeps its time. */
function pauseOf({ pausedAt, resumedAt }: Pause, paused: boolean, at: Date): Pause {
  if (paused === (pausedAt !== null)) return { pausedAt, resumedAt }
  return paused ? { pausedAt: at, resumedAt: null } : { pausedAt: null, resumedAt: at }
}

/** Deletes a rule for good. @throws RequestError not_found, the same for another user's rule as for none */
export function removeRule({ pool, now }: RuleDeps, of: RuleOfUser): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockOwn(client, of)
    await deleteRule(client, of.id)
    await audit(client, 'notification_rule.deleted', of, now())
  })
}

/** As a code is stored. */
export const hashCode = (ruleId: string, code: string): Buffer =>
  createHash('sha256')
    .update(ruleId + code)
    .digest()

/**
 * Proves a rule's target by the newest code that was sent to it. A rule that is proven stays so, whatever is sent.
 * @throws RequestError not_found; conflict when there is no code that is still good; invalid_payload of another code,
 *   which counts
 */
export async function proveRule({ pool, now }: RuleDeps, of: RuleOfUser, code: string): Promise<Rule> {
  const outcome = await inTransaction(pool, async (client): Promise<Rule | 'NO_CODE' | 'WRONG'> => {
    const rule = await lockOwn(client, of)
    if (rule.provenAt !== null) return rule
    const at = now()
    const newest = await lockCode(client, of.id, at, CODE_TRIES_MAX)
    if (newest === undefined) return 'NO_CODE'
    if (!digestsEqual(newest.codeHash, hashCode(of.id, code))) {
      await countTry(client, newest.id)
      return 'WRONG'
    }
    await endCodes(client, of.id)
    await saveProof(client, of.id, at)
    await audit(client, 'notification_rule.proven', of, at)
    return { ...rule, provenAt: at, stoppedAt: null }
  })
  if (outcome === 'WRONG') throw wrongCode()
  if (outcome === 'NO_CODE') throw noCode()
  return outcome
}

/** Stops the rule of a token, as its receiver asks; again as often as they like. Returns whether there is one. */
export function unsubscribe({ pool, now }: RuleDeps, { token, ip, dryRun }: UnsubscribeRequest): Promise<boolean> {
  if (dryRun === true) return hasToken(pool, token)
  return inTransaction(pool, async (client) => {
    const at = now()
    const stopped = await stopRule(client, token, at)
    if (stopped === undefined) return false
    const { id, userId } = stopped.rule
    if (stopped.isNew) await audit(client, 'notification_rule.stopped', { id, userId, ip }, at)
    return true
  })
}

async function lockOwn(client: PoolClient, { userId, id }: RuleOfUser): Promise<StoredRule> {
  const rule = await lockRule(client, userId, id)
  if (rule === undefined) throw notFound('rule')
  return rule
}

const audit = (
  client: PoolClient,
  kind: (typeof KEY_EVENTS)[number],
  { userId, id, ip }: RuleOfUser,
  at: Date,
): Promise<void> => saveKeyEvent(client, { kind, at, keyId: id, keyPrefix: rulePrefix(id), userId, ip })

function wrongCode(): RequestError {
  return invalidPayload([{ path: ['code'], code: 'any.invalid', message: 'code is not the one that was sent last' }])
}

function noCode(): RequestError {
  return new RequestError('conflict', 'no code is good any more; have a new one sent to the target', {
    reason: 'no_code',
  })
}
