/** Equity at the marks: balance + unrealised PnL, and the marks that it is valued at. */
import type { Account } from '../model/account/account.js'
import { entryPrice, unrealizedPnl, type Position } from '../model/account/position.js'
import type { MarketView } from '../model/market/market-view.js'
import { usd, type Price, type Usd } from '../values/decimal.js'
import { tickAt } from '../values/tick.js'

/** The equity alone, for callers that look at many accounts. */
export function computeEquity({ balance, positions }: Pick<Account, 'balance' | 'positions'>, market: MarketView): Usd {
  let equity: bigint = balance
  for (const position of positions.values()) equity += unrealizedPnl(position, markOf(position, market))
  return usd(equity)
}

/** The mark; before any price was ever seen, the entry price. */
export const markOf = (position: Position, market: Pick<MarketView, 'quote'>): Price =>
  market.quote(position)?.mark ?? entryPrice(position)

/** The tick at whose marks an account is valued: the latest of those that say one. */
export function markedTick(
  { positions }: Pick<Account, 'positions'>,
  market: Pick<MarketView, 'at' | 'quote'>,
): number {
  let latest = -Infinity
  for (const position of positions.values()) latest = Math.max(latest, market.quote(position)?.tick ?? -Infinity)
  return latest === -Infinity ? tickAt(market.at) : latest
}
