/**
 * An order that waited meets the book. From its trigger on a conditional order is what its kind, limit and time in
 * force make of it; a limit that rested fills at its own price, as maker, up to the depth there.
 */
import { totalQuantity, walkBook } from '../../margin/book-walk.js'
import type { Draft } from '../../model/draft.js'
import type { Order } from '../../model/order/order.js'
import { assertInvariant } from '../../values/invariant.js'
import type { Meeting } from '../account-execution.js'
import { executeMatch, fillAll, fillTermsOf } from '../execute-match.js'
import type { FillTerms } from '../fill-order.js'
import { bookOf, consumedDepthOf, fillableQuantity, isImmediate, matchOrder, type Match } from '../match-order.js'
import { refuseOrder } from '../refuse-order.js'
import { changeOrder } from '../terminate-order.js'

export function meetMarket(draft: Draft, order: Order, meeting: Meeting): void {
  const { triggerTick, isReleasedNow, then, book } = meeting
  if (triggerTick !== null)
    takeBook(draft, changeOrder(draft, order, { triggerState: 'TRIGGERED', triggerTick }), meeting)
  else if (isReleasedNow) takeBook(draft, order, meeting)
  else if (order.flags.postOnly && !then.earlier(book.at - 1).isMarketOpen(order))
    // Where its market opens beyond its price, it would take.
    refuseOrder(draft, order, 'post_only', 'SYSTEM')
  else fillResting(draft, order, meeting)
}

function takeBook(draft: Draft, order: Order, meeting: Meeting): void {
  const { account } = draft
  const { instrument, book, context } = meeting
  const match = matchOrder(account, order, book, true)
  if (order.flags.postOnly && match.wouldTake) return refuseOrder(draft, order, 'post_only', 'SYSTEM')
  const fillTerms = fillTermsOf(account, order, instrument, match, 'TAKER', context.now)
  fillAsAllowed(draft, order, match, fillTerms, meeting)
}

function fillResting(draft: Draft, order: Order, meeting: Meeting): void {
  const { instrument, book, context } = meeting
  assertInvariant(order.limitPrice !== null, 'an order that rests has a limit')
  const wanted = fillableQuantity(draft.account, order)
  const depth = walkBook(book, order.side, wanted, order.limitPrice, consumedDepthOf(draft.account, book, order.side))
  const execution = { price: order.limitPrice, quantity: totalQuantity(depth) }
  if (execution.quantity === 0n) return
  const fillTerms = fillTermsOf(draft.account, order, instrument, bookOf(book), 'MAKER', context.now)
  const match = { executions: [execution], ...bookOf(book), wouldTake: false, rests: true }
  fillAsAllowed(draft, order, match, fillTerms, meeting)
}

function fillAsAllowed(
  draft: Draft,
  order: Order,
  match: Match,
  fillTerms: FillTerms,
  { context, recheck }: Meeting,
): void {
  const { executions, refusedBy } = recheck(order, match, fillTerms)
  if (refusedBy === null) return void executeMatch(draft, order, match, fillTerms, context)
  // What of it would open waits for the end of the freeze, if it can wait at all.
  if (refusedBy === 'news_freeze' && !isImmediate(order))
    return void executeMatch(draft, order, { executions, rests: true }, fillTerms, context)
  refuseOrder(draft, fillAll(draft, order, executions, fillTerms, context), refusedBy, 'RISK')
}
