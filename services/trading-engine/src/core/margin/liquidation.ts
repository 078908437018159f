/**
 * Margin mode ISOLATED: each position is carried by its own margin. It is liquidated when its margin and unrealised PnL
 * together no longer exceed the venue's maintenance share of its notional.
 *  margin + unrealised PnL ≤ notional × maintenance rate, all at mark
 */
import { divide, multiply, ONE, price, usd, type Price, type Usd } from '../values/decimal.js'
import type { VenueTerms } from '../model/market/instrument.js'
import { notionalOf, unrealizedPnl, type Position } from '../model/account/position.js'

export const isLiquidatable = (position: Position, mark: Price, terms: VenueTerms): boolean =>
  isolatedHeadroom(position, mark, terms) <= 0n

/** The margin and unrealised PnL that carry a position, less its maintenance. */
export function isolatedHeadroom(position: Position, mark: Price, terms: VenueTerms): Usd {
  const notional = notionalOf(position.quantity, mark)
  const margin = divide(notional, position.leverage, 'CEIL')
  const maintenance = usd(multiply(notional, terms.maintenanceMarginRate, 'CEIL'))
  return usd(margin + unrealizedPnl(position, mark) - maintenance)
}

/**
 * The mark at which that happens, quantity and cost being what they are; null when no positive price does it.
 * With l = 1 ÷ leverage, m = maintenance rate, c = cost, q = quantity:
 *   long:  p·q·l + p·q − c = p·q·m  →  p = c ÷ (q·(1 + l − m))
 *   short: p·q·l + c − p·q = p·q·m  →  p = c ÷ (q·(1 − l + m))
 */
export function liquidationPrice(position: Position, terms: VenueTerms): Price | null {
  const share = divide(ONE, position.leverage, 'HALF_EVEN') - terms.maintenanceMarginRate
  const factor = position.direction === 'LONG' ? ONE + share : ONE - share
  const weighted = multiply(position.quantity, factor, 'HALF_EVEN')
  return weighted <= 0n ? null : price(divide(position.cost, weighted, 'HALF_EVEN'))
}
