import type { NotificationChannel, NotificationSeverity, NotificationTopic } from '@ats/contracts'
import type { Pool, PoolClient } from 'pg'
import type { Rule, RuleTerms, StoredRule } from '../core/notification-rule.js'
import { asDependencyErrors } from './database.js'

interface RuleRow {
  readonly id: string
  readonly user_id: string
  readonly channel: NotificationChannel
  readonly target: string
  readonly events: NotificationTopic[]
  readonly accounts: string[]
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  readonly quiet_zone: string | null
  readonly min_severity: NotificationSeverity
  readonly created_at: Date
  readonly proven_at: Date | null
  readonly stopped_at: Date | null
  readonly paused_at: Date | null
  readonly resumed_at: Date | null
  readonly unsubscribe_token: string
}

export async function countRules(client: PoolClient, userId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM notification_rules WHERE user_id = $1',
    [userId],
  )
  return rows[0]?.count ?? 0
}

/** Newest first. */
export function loadRules(pool: Pool, userId: string): Promise<readonly Rule[]> {
  return asDependencyErrors(async () => {
    const { rows } = await pool.query<RuleRow>(
      'SELECT * FROM notification_rules WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
      [userId],
    )
    return rows.map(toRule)
  })
}

/** Lists the rules of the users that send: proven and not paused, oldest first. */
export function loadSendingRules(pool: Pool, userIds: readonly string[]): Promise<readonly StoredRule[]> {
  return asDependencyErrors(async () => {
    const { rows } = await pool.query<RuleRow>({
      name: 'load-sending-rules',
      text: `SELECT * FROM notification_rules
              WHERE user_id = ANY ($1::text[]) AND proven_at IS NOT NULL AND paused_at IS NULL ORDER BY created_at, id`,
      values: [userIds],
    })
    return rows.map(toStoredRule)
  })
}

export function loadRule(pool: Pool, id: string): Promise<StoredRule | undefined> {
  return asDependencyErrors(async () => {
    const { rows } = await pool.query<RuleRow>({
      name: 'load-rule',
      text: 'SELECT * FROM notification_rules WHERE id = $1',
      values: [id],
    })
    return rows[0] && toStoredRule(rows[0])
  })
}

/** The rule, if it is the user's. Nothing else changes or deletes it until the transaction ends. */
export async function lockRule(client: PoolClient, userId: string, id: string): Promise<StoredRule | undefined> {
  const { rows } = await client.query<RuleRow>(
    'SELECT * FROM notification_rules WHERE id = $1 AND user_id = $2 FOR UPDATE',
    [id, userId],
  )
  return rows[0] && toStoredRule(rows[0])
}

export async function saveRule(client: PoolClient, rule: StoredRule): Promise<void> {
  await client.query(
    `INSERT INTO notification_rules (id, events, accounts, quiet_from, quiet_to, quiet_zone, min_severity, user_id,
                                     channel, target, created_at, unsubscribe_token)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[rule.id, ...termsOf(rule)],
      ...[rule.userId, rule.channel, rule.target, rule.createdAt, rule.unsubscribeToken],
    ],
  )
}

export async function saveRuleTerms(client: PoolClient, id: string, terms: RuleTerms): Promise<void> {
  await client.query(
    `UPDATE notification_rules SET events = $2, accounts = $3, quiet_from = $4, quiet_to = $5, quiet_zone = $6,
                                   min_severity = $7 WHERE id = $1`,
    [id, ...termsOf(terms)],
  )
}

const termsOf = ({ events, accounts, quietHours, minSeverity }: RuleTerms): readonly unknown[] => [
  ...[events, accounts, quietHours?.from ?? null, quietHours?.to ?? null, quietHours?.timeZone ?? null, minSeverity],
]

export async function savePause(
  client: PoolClient,
  id: string,
  { pausedAt, resumedAt }: Pick<StoredRule, 'pausedAt' | 'resumedAt'>,
): Promise<void> {
  await client.query('UPDATE notification_rules SET paused_at = $2, resumed_at = $3 WHERE id = $1', [
    ...[id, pausedAt, resumedAt],
  ])
}

export async function saveProof(client: PoolClient, id: string, provenAt: Date): Promise<void> {
  await client.query('UPDATE notification_rules SET proven_at = $2, stopped_at = NULL WHERE id = $1', [id, provenAt])
}

export function hasToken(pool: Pool, token: string): Promise<boolean> {
  return asDependencyErrors(async () => {
    const { rowCount } = await pool.query('SELECT FROM notification_rules WHERE unsubscribe_token = $1', [token])
    return rowCount === 1
  })
}

/** Undefined: no rule has the token. Stopped again, it keeps its time. */
export async function stopRule(
  client: PoolClient,
  token: string,
  at: Date,
): Promise<{ readonly rule: StoredRule; readonly isNew: boolean } | undefined> {
  const { rows } = await client.query<RuleRow>(
    'SELECT * FROM notification_rules WHERE unsubscribe_token = $1 FOR UPDATE',
    [token],
  )
  if (rows[0] === undefined) return undefined
  const rule = toStoredRule(rows[0])
  if (rule.stoppedAt !== null) return { rule, isNew: false }
  await client.query('UPDATE notification_rules SET stopped_at = $2, proven_at = NULL WHERE id = $1', [rule.id, at])
  return { rule, isNew: true }
}

export async function deleteRule(client: PoolClient, id: string): Promise<void> {
  await client.query('DELETE FROM notification_rules WHERE id = $1', [id])
}

const toStoredRule = (row: RuleRow): StoredRule => ({
  ...toRule(row),
  userId: row.user_id,
  resumedAt: row.resumed_at,
  unsubscribeToken: row.unsubscribe_token,
})

const toRule = (row: RuleRow): Rule => ({
  id: row.id,
  channel: row.channel,
  target: row.target,
  events: row.events,
  accounts: row.accounts,
  quietHours: quietHoursOf(row),
  minSeverity: row.min_severity,
  createdAt: row.created_at,
  provenAt: row.proven_at,
  stoppedAt: row.stopped_at,
  pausedAt: row.paused_at,
})

const quietHoursOf = ({ quiet_from: from, quiet_to: to, quiet_zone: timeZone }: RuleRow): Rule['quietHours'] =>
  from === null || to === null || timeZone === null ? null : { from, to, timeZone }
