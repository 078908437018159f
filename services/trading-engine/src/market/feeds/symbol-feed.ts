import { quantity, type Quantity } from '../../core/values/decimal.js'
import type { Bar, Feed, FeedQuote, FeedTrade } from './feed.js'

/** The feed of one symbol. */
export interface SymbolFeed {
  quote(tick: number): FeedQuote | undefined
  trades(tick: number): readonly FeedTrade[]
  bar(fromTick: number, toTick: number): Bar | undefined
  volume(fromTick: number, toTick: number): Quantity
  latestTradeTick(tick: number): number | undefined
}

/** A feed of symbols that know nothing of each other. */
export function joinSymbolFeeds(symbols: ReadonlyMap<string, SymbolFeed>): Feed {
  return {
    quote: (symbol, tick) => symbols.get(symbol)?.quote(tick),
    trades: (symbol, tick) => symbols.get(symbol)?.trades(tick) ?? [],
    bar: (symbol, fromTick, toTick) => symbols.get(symbol)?.bar(fromTick, toTick),
    volume: (symbol, fromTick, toTick) => symbols.get(symbol)?.volume(fromTick, toTick) ?? quantity(0n),
    latestTradeTick: (symbol, tick) => symbols.get(symbol)?.latestTradeTick(tick),
  }
}
