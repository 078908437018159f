import { formatDecimal, type Usd } from '../../core/values/decimal.js'
import type { Queryable } from '../read/queryable.js'

/**
 * Raises the high-water marks of accounts, outside their versions: what only rises can be written beside decisions.
 * Accounts that somebody is moving at this moment are waited for, in the order in which everybody locks them.
 */
export async function raiseHighWaterMarks(db: Queryable, highs: ReadonlyMap<string, Usd>): Promise<void> {
  await db.query({
    name: 'raise_high_water_marks',
    text: `with raised as (
        select a.id, r.high from accounts a join unnest($1::uuid[], $2::numeric[]) as r (id, high) on r.id = a.id
        where a.high_water_mark < r.high order by a.id for no key update of a)
      update accounts a set high_water_mark = greatest(a.high_water_mark, r.high) from raised r where a.id = r.id`,
    values: [[...highs.keys()], [...highs.values()].map(formatDecimal)],
  })
}
