/** The loss that an order plans: what it loses at its stop, from where it executes or would fill; 0 for a profit. */
import { totalQuantity } from '../margin/book-walk.js'
import { notionalOf, openingSide } from '../model/account/position.js'
import { isEffective, isStopOf } from '../model/account/stops.js'
import { liveQuantity, remainingQuantity, waitingPriceAt, type Order } from '../model/order/order.js'
import { max, quantity, usd, type Price, type Quantity, type Usd } from '../values/decimal.js'
import type { Proposal } from './proposal.js'

/** The stop of what an order opens: one that comes with it, or a stop of all of the position, which grows with that. */
export function stopOf({ account, order, exits, position }: Proposal): Order | undefined {
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

/** The planned loss of the order alone; null without a stop. */
export function plannedLossOf(proposal: Proposal): Usd | null {
  const { order, executions, rests, quote } = proposal
  const stop = stopOf(proposal)?.triggerPrice ?? null
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
