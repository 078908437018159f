import type { Floors } from '../../core/risk/past-floors.js'
import type { Account } from '../../core/model/account/account.js'
import type { EquityPoint } from '../../core/read/past-equity.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { orNull, type WriteDecimal } from '../decimals.js'

export interface EquityCurve {
  readonly interval: string
  readonly from: Micros
  readonly to: Micros
  /** Oldest first. */
  readonly points: readonly (EquityPoint & { readonly floors: Floors })[]
}

export const equityCurveBody = (
  account: Account,
  curve: EquityCurve,
  write: WriteDecimal,
): Record<string, unknown> => ({
  account_id: account.id,
  currency: account.plan.currency,
  interval: curve.interval,
  from: formatTimestamp(curve.from),
  to: formatTimestamp(curve.to),
  points: curve.points.map(({ at, balance, equity, floors }) => ({
    timestamp: formatTimestamp(at),
    balance: write(balance),
    equity: orNull(equity, write),
    floors: floorsBody(floors, write),
  })),
})

/** Each under its rule; null where it is not known. */
export const floorsBody = ({ drawdown, daily }: Floors, write: WriteDecimal): Record<string, unknown> => ({
  max_drawdown: orNull(drawdown, write),
  daily_loss_limit: orNull(daily, write),
})
