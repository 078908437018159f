/**
 * The JSON of what bots poll, made once for all who ask until something it was made from changes. The quotes that it is
 * made from are noted while it is made; of all else that changes only the subject is within its reach.
 */
import { entityTag } from '@ats/service-kit/http'
import { createHeapCache } from '@ats/service-kit/process'
import { listingKey, type Listing } from '../core/model/market/listing.js'
import type { MarketView, Quote } from '../core/model/market/market-view.js'
import { asText, type WriteDecimal } from '../wire/decimals.js'

/** Prices by listing, and nothing of the clock, the book or the news. */
export type Quotes = Pick<MarketView, 'quote'>

export interface SharedText {
  readonly text: string
  readonly etag: () => string
}

/** Makes JSON from the subject, the quotes it is handed and what it is found with, and from nothing else. */
export type MakeJson<S> = (subject: S, market: Quotes, write: WriteDecimal) => string

export interface SharedTexts {
  /**
   * The JSON of a body.
   * @param key names the body, in either form
   * @param subject a value: once it changes it is another object
   * @param rest all else that the body is made from
   */
  find<S extends object>(
    key: string,
    subject: S,
    market: Quotes,
    write: WriteDecimal,
    json: MakeJson<S>,
    rest?: readonly unknown[],
  ): SharedText
}

interface Made {
  readonly subject: object
  readonly rest: readonly unknown[]
  readonly quotes: readonly NotedQuote[]
  readonly shared: SharedText
}

interface NotedQuote {
  readonly listing: Listing
  readonly quote: Quote | undefined
}

/** The characters' worth of memory that an entry takes beside its text, and each quote of it. */
const ENTRY_SIZE = 200
const QUOTE_SIZE = 50

export function createSharedTexts(): SharedTexts {
  const texts = createHeapCache<Made>('shared texts', {
    sizeOf: ({ shared, quotes }) => ENTRY_SIZE + QUOTE_SIZE * quotes.length + shared.text.length,
  })
  return {
    find(key, subject, market, write, json, rest = []) {
      const form = write === asText ? `${key} text` : key
      const known = texts.get(form)
      if (known?.subject === subject && isSame(known.rest, rest) && isCurrent(known.quotes, market)) return known.shared
      const noted = new Map<string, NotedQuote>()
      const quote = ({ symbol, venue }: Listing): Quote | undefined => {
        const listing = { symbol, venue }
        const found = market.quote(listing)
        noted.set(listingKey(listing), { listing, quote: found })
        return found
      }
      const shared = sharedText(json(subject, { quote }, write))
      texts.set(form, { subject, rest, quotes: [...noted.values()], shared })
      return shared
    },
  }
}

/** Its tag is made for the first who asks: streams tell of texts, and need none. */
function sharedText(text: string): SharedText {
  let made: string | null = null
  return { text, etag: () => (made ??= entityTag(text)) }
}

const isSame = (one: Made['rest'], other: Made['rest']): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])

/** By identity: a market hands out the same object until there is another quote. */
function isCurrent(quotes: Made['quotes'], market: Quotes): boolean {
  for (const { listing, quote } of quotes) if (market.quote(listing) !== quote) return false
  return true
}
