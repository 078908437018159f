/** Invariants of the whole database, whichever process wrote it and whichever was killed while it did. */
import type { Pool } from 'pg'

const RULES: Readonly<Record<string, string>> = {
  'an order is FILLED when all of it has filled, and only then': `select id from orders
    where (status = 'FILLED') <> (filled_quantity = quantity)`,
  'an order has filled what its fills say': `select o.id from orders o left join fills f on f.order_id = o.id
    group by o.id having o.filled_quantity <> coalesce(sum(f.quantity), 0) or o.fees <> coalesce(sum(f.fee), 0)`,
  'an order takes a price of a book once': `select order_id from fills
    group by order_id, position_id, book_sequence, price having count(*) > 1`,
  'an order is acknowledged once, and ends once where it did not fill': `select o.id from orders o
    left join whole_events e on o.id = (e.data::jsonb #>> '{order,id}')::uuid group by o.id
    having count(*) filter (where e.type = 'order.ack') <> 1 or count(*) filter (where e.type = 'order.cancel')
      <> (o.status in ('CANCELLED', 'EXPIRED', 'REJECTED'))::int`,
  'a fill has its event': `select f.id from fills f
    left join whole_events e on e.type = 'order.fill' and f.id = (e.data::jsonb #>> '{trade,id}')::uuid
    group by f.id having count(e.id) <> 1`,
  'events are counted without a gap': `select a.id from accounts a left join events e on e.account_id = a.id
    group by a.id having count(e.id) <> a.event_sequence or coalesce(max(e.sequence), 0) <> a.event_sequence`,
  'the version counts the decisions that moved the account': `select a.id from accounts a
    left join commands c on c.account_id = a.id and c.moves group by a.id having count(c.id) <> a.version`,
  'the balance is the sum of the ledger': `select a.id from accounts a join transfers t on t.account_id = a.id
    group by a.id having a.balance <> sum(case t.direction when 'IN' then t.amount else -t.amount end)`,
  'a position is the sum of its fills': `select account_id from (
      select account_id, venue, symbol, case side when 'BUY' then quantity else -quantity end as quantity from fills
      union all select account_id, venue, symbol, case direction when 'LONG' then -quantity else quantity end from positions
    ) moves group by account_id, venue, symbol having sum(quantity) <> 0`,
}

export async function expectBooksToHold(pool: Pool): Promise<void> {
  for (const [rule, query] of Object.entries(RULES)) {
    expect({ rule, broken: (await pool.query(query)).rows }).toEqual({ rule, broken: [] })
  }
}
