/**
 * Applies a market update to one account; null when nothing happens. A resting limit fills when the book reaches it, at
 * its own price, as maker, up to the depth there. A conditional order fires when the price it watches reaches its
 * trigger, and is from then on an order like any other: it takes the book as it is at that moment, gap included. Around
 * scheduled news orders that would open a position wait, where the plan says so. After the orders come the floors of
 * the plan, and then the liquidation of positions below their maintenance margin: so a stop that the same tick reaches
 * comes first, and an account below a floor is closed by the floor.
 *
 * What a tick has reached counts, though the price may have come back since: a trigger fires, and takes what the book
 * gives now; a limit fills at its own price, as far as the depth of that tick goes; floors and maintenance are checked
 * at the marks of that tick, and positions closed at the prices of now.
 */
import type { OrderEvents } from '../execution/account-execution.js'
import { advance } from '../execution/advance.js'
import { closeByOrderRules } from '../execution/close-by-order-rules.js'
import { closeOvernight } from '../execution/close-overnight.js'
import { executionOf } from '../execution/execution-of.js'
import { liquidate } from '../execution/liquidate.js'
import { closeFlattened } from '../execution/switch-actions.js'
import type { Account } from '../model/account/account.js'
import { withHighs } from '../model/account/peak.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Changes } from '../model/draft.js'
import { supervise } from '../risk/supervise.js'
import {
  NOTHING_REACHED,
  type MarketEvent,
  type MarketHandlers,
  type MarketUpdate,
  type MarketUpdateOptions,
} from './market/market-event.js'
import { marketEvents } from './market/market-events.js'
import { reachedAt } from './market/reached.js'

export function processMarketUpdate(
  account: Account,
  context: DecisionContext,
  { isLate = false, seen = null, reached = NOTHING_REACHED }: MarketUpdateOptions = {},
): Changes | null {
  const draft = openDraft(withHighs(account, seen), context, reached.orders)
  const update: MarketUpdate = { before: account, draft, context, isLate, seen, reached }
  for (const event of marketEvents(update)) handle(update, event)
  executionOf(account).handOver(draft, context)
  return draft.changes()
}

const HANDLERS: MarketHandlers = {
  // An order that a tick reached before it expired is still executed.
  time_passed: ({ before, draft, context, reached }) =>
    advance(draft, context, (order) => reachedAt(before, order, context, reached) !== null),
  trigger_reached: handleOrder,
  limit_reached: handleOrder,
  exit_released: handleOrder,
  opened_beyond_post_only: handleOrder,
  risk_action_due: ({ draft, seen }, { marks }) => supervise(draft, marks, seen),
  maintenance_margin_lost: ({ draft }, { marks }) => liquidate(draft, marks),
  order_rule_due: ({ draft }, { marks }) => closeByOrderRules(draft, marks),
  flatten_possible: ({ draft }, { marks }) => closeFlattened(draft, marks),
  overnight_leverage_exceeded: ({ draft }, { marks }) => closeOvernight(draft, marks),
}

const handle = <K extends keyof MarketHandlers>(update: MarketUpdate, event: MarketEvent<K>): void =>
  HANDLERS[event.kind](update, event)

/** PAPER orders and those of LIVE accounts have handlers of their own (`execution/account-execution.ts`). */
function handleOrder<K extends keyof OrderEvents>({ before, draft }: MarketUpdate, event: MarketEvent<K>): void {
  executionOf(before).on[event.kind](draft, event)
}
