/**
 * Closes a position that its owner did not close, by an order of the service's own, as large as the book can take. What
 * is left stays open, and the next look at the market goes on with it.
 */
import { totalQuantity } from '../margin/book-walk.js'
import { markedTick } from '../margin/figures.js'
import type { Draft } from '../model/draft.js'
import type { Instrument } from '../model/instrument.js'
import { matchOrder } from './match-order.js'
import { newOrder, opposite, type Order, type OrderReason } from '../model/order.js'
import { openingSide, type CloseReason, type Position } from '../model/position.js'
import { fillTermsOf, executeMatch } from './execute-match.js'
import type { DecisionContext } from '../model/decision-context.js'

/** Its margin was gone; or a rule of the plan was broken, or the operator closed the account. */
type ClosedBy = Extract<CloseReason, 'LIQUIDATION' | 'RISK'>

/** False when the book gives nothing. */
export function closeOut(
  draft: Draft,
  position: Position,
  instrument: Instrument,
  why: ClosedBy,
  context: DecisionContext,
): boolean {
  const reason = draft.account.state === 'CLOSED' && why === 'RISK' ? 'account_closed' : REASONS[why]
  const whole = closingOrder(position, reason, context)
  const book = context.market.book(position)
  const match = matchOrder(draft.account, whole, book, context.isMarketOpen(position))
  if (match.executions.length === 0) return false
  const at = draft.stamp()
  const order: Order = { ...whole, quantity: totalQuantity(match.executions), createdAt: at, updatedAt: at }
  draft.putOrder(order)
  draft.emit({ type: 'order.ack', order })
  const terms = fillTermsOf(draft.account, order, instrument, match, 'TAKER')
  const liquidationTick = why === 'LIQUIDATION' ? markedTick(draft.account, context.market) : null
  executeMatch(draft, order, match, { ...terms, closeReason: why, liquidationTick }, context)
  return true
}

const REASONS = { LIQUIDATION: 'liquidation', RISK: 'risk' } as const

const closingOrder = (
  { id, accountId, symbol, venue, direction, quantity }: Position,
  reason: OrderReason,
  context: DecisionContext,
): Order =>
  newOrder({
    id: context.newId(),
    accountId,
    symbol,
    venue,
    side: opposite(openingSide(direction)),
    kind: 'MARKET',
    tif: 'IOC',
    flags: { postOnly: false, reduceOnly: true, triggerOnIndex: false, triggerOnMark: false },
    quantity,
    reason,
    positionId: id,
  })
