/** Deliveries of events, and the log of their attempts. */
import { chunksOf } from '@ats/service-kit/async'
import { inTransaction } from '@ats/service-kit/db'
import type { Pool, PoolClient } from 'pg'
import type {
  AttemptResult,
  DueDelivery,
  DueQuery,
  EndpointAttempts,
  DeliveryFilter,
  DeliveryStatus,
  WebhookDelivery,
  NewDelivery,
} from '../../core/model/webhook-delivery.js'
import type { Micros } from '../../core/values/time.js'
import { formatTimestamp } from '../../core/values/time.js'
import { boundsOf, type Page, type TimeWindow } from '../read/history.js'
import { microsOf } from '../tables/column.js'

/** Keys with deliveries that are due, within the shards; not those that rest. */
export async function listDueKeys(
  pool: Pool,
  shards: readonly number[],
  now: Micros,
  limit: number,
  resting: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ key_id: string }>({
    name: 'list_due_webhook_keys',
    text: `select key_id from webhook_deliveries
      where status = 'PENDING' and channel is null and next_attempt_at <= $2::timestamptz and shard = any($1)
        and key_id <> all($4::uuid[])
      group by key_id order by min(next_attempt_at) limit $3`,
    values: [shards, formatTimestamp(now), limit, resting],
  })
  return rows.map(({ key_id: keyId }) => keyId)
}

interface DueRow {
  /** Number of the question, from 1. */
  readonly i: number
  readonly id: string
  readonly event_id: string
  readonly body: string
  readonly attempts: number
  readonly round: number
  readonly round_attempts: number
  readonly round_started_at: string | null
}

/** Due deliveries of each key within the shards, the longest waiting first; in the order of the questions. */
export async function listDueDeliveries(
  pool: Pool,
  questions: readonly DueQuery[],
  shards: readonly number[],
  now: Micros,
): Promise<readonly (readonly DueDelivery[])[]> {
  const { rows } = await pool.query<DueRow>({
    name: 'list_due_webhooks',
    text: `select k.i::int, d.* from unnest($1::uuid[], $2::int[]) with ordinality as k (key_id, most, i)
      cross join lateral (select id, event_id, body, attempts, round, round_attempts, round_started_at
        from webhook_deliveries
        where status = 'PENDING' and key_id = k.key_id and next_attempt_at <= $4::timestamptz and shard = any($3)
        order by next_attempt_at, id limit k.most) d`,
    values: [questions.map(({ keyId }) => keyId), questions.map(({ limit }) => limit), shards, formatTimestamp(now)],
  })
  const due = questions.map((): DueDelivery[] => [])
  for (const row of rows) {
    due[row.i - 1]?.push({
      id: row.id,
      eventId: row.event_id,
      body: row.body,
      attempts: row.attempts,
      round: row.round,
      roundAttempts: row.round_attempts,
      roundStartedAt: row.round_started_at === null ? null : microsOf(row.round_started_at),
    })
  }
  return due
}

/** Whether an attempt decides about its delivery: not when it was requested again, or disabled, since. */
const COUNTS = `(d.round = r.round and (d.status = 'PENDING' or r.status = 'DELIVERED'))`

/**
 * Logs attempts, and sets each delivery to the result of its attempt, unless it was requested again in the meantime. A
 * delivery that another worker has also attempted is logged once.
 */
