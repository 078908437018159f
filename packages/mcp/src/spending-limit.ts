/**
 * Limits what this program may open, by notional in USD: one order, and all of a UTC day. Its orders are known by their
 * client_id, so the day's are read from the service and hold over restarts. Orders that only reduce are not limited.
 */
import { add, compare, multiply, subtract, type Account, type Decimal, type Order, type Preview } from '@ats/sdk'
import type { TradingLimits } from './config.js'

/** Begins the client_id of every order of this program. */
export const CLIENT_ID_PREFIX = 'mcp-'

const WORKING: ReadonlySet<Order['status']> = new Set(['PENDING', 'OPEN', 'PARTIALLY_FILLED'])

/** The notional an order may come to: at its fills, and the rest at the highest of its prices and the mark. */
export function notionalOf(order: NonNullable<Preview['order']>, fills: Preview['fills'], mark: Decimal): Decimal {
  const filled = fills.reduce((sum, fill) => add(sum, multiply(fill.quantity, fill.price)), '0')
  const prices = [order.limit_price, order.trigger_price, mark].filter((price) => price !== null)
  const rest = multiply(order.remaining_quantity, highest(prices))
  return add(filled, rest)
}

/** The notional of what this program has placed since a moment: filled, or working still. */
export async function spentSince(account: Account, from: string): Promise<Decimal> {
  let spent = '0'
  for await (const order of account.orders({ from })) {
    if (order.client_id?.startsWith(CLIENT_ID_PREFIX) !== true || order.flags.reduce_only) continue
    if (order.average_price !== null) spent = add(spent, multiply(order.filled_quantity, order.average_price))
    const prices = [order.limit_price, order.trigger_price].filter((price) => price !== null)
    if (WORKING.has(order.status)) spent = add(spent, multiply(order.remaining_quantity, highest(prices)))
  }
  return spent
}

/** Null when an order of this notional is allowed after what was spent, else the refusal in words. */
export function refusalOf(notional: Decimal, spent: Decimal, { perOrder, perDay }: TradingLimits): string | null {
  if (compare(notional, perOrder) > 0)
    return `the order comes to ${notional} USD and this server places at most ${perOrder} USD an order (--max-order)`
  if (compare(add(spent, notional), perDay) > 0)
    return `the order comes to ${notional} USD and only ${subtract(perDay, spent)} of today's ${perDay} USD are left (--max-day)`
  return null
}

export const dayStart = (now: Date): string => `${now.toISOString().slice(0, 10)}T00:00:00Z`

const highest = (prices: readonly Decimal[]): Decimal =>
  prices.reduce((best, price) => (compare(price, best) > 0 ? price : best), '0')
