/**
 * Closes a position that its owner did not close, by an order of the service's own. A part that cannot be closed now
 * stays open, and the next look at the market goes on with it.
 */
import type { Draft } from '../model/draft.js'
import type { Instrument } from '../model/market/instrument.js'
import { executionOf } from './execution-of.js'
import { BY_SYSTEM, type Origin } from '../model/order/origin.js'
import { newOrder, opposite, type Order, type OrderReason } from '../model/order/order.js'
import type { ClosingRule } from '../model/plan/violation.js'
import type { SwitchKind } from '../model/account/trader-switch.js'
import { openingSide, type CloseReason, type Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'

/**
 * Its margin was gone; a rule of the plan was broken, or the operator closed the account; day trading was over; a
 * switch of its trader flattens the account; a rule about orders asks for it.
 */
type ClosedBy = 'LIQUIDATION' | 'RISK' | 'OVERNIGHT' | ClosingRule | SwitchKind

export function closeOut(
  draft: Draft,
  position: Position,
  instrument: Instrument,
  why: ClosedBy,
  context: DecisionContext,
): void {
  const reason = draft.account.state === 'CLOSED' && why === 'RISK' ? 'account_closed' : REASONS[why]
  const isRequested = reason === 'account_closed' || reason === 'user_kill_switch'
  const whole = closingOrder(position, reason, isRequested ? context.origin : BY_SYSTEM, context)
  const closing = { instrument, closeReason: CLOSE_REASONS[why], isLiquidation: why === 'LIQUIDATION' }
  executionOf(draft.account).close(draft, position, whole, closing, context)
}

const REASONS = {
  LIQUIDATION: 'liquidation',
  RISK: 'risk',
  OVERNIGHT: 'overnight_leverage',
  stop_required: 'stop_required',
  max_loss_per_idea: 'max_loss_per_idea',
  flat_by: 'flat_by',
  user_kill_switch: 'user_kill_switch',
  dead_man_switch: 'dead_man_switch',
} as const
const CLOSE_REASONS: Readonly<Record<ClosedBy, CloseReason>> = {
  LIQUIDATION: 'LIQUIDATION',
  RISK: 'RISK',
  OVERNIGHT: 'RISK',
  stop_required: 'RISK',
  max_loss_per_idea: 'RISK',
  flat_by: 'RISK',
  user_kill_switch: 'USER',
  dead_man_switch: 'USER',
}

const closingOrder = (
  { id, accountId, symbol, venue, direction, quantity }: Position,
  reason: OrderReason,
  origin: Origin,
  context: DecisionContext,
): Order =>
  newOrder({
    id: context.newId(),
    accountId,
    origin,
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
