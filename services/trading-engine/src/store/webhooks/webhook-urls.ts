/** Records which URLs have ever accepted a webhook, and limits attempts at the others, over all workers together. */
import type { Pool } from 'pg'
import type { UnprovenLimits, AttemptsRequested, AttemptsGranted } from '../../core/model/webhook-delivery.js'
import type { Micros } from '../../core/values/time.js'
import { formatTimestamp } from '../../core/values/time.js'
import { microsOf } from '../tables/column.js'

/**
 * Takes attempts at a URL. What is due for the key and not granted, now or until the next may be made, is put off, so
 * many for each window; what has waited for too long is given up.
 */
export async function takeAttempts(
  pool: Pool,
  { keyId, url, ids, shards, now }: AttemptsRequested,
  { attemptsMax, window, waitMax }: UnprovenLimits,
): Promise<AttemptsGranted> {
  const { rows } = await pool.query<{ granted: number; first_at: string }>({
    name: 'take_webhook_attempts',
    text: TAKE,
    values: [
      keyId,
      url,
      ids,
      shards,
      attemptsMax,
      formatTimestamp(now),
      formatTimestamp(now - window),
      formatTimestamp(now - waitMax),
      window / 1_000_000,
    ],
  })
  const [taken] = rows
  return taken === undefined ? 'proven' : { count: taken.granted, freeAt: microsOf(taken.first_at) + window }
}

// The statement leaves a proven URL unchanged and returns no row. The lock on the URL's row orders workers among each
// other and with the proof: a release that follows finds every delivery postponed here.
const TAKE = `
  with u as (
    insert into webhook_urls as u (url, attempted_at, granted)
      select $2, array_fill($6::timestamptz, array[n]), n from least(cardinality($3::uuid[]), $5::int) as n
    on conflict (url) do update set (attempted_at, granted) = (
        select recent || array_fill($6::timestamptz, array[n]), n
          from (select coalesce(array_agg(t order by t), '{}') as recent from unnest(u.attempted_at) as t
              where t > $7::timestamptz) as r,
            least(cardinality($3::uuid[]), $5::int - cardinality(recent)) as n)
      where u.proven_at is null
    returning granted, attempted_at[1] as first_at, attempted_at[1] + make_interval(secs => $9) as free_at
  ), held as (
    update webhook_deliveries d
      set held_from = waited_from,
        status = case when waited_from < $8::timestamptz then 'DEAD' else 'PENDING' end,
        next_attempt_at = case when waited_from < $8::timestamptz then null
          else free_at + make_interval(secs => $9 * (place / $5::int)) end
      from u cross join lateral (
        select id, coalesce(held_from, next_attempt_at) as waited_from,
            row_number() over (order by next_attempt_at, id) - 1 as place
          from webhook_deliveries
          where status = 'PENDING' and key_id = $1 and next_attempt_at <= free_at and shard = any($4)
            and id <> all(($3::uuid[])[1:granted])
      ) as late
      where d.id = late.id and granted < cardinality($3::uuid[])
  )
  select granted, first_at from u`

/** From now on it gets everything as it comes. */
export async function proveUrl(pool: Pool, url: string): Promise<void> {
  await pool.query({
    name: 'prove_webhook_url',
    text: `insert into webhook_urls as u (url, proven_at, attempted_at, granted) values ($1, now(), '{}', 0)
      on conflict (url) do update set proven_at = coalesce(u.proven_at, now()), attempted_at = '{}', granted = 0`,
    values: [url],
  })
}

/** Ends the wait of the key's deliveries for a proof of their URL. */
export async function releasePostponed(pool: Pool, keyId: string): Promise<void> {
  await pool.query({
    name: 'release_held_webhooks',
    text: `update webhook_deliveries set next_attempt_at = held_from, held_from = null
      where key_id = $1 and status = 'PENDING' and held_from is not null`,
    values: [keyId],
  })
}

/** Forgets what no limit asks about any more: URLs that were tried in vain before the moment, hours that are over. */
export async function deleteIdleUrls(pool: Pool, before: Micros): Promise<void> {
  await pool.query({
    name: 'forget_idle_webhook_limits',
    text: `with urls as (delete from webhook_urls
        where proven_at is null and attempted_at[cardinality(attempted_at)] < $1::timestamptz)
      delete from webhook_redeliveries where started_at < $1::timestamptz`,
    values: [formatTimestamp(before)],
  })
}
