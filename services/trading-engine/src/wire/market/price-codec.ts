import { MARKET_STATUSES, STALE_REASONS, type MarketStatus, type Quote } from '../../core/model/market/market-view.js'
import { decimal as parseDecimal, divide, roundToStep, type Price } from '../../core/values/decimal.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { decimal, flag, oneOf, oneOfOrNull, orNull, text, time, venue, whole } from '../codec/kinds.js'

export const marketStatus = oneOf(MARKET_STATUSES)

interface ListedPrice {
  readonly quote: Quote
  readonly status: MarketStatus
}

/** `tick` is the number of the tick the prices are of; what a tick says never changes. */
const priceFields = {
  symbol: field(text, ({ quote }) => quote.symbol),
  venue: field(venue, ({ quote }) => quote.venue),
  last_price: field(decimal, ({ quote }) => quote.last),
  mark_price: field(decimal, ({ quote }) => quote.mark),
  index_price: field(decimal, ({ quote }) => quote.index),
  bid: field(decimal, ({ quote }) => quote.bid),
  ask: field(decimal, ({ quote }) => quote.ask),
  timestamp: field(time, ({ quote }) => quote.at),
  stale: field(flag, ({ quote }) => quote.staleReason !== null),
  stale_reason: field(oneOfOrNull(STALE_REASONS), ({ quote }) => quote.staleReason),
  market_status: field(marketStatus, ({ status }) => status),
  tick: field(whole, ({ quote }) => quote.tick),
} satisfies Fields<ListedPrice>

export const priceCodec = codecOf<ListedPrice>('StreamedPrice')(priceFields)

export interface ChangedPrice extends ListedPrice {
  /** The last price of 24 hours before; undefined where there was none. */
  readonly dayBefore: Quote | undefined
}

/** A price with its change; null where there was no price 24 hours ago. */
export const changedPriceCodec = codecOf<ChangedPrice>('Price')({
  ...priceFields,
  change_24h: field(orNull(decimal), ({ quote, dayBefore }) =>
    dayBefore === undefined ? null : quote.last - dayBefore.last,
  ),
  change_24h_pct: field(orNull(decimal), ({ quote, dayBefore }) =>
    dayBefore === undefined ? null : changePct(dayBefore.last, quote.last),
  ),
})

const PCT_STEP = parseDecimal('0.0001')

/** In percent, to four decimals. */
const changePct = (from: Price, to: Price): bigint =>
  roundToStep(divide((to - from) * 100n, from, 'HALF_EVEN'), PCT_STEP, 'HALF_EVEN')
