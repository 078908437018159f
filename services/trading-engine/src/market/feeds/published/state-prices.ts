import { price, type Price } from '../../../core/values/decimal.js'
import type { FeedQuote } from '../feed.js'
import type { StateRow } from './bars/listing-history.js'

/** The quote of a state published by the tick `said`, on a grid of `tickSize`. */
export function quoteOfState(
  { mark, bid, ask, index, staleReason, status }: StateRow,
  tickSize: Price,
  said: number,
): FeedQuote {
  const toPrice = (ticks: number): Price => price(BigInt(ticks) * tickSize)
  return {
    tick: said,
    last: toPrice(mark),
    mark: toPrice(mark),
    index: toPrice(index),
    bid: toPrice(bid),
    ask: toPrice(ask),
    staleReason,
    status,
  }
}
