/** Liquidation prices of positions, in both margin modes. */
import type { Account } from '../model/account/account.js'
import { crossLiquidationMarks, isCross, isMaintenanceDue, type LiquidationMark, type Prices } from './cross-margin.js'
import { liquidationPrice } from './liquidation.js'
import { listingKey } from '../model/market/listing.js'
import type { Position } from '../model/account/position.js'

type LiquidationOf = (position: Position) => LiquidationMark | null

/** For the account's open positions; null where no price liquidates one. Computed once for all of them. */
export function liquidationMarksOf(account: Account, prices: Prices): LiquidationOf {
  if (isCross(account)) {
    const marks = crossLiquidationMarks(account, prices)
    return (position) => marks.get(listingKey(position)) ?? null
  }
  return (position) => {
    const terms = prices.instruments.find(position.symbol)?.terms[position.venue]
    const price = terms === undefined ? null : liquidationPrice(position, terms)
    return price === null ? null : { price, isAbove: position.direction === 'SHORT' }
  }
}

/** Whether what is open is being closed, as far as it can be traded. */
export const isLiquidating = (account: Account, prices: Prices): boolean =>
  account.state === 'TERMINATED' || account.state === 'CLOSED' || isMaintenanceDue(account, prices)
