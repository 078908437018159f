/**
 * The distance of an account from the floor in force, at the marks of a moment.
 *
 *   headroom = equity, or the balance, − the stricter floor; its share is of the loss that the floor's rule allows,
 *   rounded down
 */
import type { Account } from '../model/account/account.js'
import type { MarketView } from '../model/market/market-view.js'
import { computeEquity } from '../margin/equity.js'
import { dailyLossOf, drawdownAllowed, strictestFloor, type Floor } from '../margin/floors.js'
import { divide, type Usd } from '../values/decimal.js'

export interface FloorDistance {
  readonly equity: Usd
  readonly floor: Floor
  /** Negative below the floor. */
  readonly headroom: Usd
  /** In percent of the loss allowed; null where none is. */
  readonly headroomPct: bigint | null
  /** False while a mark it was computed from is stale, or was never seen. */
  readonly isFresh: boolean
}

export function floorDistance(account: Account, market: MarketView): FloorDistance {
  const equity = computeEquity(account, market)
  const floor = strictestFloor(account, equity)
  const { headroom } = floor
  const allowed = lossAllowed(account, floor)
  return {
    equity,
    floor,
    headroom,
    headroomPct: allowed <= 0n ? null : divide(headroom * 100n, allowed, 'FLOOR'),
    isFresh: [...account.positions.values()].every((position) => market.quote(position)?.staleReason === null),
  }
}

function lossAllowed(account: Account, { rule }: Floor): bigint {
  const daily = rule === 'max_drawdown' ? null : dailyLossOf(account)
  return daily === null ? drawdownAllowed(account) : daily.base - daily.floor
}
