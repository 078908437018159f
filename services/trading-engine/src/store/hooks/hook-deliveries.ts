/** The log of alerts: what each hook received, and what became of it. */
import type { Pool } from 'pg'
import type { HookDelivery } from '../../core/model/hook-delivery.js'
import { boundsOf, type Page, type TimeWindow } from '../read/history.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

/** So many of a hook are kept, and those of the last two minutes, by which its orders in a minute are counted. */
const KEPT = 1_000

/** Writes one, and deletes those of its hook that are over. */
export async function insertHookDelivery(db: Queryable, delivery: Omit<HookDelivery, 'receivedAt'>): Promise<void> {
  const { id, hookId, userId, accountId, ip, outcome, status, orderId, message, body } = delivery
  await db.query({
    name: 'insert_hook_delivery',
    text: `with old as (delete from hook_deliveries where id = any(array(
        select id from hook_deliveries where hook_id = $2 and received_at < clock_timestamp() - interval '2 minutes'
        order by received_at desc, id desc offset ${KEPT} limit 50)))
      insert into hook_deliveries
        (id, hook_id, user_id, account_id, received_at, ip, outcome, status, order_id, message, body)
      values ($1, $2, $3, $4, clock_timestamp(), $5, $6, $7, $8, $9, $10)`,
    values: [id, hookId, userId, accountId, ip, outcome, status, orderId, message, body],
  })
}

/** How many orders the hook has placed in the last minute, and in how many ms the first of them is a minute old. */
export async function countPlaced(
  db: Queryable,
  hookId: string,
): Promise<{ readonly count: number; readonly freeInMs: number }> {
  const { rows } = await db.query<{ count: number; free_in_ms: number | null }>({
    name: 'count_placed_by_hook',
    text: `select count(*)::int as count,
        ceil(extract(epoch from min(received_at) + interval '60 seconds' - clock_timestamp()) * 1000)::int as free_in_ms
      from hook_deliveries
      where hook_id = $1 and outcome = 'PLACED' and received_at > clock_timestamp() - interval '60 seconds'`,
    values: [hookId],
  })
  return { count: rows[0]?.count ?? 0, freeInMs: rows[0]?.free_in_ms ?? 0 }
}

interface DeliveryRow {
  readonly id: string
  readonly hook_id: string
  readonly user_id: string
  readonly account_id: string
  readonly received_at: string
  readonly ip: string
  readonly outcome: HookDelivery['outcome']
  readonly status: number
  readonly order_id: string | null
  readonly message: string | null
  readonly body: string
}

/** Newest first; those of another user's hook are none. */
export async function listHookDeliveries(
  pool: Pool,
  { userId, hookId }: { readonly userId: string; readonly hookId: string },
  window: TimeWindow,
): Promise<Page<HookDelivery>> {
  const { rows } = await pool.query<DeliveryRow>({
    name: 'list_hook_deliveries',
    text: `select * from hook_deliveries where hook_id = $1 and user_id = $2
      and received_at between $3::timestamptz and $4::timestamptz order by received_at desc, id desc limit $5`,
    values: [hookId, userId, ...boundsOf(window), window.limit + 1],
  })
  return { rows: rows.slice(0, window.limit).map(deliveryOf), hasMore: rows.length > window.limit }
}

const deliveryOf = (row: DeliveryRow): HookDelivery => ({
  id: row.id,
  hookId: row.hook_id,
  userId: row.user_id,
  accountId: row.account_id,
  receivedAt: microsOf(row.received_at),
  ip: row.ip,
  outcome: row.outcome,
  status: row.status,
  orderId: row.order_id,
  message: row.message,
  body: row.body,
})
