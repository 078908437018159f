import type { Pool } from 'pg'
import type { ClosedResults } from '../../core/read/analytics.js'
import { parseDecimal, rate, usd, type Usd } from '../../core/values/decimal.js'
import { assertInvariant } from '../../core/values/invariant.js'

interface ResultsRow {
  readonly trades: string
  readonly wins: string
  readonly losses: string
  readonly gross_profit: string
  readonly gross_loss: string
  readonly max_drawdown: string
  readonly average_r: string | null
}

/**
 * One pass over the account's closed positions, in the order of the index on (account_id, closed_at). The timestamps
 * of one account are strictly increasing, so that order is the only one.
 */
const SUM_RESULTS = `
  with results as (
    select closed_at, realized_pnl - fees + funding + coalesce(carry, 0) as net,
      (opened_notional - initial_stop * opened_quantity) * case direction when 'LONG' then 1 else -1 end as risk
    from positions where account_id = $1 and closed_at is not null
  ), curve as (
    select net, risk, sum(net) over (order by closed_at rows unbounded preceding) as total, closed_at from results
  ), falls as (
    select net, risk, greatest(0, max(total) over (order by closed_at rows unbounded preceding)) - total as fall from curve
  )
  select
    count(*) as trades,
    count(*) filter (where net > 0) as wins,
    count(*) filter (where net < 0) as losses,
    coalesce(sum(net) filter (where net > 0), 0) as gross_profit,
    coalesce(-sum(net) filter (where net < 0), 0) as gross_loss,
    coalesce(max(fall), 0) as max_drawdown,
    round(avg(net::numeric(78, 36) / risk) filter (where risk > 0), 18) as average_r
  from falls`

/** Sums over all closed positions of the account. */
export async function sumClosedResults(pool: Pool, accountId: string): Promise<ClosedResults> {
  const { rows } = await pool.query<ResultsRow>({ name: 'sum_closed_results', text: SUM_RESULTS, values: [accountId] })
  const [row] = rows
  assertInvariant(row !== undefined, 'an aggregate has one row')
  return {
    trades: Number(row.trades),
    wins: Number(row.wins),
    losses: Number(row.losses),
    grossProfit: usdOf(row.gross_profit),
    grossLoss: usdOf(row.gross_loss),
    maxDrawdown: usdOf(row.max_drawdown),
    averageR: row.average_r === null ? null : rate(usdOf(row.average_r)),
  }
}

function usdOf(text: string): Usd {
  const scaled = parseDecimal(text)
  assertInvariant(scaled !== null, 'the aggregate is a decimal')
  return usd(scaled)
}
