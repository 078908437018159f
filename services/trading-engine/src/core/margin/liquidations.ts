/** What is said of the liquidation of positions, whatever carries them. */
import type { Account } from '../model/account.js'
import { crossLiquidationMarks, isCross, isMaintenanceDue, type LiquidationMark, type Prices } from './cross-margin.js'
import { liquidationPrice } from './liquidation.js'
import type { Position } from '../model/position.js'

type LiquidationOf = (position: Position) => LiquidationMark | null

/** Of the account's open positions; null where no price does it. Worked out once for all of them. */
export function liquidationsOf(account: Account, prices: Prices): LiquidationOf {
  if (isCross(account)) {
    const marks = crossLiquidationMarks(account, prices)
    return ({ symbol }) => marks.get(symbol) ?? null
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
