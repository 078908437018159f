import { price, type Price } from '../../core/values/decimal.js'
import type { StaleReason } from '../../core/model/market/market-view.js'
import type { ListedInstrument } from '../listed-instrument.js'
import { createTouch } from '../touch.js'
import type { FeedQuote } from './feed.js'

/** The quote of a market of which only one price is known, on the tick grid: the venue's spread around it. */
export function quoteAround(
  { instrument, terms }: ListedInstrument,
  known: Price,
  tick: number,
  staleReason: StaleReason | null,
): FeedQuote {
  const touch = createTouch(terms.spreadRate)
  const ticks = Number(known / instrument.tickSize)
  return {
    tick,
    last: known,
    mark: known,
    index: known,
    bid: price(BigInt(touch.bidAt(ticks)) * instrument.tickSize),
    ask: price(BigInt(touch.askAt(ticks)) * instrument.tickSize),
    staleReason,
    status: null,
  }
}
