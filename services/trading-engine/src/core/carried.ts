/** What a position's row says of its liquidation, whatever carries it. */
import type { Account } from './account.js'
import { crossLiquidationPrices, isCross, isMaintenanceDue, type Prices } from './cross-margin.js'
import type { Price } from './decimal.js'
import { liquidationPrice } from './liquidation.js'
import type { Position } from './position.js'

export interface Carried {
  /** Null when no price does it. */
  readonly liquidationPriceOf: (position: Position) => Price | null
  /** Whether what is open is being closed, as far as it can be traded. */
  readonly isLiquidating: boolean
}

/** Worked out once for all positions of an account. */
export function carriedOf(account: Account, prices: Prices): Carried {
  const isLiquidating =
    account.state === 'TERMINATED' || account.state === 'CLOSED' || isMaintenanceDue(account, prices)
  if (isCross(account)) {
    const reached = crossLiquidationPrices(account, prices)
    return { isLiquidating, liquidationPriceOf: ({ symbol }) => reached.get(symbol) ?? null }
  }
  const liquidationPriceOf = (position: Position): Price | null => {
    const terms = prices.instruments.find(position.symbol)?.terms[position.venue]
    return terms === undefined ? null : liquidationPrice(position, terms)
  }
  return { isLiquidating, liquidationPriceOf }
}
