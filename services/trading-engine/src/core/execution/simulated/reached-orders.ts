/**
 * Executes PAPER orders that the market has reached. From its trigger on a conditional order is what its kind, limit
 * and time in force make of it; a limit that rested fills at its own price, as maker, up to the depth there.
 */
import { totalQuantity, walkBook } from '../../margin/book-walk.js'
import type { Draft } from '../../model/draft.js'
import { assertInvariant } from '../../values/invariant.js'
import type { OrderEvents, OrderHandlers, ReachedOrder } from '../account-execution.js'
import { executeMatch, fillAll } from '../execute-match.js'
import { fillTermsOf } from '../fill-terms.js'
import type { FillTerms } from '../fill-order.js'
import { bookOf, consumedDepthOf, fillableQuantity, isImmediate, matchOrder, type Match } from '../match-order.js'
import { refuseOrder } from '../refuse-order.js'
import { changeOrder } from '../change-order.js'

export const SIMULATED_HANDLERS: OrderHandlers = {
  trigger_reached: fireOrder,
  limit_reached: fillResting,
  exit_released: takeBook,
  opened_beyond_post_only: (draft, { order }) => refuseOrder(draft, order, 'post_only', 'SYSTEM'),
}

function fireOrder(draft: Draft, { triggerTick, ...reached }: OrderEvents['trigger_reached']): void {
  const order = changeOrder(draft, reached.order, { triggerState: 'TRIGGERED', triggerTick })
  takeBook(draft, { ...reached, order })
}

function takeBook(draft: Draft, reached: ReachedOrder): void {
  const { account } = draft
  const { order, instrument, book, context } = reached
  const match = matchOrder(account, order, book, true)
  if (order.flags.postOnly && match.wouldTake) return refuseOrder(draft, order, 'post_only', 'SYSTEM')
  const fillTerms = fillTermsOf(account, order, instrument, match, 'TAKER', context.now)
  fillAsAllowed(draft, match, fillTerms, reached)
}

function fillResting(draft: Draft, reached: ReachedOrder): void {
  const { order, instrument, book, context } = reached
  assertInvariant(order.limitPrice !== null, 'an order that rests has a limit')
  const wanted = fillableQuantity(draft.account, order)
  const depth = walkBook(book, order.side, wanted, order.limitPrice, consumedDepthOf(draft.account, book, order.side))
  const execution = { price: order.limitPrice, quantity: totalQuantity(depth) }
  if (execution.quantity === 0n) return
  const fillTerms = fillTermsOf(draft.account, order, instrument, bookOf(book), 'MAKER', context.now)
  const match = { executions: [execution], ...bookOf(book), wouldTake: false, rests: true }
  fillAsAllowed(draft, match, fillTerms, reached)
}

function fillAsAllowed(
  draft: Draft,
  match: Match,
  fillTerms: FillTerms,
  { order, context, recheck }: ReachedOrder,
): void {
  const { executions, refusedBy } = recheck(order, match, fillTerms)
  if (refusedBy === null) return void executeMatch(draft, order, match, fillTerms, context)
  // What of it would open waits for the end of the freeze, if it can wait at all.
  if (refusedBy === 'news_freeze' && !isImmediate(order))
    return void executeMatch(draft, order, { executions, rests: true }, fillTerms, context)
  refuseOrder(draft, fillAll(draft, order, executions, fillTerms, context), refusedBy, 'RISK')
}