export async function recordAttempts(pool: Pool, attempts: readonly EndpointAttempts[]): Promise<void> {
  // Two workers that note the same take the rows in the same order.
  const rows = attempts
    .flatMap(({ keyId, url, results }) => results.map((result) => ({ keyId, url, ...result })))
    .sort((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
  await pool.query({
    name: 'record_webhooks',
    text: `with r as materialized (select * from json_to_recordset($1) as r (id uuid, attempts int, round int,
        status text, next_at timestamptz, started_at timestamptz, duration_ms int, answer_status smallint, answer text,
        error text, key_id uuid, url text)),
      forgiven as (delete from webhook_refusals w using r where w.key_id = r.key_id and r.status = 'DELIVERED'),
      d as (update webhook_deliveries d set attempts = d.attempts + 1, url = r.url,
          status = case when ${COUNTS} then r.status else d.status end,
          next_attempt_at = case when ${COUNTS} then r.next_at else d.next_attempt_at end,
          held_from = case when ${COUNTS} then null else d.held_from end,
          round_attempts = case when ${COUNTS} then d.round_attempts + 1 else d.round_attempts end,
          round_started_at = case when ${COUNTS} then coalesce(d.round_started_at, r.started_at)
            else d.round_started_at end
        from r where d.id = r.id and d.attempts = r.attempts and d.key_id = r.key_id returning d.id)
      insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status, answer, error)
      select id, attempts + 1, started_at, duration_ms, answer_status, answer, error from r
      where id in (select id from d) on conflict do nothing`,
    // As JSON: an array of texts, a kilobyte of quotes each if the receiver likes, takes ten times as long to write.
    values: [JSON.stringify(rows.map(attemptRowOf))],
  })
}

type AttemptOfKey = AttemptResult & Pick<EndpointAttempts, 'keyId' | 'url'>

const attemptRowOf = ({ delivery, attempt, status, nextAttemptAt, keyId, url }: AttemptOfKey) => ({
  id: delivery.id,
  attempts: delivery.attempts,
  round: delivery.round,
  status,
  next_at: timeOrNull(nextAttemptAt),
  started_at: formatTimestamp(attempt.startedAt),
  duration_ms: attempt.durationMs,
  answer_status: attempt.status,
  answer: attempt.answer,
  error: attempt.error,
  key_id: keyId,
  url,
})

/** Nothing that waits for the key is attempted any more. */
export async function disableKey(pool: Pool, keyId: string): Promise<void> {
  await pool.query({
    name: 'disable_webhook_key',
    text: `update webhook_deliveries set status = 'DISABLED', next_attempt_at = null
      where key_id = $1 and status = 'PENDING'`,
    values: [keyId],
  })
}

/** Remembers that the receiver wants nothing more, ever; what waits for it is disabled. */
export async function refuseUrl(pool: Pool, keyId: string, url: string): Promise<void> {
  await pool.query({
    name: 'refuse_webhook_url',
    text: `with refused as (insert into webhook_refusals (key_id, url, refused_at) values ($1, $2, now())
        on conflict (key_id) do update set url = excluded.url, refused_at = excluded.refused_at)
      update webhook_deliveries set status = 'DISABLED', next_attempt_at = null where key_id = $1 and status = 'PENDING'`,
    values: [keyId, url],
  })
}

interface DeliveryRow {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly account_id: string | null
  readonly sequence: string
  readonly key_id: string
  readonly url: string
  readonly status: string
  readonly next_attempt_at: string | null
  readonly created_at: string
}

interface AttemptRow {
  readonly delivery_id: string
  readonly number: number
  readonly started_at: string
  readonly duration_ms: number
  readonly status: number | null
  readonly answer: string | null
  readonly error: string | null
}

const COLUMNS = 'id, event_id, event_type, account_id, sequence, key_id, url, status, next_attempt_at, created_at'

/** A user's deliveries by the time they were made, newest first, each with its latest attempts. */
export async function listDeliveries(
  pool: Pool,
  userId: string,
  window: TimeWindow & DeliveryFilter,
): Promise<Page<WebhookDelivery>> {
  const { rows } = await pool.query<DeliveryRow>({
    name: 'list_webhook_deliveries',
    text: `select ${COLUMNS} from webhook_deliveries where user_id = $1
      and created_at between $2::timestamptz and $3::timestamptz and ($4::text is null or status = $4)
      and ($6::uuid is null or key_id = $6) and ($7::text is null or event_type = $7) order by created_at desc, id desc limit $5`,
    values: [userId, ...boundsOf(window), window.status, window.limit + 1, window.keyId, window.eventType],
  })
  const page = rows.slice(0, window.limit)
  return { rows: await withAttempts(pool, page), hasMore: rows.length > window.limit }
}

/** Each may have a kilobyte of answer, and who asks for a delivery again and again makes ever more of them. */
const ATTEMPTS_SHOWN = 20
/** Deliveries whose attempts are read together. */
const DELIVERIES_AT_A_TIME = 25

async function withAttempts(
  pool: Pick<Pool, 'query'>,
  rows: readonly DeliveryRow[],
): Promise<readonly WebhookDelivery[]> {
  const deliveries: WebhookDelivery[] = []
  for (const some of chunksOf(rows, DELIVERIES_AT_A_TIME)) {
    const attempts = await pool.query<AttemptRow>({
      name: 'list_webhook_attempts',
      text: `select a.* from unnest($1::uuid[]) d (id) cross join lateral (
          select * from webhook_attempts where delivery_id = d.id order by number desc limit ${ATTEMPTS_SHOWN}) a
        order by a.delivery_id, a.number`,
      values: [some.map(({ id }) => id)],
    })
    const byDelivery = new Map<string, AttemptRow[]>(some.map(({ id }) => [id, []]))
    for (const attempt of attempts.rows) byDelivery.get(attempt.delivery_id)?.push(attempt)
    deliveries.push(...some.map((row) => deliveryOf(row, byDelivery.get(row.id) ?? [])))
  }
  return deliveries
}

const deliveryOf = (row: DeliveryRow, attempts: readonly AttemptRow[]): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  eventType: row.event_type,
  accountId: row.account_id,
  sequence: Number(row.sequence),
  keyId: row.key_id,
  url: row.url,
  status: row.status as DeliveryStatus,
  nextAttemptAt: row.next_attempt_at === null ? null : microsOf(row.next_attempt_at),
  createdAt: microsOf(row.created_at),
  attempts: attempts.map((attempt) => ({
    number: attempt.number,
    startedAt: microsOf(attempt.started_at),
    durationMs: attempt.duration_ms,
    status: attempt.status,
    answer: attempt.answer,
    error: attempt.error,
  })),
})

