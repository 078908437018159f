/** Closes positions of a LIVE account for the service, each attempt further from the mark. */
import type { Position } from '../../model/account/position.js'
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import type { Order } from '../../model/order/order.js'
import { decimal, min, multiply, ONE, rate, type Rate } from '../../values/decimal.js'
import { asked } from './ask-venue.js'
import { closingNow } from './venue-orders.js'

/** Closes by the service go this far from the mark; each one that the venue refuses is followed by one twice as far. */
const RISK_SLIPPAGE_PCT = rate(decimal('5'))
const RISK_SLIPPAGE_PCT_MAX = rate(decimal('20'))

/** In percent of the mark, after so many closes that were refused for their price. */
export const riskSlippage = (refusedCloses: number): Rate =>
  min(rate(multiply(RISK_SLIPPAGE_PCT, ONE << BigInt(Math.min(refusedCloses, 8)), 'FLOOR')), RISK_SLIPPAGE_PCT_MAX)

/** Asks for the close of a position by the service, unless its venue is being asked already. */
export function closeAtVenue(draft: Draft, position: Position, whole: Order, context: DecisionContext): void {
  if (closingNow(draft.account, position) > 0n) return
  const again = position.live?.closeAgainAt ?? null
  if (again !== null && again > context.now) return
  const at = draft.stamp()
  const order: Order = { ...whole, createdAt: at, updatedAt: at }
  const terms = { slippagePct: riskSlippage(position.live?.refusedCloses ?? 0) }
  const placed: Order = { ...asked(draft, order, terms, context), status: 'PENDING' }
  draft.putOrder(placed)
  draft.emit({ type: 'order.ack', order: placed })
}
