/** Where market streams get their values from: the same places as the reads of market data. */
import type { Quote } from '../core/model/market/market-view.js'
import { tickAt } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import { CANDLE_INTERVALS, type CandleInterval } from '../market/candles.js'
import type { Market, PublicTrade } from '../market/market.js'
import type { MakeJson, SharedTexts } from '../queries/shared-texts.js'
import type { MarketSources } from '../streams/market-topics.js'
import type { TradesOfTicks } from '../streams/trades-topic.js'
import { asNumber } from '../wire/decimals.js'
import { candleCodec } from '../wire/market/candle-codec.js'
import { orderbookCodec } from '../wire/market/orderbook-codec.js'
import { priceCodec } from '../wire/market/price-codec.js'
import { publicTradeCodec } from '../wire/market/public-trade-codec.js'

export interface MarketSourcesOptions {
  readonly market: Market
  readonly texts: SharedTexts
  readonly now: () => Micros
  /** Levels a side of the book. */
  readonly depth: number
  /** Trades that a reader gets first. */
  readonly trades: number
}

/** More candles than end within a round, or while one is late. */
const CANDLES = 10

export function createMarketSources({ market, texts, now, depth, trades }: MarketSourcesOptions): MarketSources {
  const bodiesOf = (tick: number, found: readonly PublicTrade[]): TradesOfTicks => ({
    tick,
    texts: found.map((trade) => publicTradeCodec.json(trade, asNumber)),
  })
  return {
    priceText(listing) {
      const at = now()
      const quote = market.quote(listing, at)
      return quote === undefined ? null : findPrice({ market, texts }, quote, at)
    },
    bookText(listing) {
      const book = market.book(listing, depth, now())
      return book === undefined ? null : orderbookCodec.json({ book, depth }, asNumber)
    },
    async latestTrades(listing) {
      const at = now()
      return bodiesOf(tickAt(at), (await market.publicTrades(listing, trades, at)).toReversed())
    },
    tradesSince(listing, tick) {
      const at = now()
      return bodiesOf(Math.max(tick, tickAt(at)), market.tradesAfter(listing, tick, at))
    },
    async candlesFrom(listing, name, start) {
      const interval = intervalOf(name)
      const at = now()
      // The latest may be an old one: a quiet market has no trades for a while.
      const query = { ...listing, interval, from: start ?? 0, to: at, limit: start === null ? 1 : CANDLES, at }
      const candles = await market.candles(query, STREAMS)
      return candles
        .toReversed()
        .map((candle) => ({ startsAt: candle.startsAt, text: candleCodec.json(candle, asNumber) }))
    },
  }
}

/** Their slices of the time for past prices are one owner's, beside those of callers. */
const STREAMS = { owner: 'streams', isGone: () => false }

function findPrice(
  { market, texts }: Pick<MarketSourcesOptions, 'market' | 'texts'>,
  quote: Quote,
  at: Micros,
): string {
  const status = market.status(quote, at)
  const makeJson: MakeJson<Quote> = (of, _view, write) => priceCodec.json({ quote: of, status }, write)
  return texts.find(`price ${quote.symbol} ${quote.venue} ${status}`, quote, market.view(at), asNumber, makeJson).text
}

const intervalOf = (name: string): CandleInterval => {
  const interval = CANDLE_INTERVALS.find((known) => known === name)
  if (interval === undefined) throw new Error(`no candles of ${name}: ${CANDLE_INTERVALS.join(', ')}`)
  return interval
}
