import type { Pool } from 'pg'
import type { AnalyticsGroup, ClosedResults, GroupResults } from '../../core/read/analytics.js'
import { NO_RESULTS } from '../../core/read/analytics.js'
import { parseDecimal, rate, usd, type Usd } from '../../core/values/decimal.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { boundsOf, type TimeWindow } from './history.js'

interface ResultsRow {
  readonly key: string | null
  readonly trades: string
  readonly wins: string
  readonly losses: string
  readonly gross_profit: string
  readonly gross_loss: string
  readonly max_drawdown: string
  readonly average_r: string | null
}

/** Groups in an answer; of more, those with the most positions. */
const GROUPS_MAX = 200

const KEYS: Readonly<Record<AnalyticsGroup, string>> = {
  symbol: 'symbol',
  side: `case direction when 'LONG' then 'BUY' else 'SELL' end`,
  hour: `to_char(opened_at at time zone $4, 'HH24')`,
  weekday: `to_char(opened_at at time zone $4, 'DY')`,
  tag: 'tag',
  venue: 'venue',
  holding_time: `case
    when closed_at - opened_at < interval '1 minute' then '<1m'
    when closed_at - opened_at < interval '5 minutes' then '1m-5m'
    when closed_at - opened_at < interval '30 minutes' then '5m-30m'
    when closed_at - opened_at < interval '4 hours' then '30m-4h'
    when closed_at - opened_at < interval '24 hours' then '4h-1d'
    else '>=1d' end`,
}

const TAGS = `left join position_notes on position_id = id left join lateral unnest(tags) as tag on true`

/**
 * One pass over the account's closed positions, in the order of the index on (account_id, closed_at). The timestamps
 * of one account are strictly increasing, so that order is the only one.
 */
const sumBy = (key: string, tags = ''): string => `
  with results as (
    select closed_at, ${key} as key, realized_pnl - fees + funding + coalesce(carry, 0) as net,
      (opened_notional - initial_stop * opened_quantity) * case direction when 'LONG' then 1 else -1 end as risk
    from positions ${tags}
    where positions.account_id = $1 and closed_at between $2::timestamptz and $3::timestamptz and $4::text is not null
  ), curve as (
    select key, net, risk, sum(net) over so_far as total, closed_at from results
    window so_far as (partition by key order by closed_at rows unbounded preceding)
  ), falls as (
    select key, net, risk, greatest(0, max(total) over so_far) - total as fall from curve
    window so_far as (partition by key order by closed_at rows unbounded preceding)
  )
  select
    key,
    count(*) as trades,
    count(*) filter (where net > 0) as wins,
    count(*) filter (where net < 0) as losses,
    coalesce(sum(net) filter (where net > 0), 0) as gross_profit,
    coalesce(-sum(net) filter (where net < 0), 0) as gross_loss,
    coalesce(max(fall), 0) as max_drawdown,
    round(avg(net::numeric(78, 36) / risk) filter (where risk > 0), 18) as average_r
  from falls group by key order by count(*) desc, key limit ${GROUPS_MAX}`

export type ResultsWindow = Pick<TimeWindow, 'from' | 'to'>

/** Sums over the closed positions of the account within inclusive bounds of the time that they closed. */
export async function sumClosedResults(
  pool: Pool,
  accountId: string,
  window: ResultsWindow = { from: null, to: null },
): Promise<ClosedResults> {
  const values = [accountId, ...boundsOf(window), '']
  const { rows } = await pool.query<ResultsRow>({ name: 'sum_closed_results', text: sumBy('null::text'), values })
  return rows[0] === undefined ? NO_RESULTS : resultsOf(rows[0])
}

/** The same by group, those with the most positions first. A position with several tags is in the group of each. */
export async function groupClosedResults(
  pool: Pool,
  accountId: string,
  window: ResultsWindow,
  { by, timeZone }: { readonly by: AnalyticsGroup; readonly timeZone: string },
): Promise<readonly GroupResults[]> {
  const { rows } = await pool.query<ResultsRow>({
    name: `sum_closed_results_by_${by}`,
    text: sumBy(KEYS[by], by === 'tag' ? TAGS : ''),
    values: [accountId, ...boundsOf(window), timeZone],
  })
  return rows.map((row) => ({ key: row.key, results: resultsOf(row) }))
}

const resultsOf = (row: ResultsRow): ClosedResults => ({
  trades: Number(row.trades),
  wins: Number(row.wins),
  losses: Number(row.losses),
  grossProfit: usdOf(row.gross_profit),
  grossLoss: usdOf(row.gross_loss),
  maxDrawdown: usdOf(row.max_drawdown),
  averageR: row.average_r === null ? null : rate(usdOf(row.average_r)),
})

function usdOf(text: string): Usd {
  const scaled = parseDecimal(text)
  assertInvariant(scaled !== null, 'the aggregate is a decimal')
  return usd(scaled)
}
