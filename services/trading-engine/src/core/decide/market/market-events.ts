/**
 * Finds what the market has reached of an account, in the order in which it is handled:
 *   1. time: orders expire, funding is charged, the trading day rolls
 *   2. each tick since the last look, oldest first: the orders it reached, then the account at its marks
 *   3. the orders that the market of now reaches, oldest first
 *   4. the account at the marks of now
 * Each event is looked for once those before it have been handled, on the account as they have left it.
 */
import { heldByNews } from '../../calendar/news.js'
import { tradableMarket } from '../../model/market/tradable-market.js'
import { isAnyClosedByOrderRules } from '../../execution/close-by-order-rules.js'
import { isAnyOvernight } from '../../execution/close-overnight.js'
import { isAnyLiquidatable } from '../../execution/liquidate.js'
import { isAnyFlattened } from '../../execution/switch-actions.js'
import type { ReachedOrder, OrderEvents } from '../../execution/account-execution.js'
import type { Account } from '../../model/account/account.js'
import { isReducedBy } from '../../model/account/position.js'
import type { DecisionContext } from '../../model/decision-context.js'
import { listingKey, type Listing } from '../../model/market/listing.js'
import type { MarketView, Quote } from '../../model/market/market-view.js'
import { isContingent, type Order } from '../../model/order/order.js'
import { isArmed } from '../../model/order/trigger.js'
import { riskActionFor } from '../../risk/supervise.js'
import { assertInvariant } from '../../values/invariant.js'
import { tickAt } from '../../values/tick.js'
import type { Micros } from '../../values/time.js'
import { recheckOrder } from '../recheck-order.js'
import type { MarketEvent, MarketUpdate, Reached } from './market-event.js'
import { isJudgedAt, isReached, reachedAt } from './reached.js'

export function* marketEvents(update: MarketUpdate): Generator<MarketEvent> {
  const { before, draft, context, reached, seen } = update
  yield { kind: 'time_passed' }
  for (const at of ticksOf(reached)) {
    for (const [id, found] of reached.orders) if (found.at === at) yield* orderEvents(update, id, at)
    if (isJudgedAt(before, at, reached, seen) && draft.account.day === before.day)
      yield* accountEvents(update, marksOf(at, context))
  }
  for (const { id } of before.orders.values()) yield* orderEvents(update, id, null)
  yield* accountEvents(update, context)
}

const ticksOf = ({ orders, marks }: Reached): readonly Micros[] =>
  [...new Set([...marks.keys(), ...[...orders.values()].map(({ at }) => at)])].sort((a, b) => a - b)

/** The context with the marks of that tick; a price that is stale now, or was then, is stale. */
function marksOf(at: Micros, context: DecisionContext): DecisionContext {
  const { market } = context.earlier(at)
  const quote = (listing: Listing): Quote | undefined => {
    const [then, now] = [market.quote(listing), context.market.quote(listing)]
    return then && { ...then, staleReason: then.staleReason ?? (now === undefined ? 'silent' : now.staleReason) }
  }
  return { ...context, market: withQuotes(context.market, quote) }
}

/** A view may be an object of a class, of which a spread would copy no method. */
const withQuotes = (market: MarketView, quote: MarketView['quote']): MarketView => ({
  at: market.at,
  quote,
  book: (listing) => market.book(listing),
  funding: (listing, at) => market.funding(listing, at),
  carry: (listing, at) => market.carry(listing, at),
  ...(market.peak === undefined ? {} : { peak: market.peak }),
})

/** At most one. `at`: the earlier tick that is looked at; null: the market of now. */
function* orderEvents(
  update: MarketUpdate,
  orderId: string,
  at: Micros | null,
): Generator<MarketEvent<keyof OrderEvents>> {
  const { before, draft, context, reached, isLate, seen } = update
  const working = draft.account.orders.get(orderId)
  if (working === undefined) return
  const order: Order = isLate ? { ...working, reason: 'after_downtime' } : working
  const market = tradableMarket(order, context)
  if (market === null) return
  const isReachedNow = isReached(order, market.quote)
  const isReachedThen = at !== null && reachedAt(draft.account, order, context, reached) === at
  if (!isReachedNow && !isReachedThen) return
  if (heldByNews(draft.account, order, context) !== null) return
  const tick = at === null || isReachedNow || isArmed(order) ? context : context.earlier(at)
  const book = tick.market.book(order)
  if (book === undefined) return
  assertReduces(draft.account, order)
  const found: ReachedOrder = {
    ...{ order, ...market, book, context },
    recheck: (asked, match, fillTerms) =>
      recheckOrder(draft.account, asked, match, market.instrument, fillTerms, context, seen),
  }
  if (isArmed(order)) {
    const first = isReachedThen ? context.earlier(at).market : context.market
    yield { kind: 'trigger_reached', triggerTick: first.quote(order)?.tick ?? tickAt(first.at), ...found }
  } else if (isContingent(before.orders.get(orderId) ?? order)) yield { kind: 'exit_released', ...found }
  else if (order.flags.postOnly && !tick.earlier(book.at - 1).isMarketOpen(order))
    yield { kind: 'opened_beyond_post_only', ...found }
  else yield { kind: 'limit_reached', ...found }
}

function assertReduces({ positions }: Account, order: Order): void {
  assertInvariant(
    !order.flags.reduceOnly || isReducedBy(positions.get(listingKey(order)), order.side),
    'a working reduce-only order has a position to reduce',
  )
}

/** Floors come before liquidation: an account below a floor is closed by the floor. */
function* accountEvents({ draft, seen }: MarketUpdate, marks: DecisionContext): Generator<MarketEvent> {
  const isRiskActionDue = (): boolean => riskActionFor(draft.account, marks, seen) !== null
  if (isRiskActionDue()) yield { kind: 'risk_action_due', marks }
  const lastFilledId = draft.lastFilledId
  if (isAnyLiquidatable(draft.account, marks)) yield { kind: 'maintenance_margin_lost', marks }
  if (isAnyClosedByOrderRules(draft.account, marks)) yield { kind: 'order_rule_due', marks }
  if (isAnyFlattened(draft.account, marks)) yield { kind: 'flatten_possible', marks }
  if (isAnyOvernight(draft.account, marks)) yield { kind: 'overnight_leverage_exceeded', marks }
  // A close costs something, and that may cross a floor.
  if (draft.lastFilledId !== lastFilledId && isRiskActionDue()) yield { kind: 'risk_action_due', marks }
}