const AGAIN = `status = 'PENDING', held_from = null, round = round + 1, round_attempts = 0, round_started_at = null`

/** How many deliveries one user has sent again in an hour. */
export interface RedeliveryLimits {
  readonly perHour: number
}

/** The result of a redelivery; or the seconds until the user may request more, when the hourly limit is used up. */
export type Redelivery<T> = { readonly result: T } | { readonly retryAfterSeconds: number }

/** Repeats one of the user's deliveries, now and by the schedule; null when it does not exist. */
export function redeliverOne(
  pool: Pool,
  userId: string,
  id: string,
  now: Micros,
  limits: RedeliveryLimits & {
    readonly record?: ((client: PoolClient, delivery: WebhookDelivery) => Promise<void>) | undefined
  },
): Promise<Redelivery<WebhookDelivery | null>> {
  return withinQuota(pool, userId, now, limits, async (client) => {
    const { rows } = await client.query<DeliveryRow>({
      name: 'redeliver_webhook',
      text: `update webhook_deliveries set ${AGAIN}, next_attempt_at = $3::timestamptz
        where id = $2 and user_id = $1 returning ${COLUMNS}`,
      values: [userId, id, formatTimestamp(now)],
    })
    const [delivery] = await withAttempts(client, rows)
    if (delivery !== undefined) await limits.record?.(client, delivery)
    return { result: delivery ?? null, count: rows.length }
  })
}

/** The same of the oldest that match, without a status of those that are not pending. Returns when each was made. */
export function redeliverMany(
  pool: Pool,
  userId: string,
  window: TimeWindow & DeliveryFilter,
  now: Micros,
  limits: RedeliveryLimits,
): Promise<Redelivery<{ readonly times: readonly Micros[]; readonly isWhole: boolean }>> {
  return withinQuota(pool, userId, now, limits, async (client, left) => {
    const limit = Math.min(window.limit, left)
    const { rows } = await client.query<{ created_at: string }>({
      name: 'redeliver_webhooks',
      text: `with chosen as (select id from webhook_deliveries where user_id = $1
          and created_at between $2::timestamptz and $3::timestamptz
          and case when $4::text is null then status <> 'PENDING' else status = $4 end
          and ($7::uuid is null or key_id = $7) and ($8::text is null or event_type = $8)
          order by created_at limit $5 for update)
        update webhook_deliveries set ${AGAIN}, next_attempt_at = $6::timestamptz
        where id in (select id from chosen) returning created_at`,
      values: [
        ...[userId, ...boundsOf(window), window.status, limit, formatTimestamp(now)],
        ...[window.keyId, window.eventType],
      ],
    })
    const times = rows.map(({ created_at: createdAt }) => microsOf(createdAt)).sort((a, b) => a - b)
    return { result: { times, isWhole: times.length < limit }, count: times.length }
  })
}

