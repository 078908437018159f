import type { OrderKind, TimeInForce } from './order.js'

/** The time in force of an order. A MARKET order never rests: it is IOC whatever it says, unless it says FOK. */
export function timeInForceOf(kind: OrderKind, requested: TimeInForce = 'GTC'): TimeInForce {
  if (kind === 'MARKET') return requested === 'FOK' ? 'FOK' : 'IOC'
  return requested
}

/** GTX is GTC with post-only. */
export const impliesPostOnly = (tif: TimeInForce): boolean => tif === 'GTX'
