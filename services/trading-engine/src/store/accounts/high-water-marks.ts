import { formatDecimal, type Usd } from '../../core/values/decimal.js'
import { HIGH_CHANNEL } from '../cluster/account-channel.js'
import type { Queryable } from '../read/queryable.js'

/**
 * Raises the high-water marks of accounts, outside their versions: what only rises can be written beside decisions.
 * Accounts that somebody is moving at this moment are waited for, in the order in which everybody locks them. Other
 * processes are notified in the name of the `sender`; null: there are none.
 */
export async function raiseHighWaterMarks(
  db: Queryable,
  highs: ReadonlyMap<string, Usd>,
  sender: string | null,
): Promise<void> {
  const values = [[...highs.keys()], [...highs.values()].map(formatDecimal)]
  if (sender === null) await db.query({ name: 'raise_high_water_marks', text: RAISE, values })
  else await db.query({ name: 'raise_high_water_marks_notify', text: RAISE_AND_NOTIFY, values: [...values, sender] })
}

const RAISED = `
  raised as (select a.id, r.high from accounts a join unnest($1::uuid[], $2::numeric[]) as r (id, high) on r.id = a.id
    where a.high_water_mark < r.high order by a.id for no key update of a)`
const WRITE = `
  update accounts a set high_water_mark = greatest(a.high_water_mark, r.high) from raised r where a.id = r.id`

const RAISE = `with ${RAISED} ${WRITE}`

/** A notification is shorter than 8,000 bytes: a mark and its account take some 70. */
const MARKS_PER_NOTICE = 80

const RAISE_AND_NOTIFY = `with ${RAISED}, written as (${WRITE})
  select pg_notify('${HIGH_CHANNEL}', $3 || ',' || string_agg(id || ',' || high, ',')) from (
    select id, high, row_number() over () / ${MARKS_PER_NOTICE} as notice from raised) r group by notice`
