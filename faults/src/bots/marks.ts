/**
 * How an order without a client_id is found again in the database: bots never send the same size twice within an
 * account, so an order's look names the request it came from. A close is named by its symbol alone, since its size may
 * shrink to the position's.
 */
export interface OrderLook {
  readonly symbol: string
  readonly side: string
  readonly kind: string
  /** The shortest decimal. */
  readonly quantity: string
  readonly isReduceOnly: boolean
}

export const markOf = ({ symbol, side, kind, quantity, isReduceOnly }: OrderLook): string =>
  isReduceOnly ? `close ${symbol}` : `${symbol} ${side} ${kind} ${quantity}`
