import { price, type Price } from '../../core/values/decimal.js'
import type { Instrument } from '../../core/model/instrument.js'
import { createTouch } from '../touch.js'
import type { FeedQuote } from './feed.js'

/** The quote of a market of which only one price is known, on the tick grid: the instrument's spread around it. */
export function quoteAround(instrument: Instrument, known: Price, isStale: boolean): FeedQuote {
  const touch = createTouch(instrument)
  const ticks = Number(known / instrument.tickSize)
  return {
    last: known,
    mark: known,
    index: known,
    bid: price(BigInt(touch.bidAt(ticks)) * instrument.tickSize),
    ask: price(BigInt(touch.askAt(ticks)) * instrument.tickSize),
    isStale,
  }
}
