/** The loss that an order plans: what it loses at its stop, from where it executes or would fill; 0 for a profit. */
import type { Match } from '../execution/match-order.js'
import { totalQuantity } from '../margin/book-walk.js'
import type { Account } from '../model/account/account.js'
import { notionalOf, openingSide, type Position } from '../model/account/position.js'
import { isEffective, isStopOf } from '../model/account/stops.js'
import type { Quote } from '../model/market/market-view.js'
import { liveQuantity, remainingQuantity, waitingPriceAt, type Order } from '../model/order/order.js'
import { max, quantity, usd, type Price, type Quantity, type Usd } from '../values/decimal.js'

/** The planned loss of the order alone; null without a stop. `position`: that of its venue and symbol. */
export function plannedLossOf(
  account: Account,
  order: Order,
  exits: readonly Order[],
  position: Position | undefined,
  { executions, rests }: Pick<Match, 'executions' | 'rests'>,
  quote: Quote | undefined,
): Usd | null {
  const stop = stopOf(account, order, exits, position)?.triggerPrice ?? null
  if (stop === null) return null
  const lossOf = (size: Quantity, entry: Price): bigint =>
    order.side === 'BUY'
      ? notionalOf(size, entry) - notionalOf(size, stop)
      : notionalOf(size, stop) - notionalOf(size, entry)
  let loss = executions.reduce((sum, execution) => sum + lossOf(execution.quantity, execution.price), 0n)
  const at = quote === undefined ? null : waitingPriceAt(order, quote.mark)
  if (rests && at !== null) loss += lossOf(quantity(remainingQuantity(order) - totalQuantity(executions)), at)
  return max(usd(loss), usd(0n))
}

/** The stop of what an order opens: one that comes with it, or a stop of all of the position, which grows with that. */
function stopOf(
  account: Account,
  order: Order,
  exits: readonly Order[],
  position: Position | undefined,
): Order | undefined {
  const own =
    exits.length === 0
      ? undefined
      : exits.find((exit) => exit.kind === 'STOP' && exit.quantity >= remainingQuantity(order) && isEffective(exit))
  if (own !== undefined || position === undefined || openingSide(position.direction) !== order.side) return own
  for (const exit of account.orders.values()) {
    const isOfAll = exit.bracketId === position.id && liveQuantity(exit) === position.quantity
    if (isOfAll && isStopOf(exit, position)) return exit
  }
  return undefined
}
