/**
 * Equity at a moment that has passed: the balance the ledger gives plus, for every position open then, its unrealised
 * PnL at the mark of that moment. Null when one of those marks is not known: nothing is made up.
 */
import { usd, type Usd } from '../values/decimal.js'
import type { MarketView } from '../model/market/market-view.js'
import { unrealizedPnl, type Position } from '../model/account/position.js'
import type { Micros } from '../values/time.js'

/** The inputs to the value of a position at some moment; quantity 0 when it was not open. */
export type Holding = Pick<Position, 'id' | 'symbol' | 'venue' | 'direction' | 'quantity' | 'cost'>

/** An account at one moment of several, told by what has changed since the one before. */
export interface PastMoment {
  readonly at: Micros
  readonly balance: Usd
  readonly changed: readonly Holding[]
}

/** The worth of the account at that moment. */
export interface EquityPoint {
  readonly at: Micros
  readonly balance: Usd
  /** Null when the mark of something held then is not known. */
  readonly equity: Usd | null
}

export function computePastEquity(
  balance: Usd,
  holdings: Iterable<Holding>,
  market: Pick<MarketView, 'quote'>,
): Usd | null {
  let equity: bigint = balance
  for (const holding of holdings) {
    const mark = market.quote(holding)?.mark
    if (mark === undefined) return null
    equity += unrealizedPnl(holding, mark)
  }
  return usd(equity)
}
