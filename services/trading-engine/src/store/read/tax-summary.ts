/** The results of an account in a calendar year: by symbol, from the positions that closed in it, and by the ledger. */
import type { Pool } from 'pg'
import { inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import type { HouseAccount } from '../../core/model/account/ledger.js'
import type { SymbolYear, TaxSummary } from '../../core/read/tax-summary.js'
import type { Micros } from '../../core/values/time.js'
import { microsOf, textOf, usdOf } from '../tables/column.js'
import type { Queryable } from './queryable.js'

const BOUNDS = `select make_timestamptz($1, 1, 1, 0, 0, 0, $2) as since, make_timestamptz($1 + 1, 1, 1, 0, 0, 0, $2) as until`

const SYMBOLS = `
  select symbol, count(*) as positions,
    coalesce(sum(realized_pnl) filter (where realized_pnl > 0), 0) as gains,
    coalesce(-sum(realized_pnl) filter (where realized_pnl < 0), 0) as losses,
    sum(fees) as fees, sum(funding) as funding, sum(coalesce(carry, 0)) as carry
  from positions where account_id = $1 and closed_at >= $2::timestamptz and closed_at < $3::timestamptz
  group by symbol order by symbol`

const LEDGER = `
  select house, sum(case direction when 'IN' then amount else -amount end) as amount
  from transfers where account_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz
  group by house order by house`

/** The year begins and ends in the time zone. */
export const readTaxSummary = (pool: Pool, accountId: string, year: number, timeZone: string): Promise<TaxSummary> =>
  inTransaction(
    pool,
    async (db) => {
      const { since, until } = await boundsOfYear(db, year, timeZone)
      const values = [accountId, since, until]
      const symbols = await db.query<Record<keyof SymbolYear, unknown>>({ name: 'tax_symbols', text: SYMBOLS, values })
      const ledger = await db.query<{ house: HouseAccount; amount: unknown }>({
        name: 'tax_ledger',
        text: LEDGER,
        values,
      })
      return {
        ...{ year, timeZone, from: microsOf(since), to: lastBefore(microsOf(until)) },
        symbols: symbols.rows.map(symbolOf),
        ledger: ledger.rows.map(({ house, amount }) => ({ house, amount: usdOf(amount) })),
      }
    },
    ONE_MOMENT,
  )

const lastBefore = (at: Micros): Micros => at - 1

async function boundsOfYear(db: Queryable, year: number, timeZone: string) {
  const { rows } = await db.query<{ since: string; until: string }>({
    name: 'tax_year',
    text: BOUNDS,
    values: [year, timeZone],
  })
  const [row] = rows
  if (row === undefined) throw new Error('a year has bounds')
  return row
}

const symbolOf = (row: Record<keyof SymbolYear, unknown>): SymbolYear => ({
  symbol: textOf(row.symbol),
  positions: Number(row.positions),
  gains: usdOf(row.gains),
  losses: usdOf(row.losses),
  fees: usdOf(row.fees),
  funding: usdOf(row.funding),
  carry: usdOf(row.carry),
})
