import type { OrderKind, TimeInForce } from './order.js'
import type { Micros } from '../../values/time.js'

/** The time in force of an order. A MARKET order never rests: it is IOC whatever it says, unless it says FOK. */
export function timeInForceOf(kind: OrderKind, requested: TimeInForce = 'GTC'): TimeInForce {
  if (kind === 'MARKET') return requested === 'FOK' ? 'FOK' : 'IOC'
  return requested
}

/** GTX is GTC with post-only. */
export const impliesPostOnly = (tif: TimeInForce): boolean => tif === 'GTX'

/** When an order expires: as requested, or a GTD order that says nothing with the account's trading day; else never. */
export const expiryOf = (tif: TimeInForce, requested: Micros | null | undefined, endOfDay: Micros): Micros | null =>
  requested ?? (tif === 'GTD' ? endOfDay : null)
