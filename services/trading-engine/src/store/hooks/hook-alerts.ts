import type { Pool } from 'pg'

/**
 * The id of the alert that one with these bytes is, at this moment: that of the first within 60 s by the clock of the
 * database, else `newId`. Alerts that come together wait for each other at the row, and find the same.
 */
export async function openWindow(pool: Pool, hookId: string, bytesHash: Buffer, newId: string): Promise<string> {
  const { rows } = await pool.query<{ alert_id: string }>({
    name: 'open_hook_window',
    text: `insert into hook_alerts as a (hook_id, bytes_hash, first_seen_at, alert_id)
      values ($1, $2, clock_timestamp(), $3)
      on conflict (hook_id, bytes_hash) do update set (first_seen_at, alert_id) = (
        select case when is_open then a.first_seen_at else clock_timestamp() end,
               case when is_open then a.alert_id else excluded.alert_id end
          from (select a.first_seen_at > clock_timestamp() - interval '60 seconds' as is_open) w)
      returning alert_id`,
    values: [hookId, bytesHash, newId],
  })
  await pool.query({
    name: 'end_hook_windows',
    text: `delete from hook_alerts where ctid = any(array(
      select ctid from hook_alerts where hook_id = $1 and first_seen_at < clock_timestamp() - interval '10 minutes'
      order by first_seen_at limit 20 for update skip locked))`,
    values: [hookId],
  })
  return rows[0]?.alert_id ?? newId
}
