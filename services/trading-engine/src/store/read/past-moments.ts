import type { Queryable } from './queryable.js'
import { usd } from '../../core/values/decimal.js'
import type { Holding, PastMoment } from '../../core/read/past-equity.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { holdingOf, type HoldingRow } from '../tables/positions.js'
import { usdOf } from '../tables/column.js'

/**
 * The account at each of the moments ($2, in order), in one statement and so in one snapshot.
 *
 * The balance is the one after the latest transfer; those of a fill belong to it even when they were stamped a few
 * microseconds later, for otherwise a moment between the two would see a position closed and its result not yet there.
 *
 * Positions are wound back from how they are now: what a position was at a moment is what it is less what its later
 * fills did to it, and a fill that closed released cost = notional ∓ realised PnL, exactly. So only fills after the
 * first moment are read, and they are added up before they leave the database. `moment` counts from 1, and
 * `width_bucket` gives the number of moments that have passed: a row of exactly a moment belongs to it. A position that
 * was open at none of the moments is left out.
 *
 * A fill is looked up by `(select …) <= …`: for an `exists` Postgres would read all fills of all accounts.
 */
const READ_PAST_MOMENTS = `
  with moments as (
    select at, moment from unnest($2::timestamptz[]) with ordinality as given (at, moment)
  ), held as (
    select id, venue, symbol, direction, quantity, cost, coalesce(closed_at, 'infinity') as closed_at from positions
    where account_id = $1 and (closed_at is null or closed_at > ($2::timestamptz[])[1])
      and width_bucket(opened_at - interval '1 microsecond', $2::timestamptz[])
        < width_bucket(coalesce(closed_at, 'infinity') - interval '1 microsecond', $2::timestamptz[])
  ), changes as (
    select held.id, 1 + width_bucket(created_at - interval '1 microsecond', $2::timestamptz[]) as moment,
      sum(case when opens then fills.quantity else -fills.quantity end) as quantity,
      sum(case when opens then fills.quantity * price
        when direction = 'LONG' then realized_pnl - fills.quantity * price
        else -realized_pnl - fills.quantity * price end) as cost
    from fills join held on held.id = position_id, lateral (select (side = 'BUY') = (direction = 'LONG') as opens) fill
    where account_id = $1 and created_at > ($2::timestamptz[])[1] and created_at <= (select max(closed_at) from held)
    group by 1, 2
    union all select id, 1, 0, 0 from held
  ), states as (
    select moment, id, venue, symbol, direction,
      held.quantity - coalesce(sum(changes.quantity) over later, 0) as quantity,
      held.cost - coalesce(sum(changes.cost) over later, 0) as cost
    from changes join held using (id)
    window later as (partition by id order by moment desc rows between unbounded preceding and 1 preceding)
  )
  select moment, balance_after, id, venue, symbol, direction,
    trim_scale(quantity)::text as quantity, trim_scale(cost)::text as cost
  from moments left join states using (moment) left join lateral (
    select balance_after from transfers
    where account_id = $1 and created_at < moments.at + interval '10 milliseconds' and (created_at <= moments.at
      or (select fills.created_at from fills where fills.id = fill_id) <= moments.at)
    order by created_at desc limit 1
  ) latest on true
  order by moment`

type MomentRow = HoldingRow & { readonly moment: string; readonly balance_after: string | null }

/** Before its first transfer an account has a balance of 0. */
export async function readPastMoments(
  db: Queryable,
  accountId: string,
  moments: readonly Micros[],
): Promise<readonly PastMoment[]> {
  if (moments.length === 0) return []
  const { rows } = await db.query<MomentRow & Record<string, unknown>>({
    name: 'read_past_moments',
    text: READ_PAST_MOMENTS,
    values: [accountId, moments.map(formatTimestamp)],
  })
  const changed = moments.map((): Holding[] => [])
  const balances = moments.map(() => usd(0n))
  for (const row of rows) {
    const index = Number(row.moment) - 1
    if (row.balance_after !== null) balances[index] = usdOf(row.balance_after)
    if (row.id !== null) changed[index]?.push(holdingOf(row))
  }
  return moments.map((at, index) => ({ at, balance: balances[index] ?? usd(0n), changed: changed[index] ?? [] }))
}
