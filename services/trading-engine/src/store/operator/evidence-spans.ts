import type { Listing } from '../../core/model/market/listing.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

/** A listing that accounts with evidence held on the trading day that it is about. */
export interface EvidenceSpan {
  readonly listing: Listing
  /** From the first of these trading days to the end of the last. */
  readonly from: Micros
  readonly until: Micros
}

/** Lists the spans that overlap a time: a day of ticks that is to be dropped. */
export async function listEvidenceSpans(db: Queryable, from: Micros, until: Micros): Promise<readonly EvidenceSpan[]> {
  const { rows } = await db.query<{ venue: Listing['venue']; symbol: string; began_at: string; ended_at: string }>({
    text: `with due as (
        select subjects.account_id, days.created_at as began_at, greatest(subjects.occurred_at,
            least(next.created_at, days.created_at + interval '1 day')) as ended_at
          from evidence_subjects subjects
          cross join lateral (select created_at from trading_days where account_id = subjects.account_id
            and created_at <= occurred_at order by created_at desc limit 1) days
          left join lateral (select created_at from trading_days where account_id = subjects.account_id
            and created_at > days.created_at order by created_at limit 1) next on true
          where occurred_at between $1::timestamptz - interval '2 days' and $2::timestamptz + interval '7 days')
      select venue, symbol, min(began_at) as began_at, max(ended_at) as ended_at
        from due join positions on positions.account_id = due.account_id
          and opened_at <= ended_at and (closed_at is null or closed_at >= began_at)
        where began_at < $2 and ended_at >= $1 group by venue, symbol`,
    values: [formatTimestamp(from), formatTimestamp(until)],
  })
  return rows.map(({ venue, symbol, began_at: beganAt, ended_at: endedAt }) => ({
    listing: { venue, symbol },
    from: microsOf(beganAt),
    until: microsOf(endedAt),
  }))
}