const HOUR: Micros = 3_600_000_000

/** The row of the user is locked while its deliveries are counted, on whichever replica. */
function withinQuota<T>(
  pool: Pool,
  userId: string,
  now: Micros,
  { perHour }: RedeliveryLimits,
  work: (client: PoolClient, left: number) => Promise<{ readonly result: T; readonly count: number }>,
): Promise<Redelivery<T>> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ count: number; started_at: string }>({
      name: 'begin_webhook_redelivery',
      text: `insert into webhook_redeliveries as r (user_id, started_at, count) values ($1, $2::timestamptz, 0)
        on conflict (user_id) do update
          set count = case when r.started_at <= $3::timestamptz then 0 else r.count end,
            started_at = case when r.started_at <= $3::timestamptz then $2::timestamptz else r.started_at end
        returning count, started_at`,
      values: [userId, formatTimestamp(now), formatTimestamp(now - HOUR)],
    })
    const { count: before = 0, started_at: startedAt = formatTimestamp(now) } = rows[0] ?? {}
    if (before >= perHour) return { retryAfterSeconds: Math.ceil((microsOf(startedAt) + HOUR - now) / 1_000_000) }
    const { result, count } = await work(client, perHour - before)
    await client.query({
      name: 'count_webhook_redelivery',
      text: 'update webhook_redeliveries set count = count + $2 where user_id = $1',
      values: [userId, count],
    })
    return { result }
  })
}

/** Has a test event delivered, also to a receiver that has refused everything. */
export async function insertTestDelivery(
  pool: Pick<Pool, 'query'>,
  delivery: Omit<NewDelivery, 'accountId' | 'sequence'>,
): Promise<WebhookDelivery> {
  const { id, eventId, eventType, userId, keyId, url, body, shard, createdAt, message } = delivery
  const { rows } = await pool.query<DeliveryRow>({
    name: 'insert_test_webhook',
    text: `insert into webhook_deliveries (id, event_id, event_type, sequence, user_id, key_id, url, body, shard,
        channel, severity, status, attempts, round, round_attempts, next_attempt_at, created_at)
      values ($1, $2, $3, 0, $4, $5, $6, $7, $8, $10, $11, 'PENDING', 0, 1, 0, $9::timestamptz, $9::timestamptz)
      returning ${COLUMNS}`,
    values: [
      ...[id, eventId, eventType, userId, keyId, url, body, shard, formatTimestamp(createdAt)],
      ...[message?.channel ?? null, message?.severity ?? null],
    ],
  })
  return deliveryOf(rows[0] as DeliveryRow, [])
}

export interface WebhookBacklog {
  /** Deliveries that wait for an attempt. */
  readonly pending: number
  /** The moment since which the first of them could have been attempted; null when there are none. */
  readonly dueSince: Micros | null
}

export async function readBacklog(pool: Pool, shards: readonly number[]): Promise<WebhookBacklog> {
  const { rows } = await pool.query<{ pending: string; due_since: string | null }>({
    name: 'read_webhook_backlog',
    text: `select count(*) as pending, min(next_attempt_at) as due_since
      from webhook_deliveries where status = 'PENDING' and shard = any($1)`,
    values: [shards],
  })
  const { pending = '0', due_since: dueSince = null } = rows[0] ?? {}
  return { pending: Number(pending), dueSince: dueSince === null ? null : microsOf(dueSince) }
}

/**
 * Deletes up to `limit` deliveries that have ended and were created before the moment, with their attempts. Returns the
 * number.
 */
export async function deleteOldDeliveries(pool: Pool, before: Micros, limit: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete_old_webhook_deliveries',
    text: `delete from webhook_deliveries where id in (select id from webhook_deliveries
      where created_at < $1::timestamptz and status <> 'PENDING' limit $2 for update skip locked)`,
    values: [formatTimestamp(before), limit],
  })
  return rowCount ?? 0
}

const timeOrNull = (at: Micros | null): string | null => (at === null ? null : formatTimestamp(at))
