import { LIVE_HOUSE_ACCOUNTS, type HouseAccount } from '../../core/model/account/ledger.js'
import type { DayReport } from '../../core/risk/day-report.js'
import { usd } from '../../core/values/decimal.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { WriteDecimal } from '../decimals.js'
import { floorsBody } from './equity-body.js'

/** A trading day as it went. Amounts of `transfers` are those of the ledger: above 0 were received. */
export const dayBody = (day: DayReport, write: WriteDecimal): Record<string, unknown> => ({
  date: day.date,
  started_at: formatTimestamp(day.at),
  ended_at: day.endedAt === null ? null : formatTimestamp(day.endedAt),
  opening_balance: write(day.startBalance),
  closing_balance: write(day.closingBalance),
  opening_equity: write(day.startEquity),
  closing_equity: write(day.closingEquity),
  lowest_equity: write(day.lowestEquity),
  pnl: write(day.pnl),
  transfers: transfersBody(day.transfers, write),
  trades: day.fills,
  floors: floorsBody(day.floors, write),
  breaches: day.breaches.map(({ id, rule, severity, action, at }) => ({
    id,
    rule,
    severity,
    action,
    occurred_at: formatTimestamp(at),
  })),
  target_reached: day.isTargetReached,
})

const transfersBody = (
  transfers: DayReport['transfers'],
  write: WriteDecimal,
): Partial<Record<HouseAccount, unknown>> => ({
  realized_pnl: write(transfers.realized_pnl),
  fees: write(transfers.fees),
  funding: write(transfers.funding),
  borrowing: write(transfers.borrowing),
  rollover: write(transfers.rollover),
  oracle_fees: write(transfers.oracle_fees),
  capital: write(transfers.capital),
  ...Object.fromEntries(
    LIVE_HOUSE_ACCOUNTS.filter((house) => transfers[house] !== undefined).map((house) => [
      house,
      write(transfers[house] ?? usd(0n)),
    ]),
  ),
})
