import { named } from '@ats/service-kit/http'
import { CANDLE_INTERVALS } from '../../../market/candles.js'
import { decimal, listOf, oneOf, record, text, time, venue, whole } from '../../../wire/codec/schemas.js'
import { candleCodec } from '../../../wire/market/candle-codec.js'
import { configCodec } from '../../../wire/market/config-codec.js'
import { fundingRatesCodec, metricsCodec } from '../../../wire/market/metrics-codec.js'
import { orderbookCodec } from '../../../wire/market/orderbook-codec.js'
import { changedPriceCodec, priceCodec } from '../../../wire/market/price-codec.js'
import { publicTradeCodec } from '../../../wire/market/public-trade-codec.js'
import { tickersCodec } from '../../../wire/market/ticker-codec.js'
import { tickerMetadataCodec } from '../../../wire/market/ticker-metadata-codec.js'

/** A null price is the way back to the feed. */
export const sandboxMove = named(
  'MarketMove',
  record({ symbol: text, price: decimal.allow(null), over_ms: whole, starts_at: time }),
)

export const price = priceCodec.schema
export const changedPrice = changedPriceCodec.schema
export const prices = listOf(changedPrice)
export const orderbook = orderbookCodec.schema
export const publicTrades = listOf(publicTradeCodec.schema)

/** Trades as a stream tells them. */
export const streamedTrades = record({ symbol: text, venue, trades: publicTrades })

export const candles = listOf(candleCodec.schema)

/** A candle as a stream tells it. */
export const streamedCandle = record({
  symbol: text,
  venue,
  interval: oneOf(CANDLE_INTERVALS),
  candle: candleCodec.schema,
})

export const metrics = metricsCodec.schema
export const fundingRates = listOf(fundingRatesCodec.schema)

/** Tradable symbols by asset class. */
export const tickers = tickersCodec.schema
export const tickerMetadata = tickerMetadataCodec.schema
export const config = configCodec.schema
