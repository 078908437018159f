import { oracleFeeOf, cancellationFee } from '../margin/oracle-fee.js'
import type { Draft } from '../model/draft.js'
import type { Order } from '../model/order/order.js'
import type { Instruments } from '../model/decision-context.js'
import { negate, usd } from '../values/decimal.js'
import { terminateOrder } from './terminate-order.js'

/** Cancels a working order at its trader's request, for what the venue charges. Returns it in its final state. */
export function cancelByTrader(
  draft: Draft,
  order: Order,
  instruments: Pick<Instruments, 'find'>,
  reason: 'user_cancelled' | 'user_kill_switch' = 'user_cancelled',
): Order {
  return terminateOrder(draft, charged(draft, order, instruments), 'CANCELLED', reason, 'USER')
}

function charged(draft: Draft, order: Order, instruments: Pick<Instruments, 'find'>): Order {
  const terms = instruments.find(order.symbol)?.terms[order.venue]
  const fee = terms === undefined ? usd(0n) : cancellationFee(order, oracleFeeOf(draft.account.plan, terms))
  if (fee === 0n) return order
  draft.post('oracle_fees', negate(fee), order.positionId === null ? {} : { positionId: order.positionId })
  return { ...order, fees: usd(order.fees + fee) }
}
