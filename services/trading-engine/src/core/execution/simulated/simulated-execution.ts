/** Orders of a PAPER account meet the service's own market. */
import { totalQuantity } from '../../margin/book-walk.js'
import { markedTick } from '../../margin/equity.js'
import { cancellationFee, oracleFeeOf } from '../../margin/oracle-fee.js'
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import { withoutDistance } from '../../model/order/exit-terms.js'
import type { Order } from '../../model/order/order.js'
import type { Position } from '../../model/account/position.js'
import { negate, usd } from '../../values/decimal.js'
import type { AccountExecution, Approved, Closing, ModifyTerms, TraderReason } from '../account-execution.js'
import { placeExits, recordInitialStop } from '../bracket.js'
import { executeMatch } from '../execute-match.js'
import { fillTermsOf } from '../fill-terms.js'
import type { FillTerms } from '../fill-order.js'
import { chargeFunding } from '../funding.js'
import { matchOrder } from '../match-order.js'
import { changeOrder } from '../change-order.js'
import { terminateOrder } from '../terminate-order.js'
import { SIMULATED_HANDLERS } from './reached-orders.js'

export const SIMULATED_EXECUTION: AccountExecution = {
  match: (account, order, { market, isMarketOpen }) =>
    matchOrder(account, order, market.book(order), isMarketOpen(order)),
  place,
  on: SIMULATED_HANDLERS,
  cancel,
  modify,
  protect,
  close,
  passTime: chargeFunding,
  handOver: () => undefined,
}

function place(draft: Draft, order: Order, approved: Approved, fillTerms: FillTerms, context: DecisionContext): Order {
  draft.putOrder(order)
  draft.post('oracle_fees', negate(order.fees))
  draft.emit({ type: 'order.ack', order })
  placeExits(draft, approved.exits)
  recordInitialStop(draft, order)
  return executeMatch(draft, order, approved, fillTerms, context)
}

function cancel(draft: Draft, order: Order, reason: TraderReason, context: DecisionContext): Order {
  return terminateOrder(draft, chargedForCancellation(draft, order, context), 'CANCELLED', reason, 'USER')
}

function chargedForCancellation(draft: Draft, order: Order, { instruments }: DecisionContext): Order {
  const terms = instruments.find(order.symbol)?.terms[order.venue]
  const fee = terms === undefined ? usd(0n) : cancellationFee(order, oracleFeeOf(draft.account.plan, terms))
  if (fee === 0n) return order
  draft.post('oracle_fees', negate(fee), order.positionId === null ? {} : { positionId: order.positionId })
  return { ...order, fees: usd(order.fees + fee) }
}

function modify(
  draft: Draft,
  _working: Order,
  requested: Order,
  { match, fillTerms }: ModifyTerms,
  context: DecisionContext,
): Order {
  const order: Order = { ...requested, updatedAt: draft.stamp() }
  draft.putOrder(order)
  recordInitialStop(draft, order)
  return executeMatch(draft, order, match, fillTerms, context)
}

function protect(draft: Draft, exit: Order, existing: Order | undefined): void {
  if (existing !== undefined) {
    const { flags, quantity, limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice, trail } = exit
    const prices = { limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice, trail }
    return recordInitialStop(
      draft,
      changeOrder(draft, existing, { flags, quantity, ...prices, ...withoutDistance(existing) }),
    )
  }
  const at = draft.stamp()
  const order: Order = { ...exit, createdAt: at, updatedAt: at }
  draft.putOrder(order)
  draft.emit({ type: 'order.ack', order })
  recordInitialStop(draft, order)
}

/** As much of it as the book can take. */
function close(
  draft: Draft,
  position: Position,
  whole: Order,
  { instrument, closeReason, isLiquidation }: Closing,
  context: DecisionContext,
): void {
  const match = matchOrder(draft.account, whole, context.market.book(position), context.isMarketOpen(position))
  if (match.executions.length === 0) return
  const at = draft.stamp()
  const order: Order = { ...whole, quantity: totalQuantity(match.executions), createdAt: at, updatedAt: at }
  draft.putOrder(order)
  draft.emit({ type: 'order.ack', order })
  const terms = fillTermsOf(draft.account, order, instrument, match, 'TAKER', context.now)
  const liquidationTick = isLiquidation ? markedTick(draft.account, context.market) : null
  executeMatch(draft, order, match, { ...terms, closeReason, liquidationTick, oracleFee: usd(0n) }, context)
}
