/** Deliveries that notification rules have asked for, and how much their targets were sent. */
import type { Pool } from 'pg'
import type { MessageSeverity } from '../../core/model/notification.js'
import type { BegunMessage, DueMessage, MessagesGranted } from '../../core/model/webhook-delivery.js'
import type { Micros } from '../../core/values/time.js'
import { formatTimestamp, parseTimestamp } from '../../core/values/time.js'
import { microsOf } from '../tables/column.js'

/** Leaves out what rests: rules, and whole channels. */
export interface Resting {
  readonly rules: readonly string[]
  readonly channels: readonly string[]
}

/** Rules with deliveries that are due, within the shards, the longest waiting first. */
export async function listDueRules(
  pool: Pool,
  shards: readonly number[],
  now: Micros,
  limit: number,
  { rules, channels }: Resting,
): Promise<readonly { readonly ruleId: string; readonly channel: string }[]> {
  const { rows } = await pool.query<{ key_id: string; channel: string }>({
    name: 'list_due_rules',
    text: `select key_id, min(channel) as channel from webhook_deliveries
      where status = 'PENDING' and channel is not null and next_attempt_at <= $2::timestamptz and shard = any($1)
        and key_id <> all($4::uuid[]) and channel <> all($5::text[])
      group by key_id order by min(next_attempt_at) limit $3`,
    values: [shards, formatTimestamp(now), limit, rules, channels],
  })
  return rows.map(({ key_id: ruleId, channel }) => ({ ruleId, channel }))
}

interface DueRow {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly body: string | null
  readonly digest_id: string | null
  readonly severity: MessageSeverity
  readonly happened_at: string
  readonly account_name: string | null
  readonly attempts: number
  readonly round: number
  readonly round_attempts: number
  readonly round_started_at: string | null
}

/** The number of deliveries of a message whose bodies are read, and of those that no message was begun for. */
const BODIES_MAX = 64

/** Lists what is due of a rule within the shards: messages that were begun first, then the longest waiting. */
export async function listDueMessages(
  pool: Pool,
  ruleId: string,
  shards: readonly number[],
  now: Micros,
  limit: number,
): Promise<readonly DueMessage[]> {
  const { rows } = await pool.query<DueRow>({
    name: 'list_due_messages',
    text: `select d.id, event_id, event_type, digest_id, severity, attempts, round, round_attempts, round_started_at,
        case when place <= ${BODIES_MAX} then body end as body, body::json ->> 'created_at' as happened_at,
        a.name as account_name
      from (select *, row_number() over (partition by digest_id order by next_attempt_at, id) as place
          from webhook_deliveries
          where status = 'PENDING' and key_id = $1 and next_attempt_at <= $3::timestamptz and shard = any($2)) d
        left join accounts a on a.id = d.account_id
      order by digest_id nulls last, place limit $4`,
    values: [ruleId, shards, formatTimestamp(now), limit],
  })
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    body: row.body,
    messageId: row.digest_id,
    severity: row.severity,
    happenedAt: parseTimestamp(row.happened_at) ?? 0,
    accountName: row.account_name,
    attempts: row.attempts,
    round: row.round,
    roundAttempts: row.round_attempts,
    roundStartedAt: row.round_started_at === null ? null : microsOf(row.round_started_at),
  }))
}

/** Puts them off, whatever their schedule; what was recorded in the meantime stays. */
export async function postponeMessages(pool: Pool, ids: readonly string[], until: Micros): Promise<void> {
  await pool.query({
    name: 'postpone_messages',
    text: `update webhook_deliveries set next_attempt_at = $2::timestamptz where id = any($1) and status = 'PENDING'`,
    values: [ids, formatTimestamp(until)],
  })
}

/** They are not sent: the target is not proven any more, or the rule is or was paused. */
export async function disableMessages(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query({
    name: 'disable_messages',
    text: `update webhook_deliveries set status = 'DISABLED', next_attempt_at = null
      where id = any($1) and status = 'PENDING'`,
    values: [ids],
  })
}

/** Begins messages for deliveries that are in none; returns the ids of these. */
export async function beginMessages(pool: Pool, messages: readonly BegunMessage[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'begin_messages',
    text: `update webhook_deliveries d set digest_id = m.message_id
      from unnest($1::uuid[], $2::uuid[]) as m (id, message_id)
      where d.id = m.id and d.digest_id is null and d.status = 'PENDING' returning d.id`,
    values: [messages.flatMap(({ ids }) => ids), messages.flatMap(({ messageId, ids }) => ids.map(() => messageId))],
  })
  return new Set(rows.map(({ id }) => id))
}

const MINUTE: Micros = 60_000_000
/** Messages a target is sent in a minute; beyond it, one digest. */
const MESSAGES_A_MINUTE = 20

/** Takes messages to a target, for all workers and rules together: the row of the target is locked. */
export async function takeMessages(
  pool: Pool,
  targetHash: Buffer,
  wanted: number,
  now: Micros,
): Promise<MessagesGranted> {
  const { rows } = await pool.query<{
    granted: number
    is_digest: boolean
    first_at: string | null
    digest_at: string | null
  }>({
    name: 'take_messages',
    text: TAKE,
    values: [targetHash, wanted, formatTimestamp(now), formatTimestamp(now - MINUTE), MESSAGES_A_MINUTE],
  })
  const [taken] = rows
  if (taken === undefined) throw new Error('messages were neither granted nor refused')
  const { granted: count, is_digest: isDigest, first_at: firstAt, digest_at: digestAt } = taken
  const free = [firstAt, digestAt].flatMap((at) => (at === null ? [] : [microsOf(at) + MINUTE]))
  return { count, isDigest, freeAt: Math.max(now + 1, Math.min(...free)) }
}

const TAKE = `
  insert into notification_targets as t (target_hash, sent_at, digest_at, granted, is_digest)
    select $1, array_fill($3::timestamptz, array[n]), case when $2::int > n then $3::timestamptz end, n, $2 > n
      from least($2::int, $5::int) as n
  on conflict (target_hash) do update set (sent_at, digest_at, granted, is_digest) = (
    select recent || array_fill($3::timestamptz, array[n]), case when d then $3::timestamptz else t.digest_at end, n, d
      from (select coalesce(array_agg(s order by s), '{}') as recent from unnest(t.sent_at) as s
          where s > $4::timestamptz) as r,
        least($2::int, $5::int - cardinality(recent)) as n,
        lateral (select $2::int > n and coalesce(t.digest_at <= $4::timestamptz, true) as d) as e)
  returning granted, is_digest, sent_at[1] as first_at, digest_at`

/** Forgets targets that were sent nothing since the moment. */
export async function deleteIdleTargets(pool: Pool, before: Micros): Promise<void> {
  await pool.query({
    name: 'forget_idle_targets',
    text: `delete from notification_targets where coalesce(sent_at[cardinality(sent_at)], '-infinity') < $1::timestamptz
      and coalesce(digest_at, '-infinity') < $1::timestamptz`,
    values: [formatTimestamp(before)],
  })
}
