/**
 * Prices that a decision read, as they are kept with its command: the ticks they are of, and the figures themselves.
 */
import type { Listing } from '../../core/model/market/listing.js'
import { listingKey } from '../../core/model/market/listing.js'
import type { Quote, StaleReason } from '../../core/model/market/market-view.js'
import { decimal, formatDecimal, price } from '../../core/values/decimal.js'
import { tickAt, TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'

const RADIX = 36

/** Names a listing at a tick. */
export const slotKey = (listing: Listing, at: Micros): string => `${listingKey(listing)} ${tickAt(at).toString(RADIX)}`

/** Decisions of the same tick read the same quotes. A weak map costs three times as much. */
const texts = new Map<Quote, string>()
const TEXTS_MAX = 2_000

/** Between two texts of a JSON list; kept with each, for a text of twenty costs what it has parts. */
const BETWEEN = '","'

/** The slot, by how many the tick is older, the mark, the other prices as far from it, and why it is stale. */
export const quoteText = (quote: Quote): string => laterQuoteText(quote).slice(BETWEEN.length)

/** The same, after another one in a JSON list. */
export function laterQuoteText(quote: Quote): string {
  const known = texts.get(quote)
  if (known !== undefined) return known
  const { mark, last, index, bid, ask, at, tick, staleReason } = quote
  const others = [last, index, bid, ask].map((one) => formatDecimal(one - mark))
  const stale = staleReason === null ? '' : ` ${staleReason}`
  const text = `${BETWEEN}${slotKey(quote, at)} ${tickAt(at) - tick} ${formatDecimal(mark)} ${others.join(' ')}${stale}`
  if (texts.size >= TEXTS_MAX) texts.clear()
  texts.set(quote, text)
  return text
}

/** The key of `slotKey`, and the quote. */
export function readQuote(text: string): readonly [key: string, quote: Quote] {
  const [listing = '', slotText = '', age, markText = '', ...rest] = text.split(' ')
  const [venue, symbol] = splitKey(listing)
  const slot = Number.parseInt(slotText, RADIX)
  const mark = decimal(markText)
  const [last, index, bid, ask] = rest.slice(0, 4).map((one) => price(mark + decimal(one)))
  if (last === undefined || index === undefined || bid === undefined || ask === undefined)
    throw new SyntaxError(`not a quote: ${text}`)
  return [
    `${listing} ${slotText}`,
    {
      ...{ symbol, venue, tick: slot - Number(age), mark: price(mark), last, index, bid, ask },
      ...{ at: slot * TICK_MICROS, staleReason: (rest[4] ?? null) as StaleReason | null },
    },
  ]
}

function splitKey(key: string): readonly [Listing['venue'], string] {
  const colon = key.indexOf(':')
  return [key.slice(0, colon) as Listing['venue'], key.slice(colon + 1)]
}
