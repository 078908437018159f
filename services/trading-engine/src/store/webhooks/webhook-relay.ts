/** Reads accounts and events for the relay, and turns events into deliveries in one statement. */
import { writeInTurns } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import type { AccountEvents, NewDelivery, Cursor } from '../../core/model/webhook-delivery.js'
import type { StoredEvent } from '../../core/model/events.js'
import { formatTimestamp } from '../../core/values/time.js'
import { storedEventOf, type EventRow } from '../tables/events.js'
import { shardOfColumn } from '../cluster/shards.js'

interface AccountEventsRow {
  readonly id: string
  readonly user_id: string
  readonly event_sequence: string
}

const accountEventsOf = (row: AccountEventsRow): AccountEvents => ({
  accountId: row.id,
  userId: row.user_id,
  sequence: Number(row.event_sequence),
})

/** Accounts of the shards with events that were not relayed, a share at a time: those that were are not seen again. */
export async function listAccountsBehind(
  pool: Pool,
  shards: readonly number[],
  limit: number,
): Promise<readonly AccountEvents[]> {
  const { rows } = await pool.query<AccountEventsRow>({
    name: 'list_accounts_behind',
    text: `select a.id, a.user_id, a.event_sequence from accounts a
      left join webhook_cursors c on c.account_id = a.id
      where a.event_sequence > coalesce(c.relayed_sequence, 0) and (${shardOfColumn('a.id')}) = any($1)
      order by a.id limit $2`,
    values: [shards, limit],
  })
  return rows.map(accountEventsOf)
}

export async function readAccountEvents(pool: Pool, accountIds: readonly string[]): Promise<readonly AccountEvents[]> {
  const { rows } = await pool.query<AccountEventsRow>({
    name: 'read_account_events',
    text: 'select id, user_id, event_sequence from accounts where id = any($1)',
    values: [accountIds],
  })
  return rows.map(accountEventsOf)
}

/** Events of each account after the later of `after` and what was relayed, in order, at most `limit` an account. */
export async function listUnrelayedAccounts(
  pool: Pool,
  accounts: readonly { readonly accountId: string; readonly after: number }[],
  limit: number,
): Promise<readonly StoredEvent[]> {
  const { rows } = await pool.query<EventRow>({
    name: 'list_unrelayed_events',
    text: `select e.* from unnest($1::uuid[], $2::bigint[]) as k (account_id, after)
      left join webhook_cursors c on c.account_id = k.account_id
      cross join lateral (select * from whole_events e
        where e.account_id = k.account_id and e.sequence > greatest(k.after, coalesce(c.relayed_sequence, 0))
        order by e.sequence limit $3) e`,
    values: [accounts.map(({ accountId }) => accountId), accounts.map(({ after }) => after), limit],
  })
  return rows.map(storedEventOf)
}

/**
 * Writes deliveries that are not there yet, and how far their accounts are relayed, both or neither. A receiver that
 * has refused everything (410) is passed over until its URL is another one.
 */
export async function insertDeliveries(
  pool: Pool,
  deliveries: readonly NewDelivery[],
  cursors: readonly Cursor[],
): Promise<void> {
  const sorted = deliveries.toSorted((a, b) => compare(a.eventId, b.eventId) || compare(a.keyId, b.keyId))
  // As JSON: an array of texts that are full of quotes takes ten times as long to write.
  const rows = await writeInTurns(sorted.map(deliveryRowOf), (row) => JSON.stringify(row))
  const moved = cursors.toSorted((a, b) => compare(a.accountId, b.accountId))
  await pool.query({
    name: 'write_relayed',
    text: `with r as materialized (select * from json_to_recordset($1) as r (i int, id uuid, event_id uuid,
        event_type text, account_id uuid, sequence bigint, user_id text, key_id uuid, url text, body text,
        shard smallint, at timestamptz,
        channel text, severity text)),
      forgiven as (delete from webhook_refusals w using r where w.key_id = r.key_id and w.url <> r.url),
      moved as (insert into webhook_cursors (account_id, relayed_sequence)
        select * from unnest($2::uuid[], $3::bigint[])
        on conflict (account_id) do update set relayed_sequence = excluded.relayed_sequence
        where webhook_cursors.relayed_sequence < excluded.relayed_sequence)
      insert into webhook_deliveries (id, event_id, event_type, account_id, sequence, user_id, key_id, url, body, shard,
        channel, severity, status, attempts, round, round_attempts, next_attempt_at, created_at)
      select id, event_id, event_type, account_id, sequence, user_id, key_id, url, body, shard,
        channel, severity, 'PENDING', 0, 1, 0, at, at
      from r where not exists (select from webhook_refusals w where w.key_id = r.key_id and w.url = r.url)
      order by i on conflict (event_id, key_id) do nothing`,
    values: [
      'text' in rows ? rows.text : rows.bytes,
      moved.map(({ accountId }) => accountId),
      moved.map(({ sequence }) => sequence),
    ],
  })
}

const deliveryRowOf = (delivery: NewDelivery, index: number) => ({
  i: index,
  id: delivery.id,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  account_id: delivery.accountId,
  sequence: delivery.sequence,
  user_id: delivery.userId,
  key_id: delivery.keyId,
  url: delivery.url,
  body: delivery.body,
  shard: delivery.shard,
  at: formatTimestamp(delivery.createdAt),
  channel: delivery.message?.channel ?? null,
  severity: delivery.message?.severity ?? null,
})

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
