/** Whether the market, now or in an earlier tick, has reached what an order or an account waits for. */
import { heldByNews } from '../../calendar/news.js'
import { tradableMarket } from '../../model/market/tradable-market.js'
import { isAnyClosedByOrderRules } from '../../execution/close-by-order-rules.js'
import { isAnyOvernight } from '../../execution/close-overnight.js'
import { isAnyLiquidatable } from '../../execution/liquidate.js'
import { isAnyFlattened } from '../../execution/switch-actions.js'
import { isWithinLimit } from '../../margin/book-walk.js'
import type { Account } from '../../model/account/account.js'
import { withHighs, type Highs } from '../../model/account/peak.js'
import type { DecisionContext } from '../../model/decision-context.js'
import { isHeldByEngine } from '../../model/live/live-order.js'
import { withPeaks } from '../../model/order/follow-peak.js'
import type { Quote } from '../../model/market/market-view.js'
import { isContingent, type Order } from '../../model/order/order.js'
import { isArmed, isTriggered, waitsAt } from '../../model/order/trigger.js'
import type { Micros } from '../../values/time.js'
import { NOTHING_REACHED, type Reached } from './market-event.js'

/** Whether the market has reached any working order or position; cheap. */
export function isAnyReached(
  stored: Account,
  context: DecisionContext,
  reached: Reached = NOTHING_REACHED,
  seen: Highs | null = null,
): boolean {
  const account = withPeaks(stored, context, reached.orders)
  for (const at of reached.marks.keys()) if (isJudgedAt(account, at, reached, seen)) return true
  for (const order of account.orders.values()) {
    const market = tradableMarket(order, context)
    if (market === null) continue
    if (!isReached(order, market.quote) && reachedAt(account, order, context, reached) === null) continue
    if (context.market.book(order) !== undefined && heldByNews(account, order, context) === null) return true
  }
  return (
    isAnyLiquidatable(account, context) ||
    isAnyClosedByOrderRules(account, context) ||
    isAnyOvernight(account, context) ||
    isAnyFlattened(account, context)
  )
}

/** Whether the quote reaches the trigger or the limit of an order that the engine may execute. */
export function isReached(order: Order, quote: Quote): boolean {
  if (isContingent(order) || !isHeldByEngine(order)) return false
  if (isArmed(order)) return isTriggered(order, quote)
  return isWithinLimit(order.side, order.side === 'BUY' ? quote.ask : quote.bid, order.limitPrice)
}

/** The tick that has reached the order where it waits, if it was free to fill then. */
export function reachedAt(
  account: Account,
  order: Order,
  context: DecisionContext,
  { orders }: Reached,
): Micros | null {
  const found = orders.get(order.id)
  if (!isHeldByEngine(order)) return null
  if (found === undefined || isContingent(order) || found.price !== waitsAt(order)) return null
  const beganAt = context.earlier(found.at).market.quote(order)?.at ?? found.at
  if (order.expiresAt !== null && order.expiresAt <= beganAt) return null
  return heldByNews(account, order, { ...context, now: found.at }) === null ? found.at : null
}

/** Whether the account is judged at the marks of that tick: only as it was then, and while no floor has risen. */
export function isJudgedAt(account: Account, at: Micros, { marks }: Reached, seen: Highs | null): boolean {
  const then = marks.get(at)
  if (then === undefined || account.clock > at) return false
  const { highWaterMark, day } = withHighs(account, seen)
  return highWaterMark <= then.mark && (day.high === null || then.day === null || day.high <= then.day)
}
