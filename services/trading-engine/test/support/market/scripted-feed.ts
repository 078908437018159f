import { decimalFromNumber, price, quantity } from '../../../src/core/values/decimal.js'
import type { Micros } from '../../../src/core/values/time.js'
import type { Feed, FeedQuote } from '../../../src/market/feeds/feed.js'
import { tickAt, TICK_MICROS } from '../../../src/core/values/tick.js'
import type { Clock } from '../../../src/store/cluster/database-clock.js'
import { timeOf } from './scripted-world.js'

/** In US dollars. What is not said of last, mark and index is the middle of bid and ask. */
export interface QuoteFields {
  readonly bid: number
  readonly ask: number
  readonly last?: number
  readonly mark?: number
  readonly index?: number
  readonly isStale?: boolean
}
export type Quotes = Readonly<Record<string, QuoteFields>>

/** A clock that stands still until a test moves it, and prices that are what the test says from the next tick on. */
export interface MarketScript {
  readonly clock: Clock
  readonly feed: Feed
  /** The moment the next tick begins, or a later one. Throws for one that has passed. */
  momentAfter(text?: string): Micros
  /** Time passes until then, when the quotes come into force. */
  moveTo(at: Micros, quotes: Quotes): void
}

interface Said {
  readonly fromTick: number
  readonly quote: Omit<FeedQuote, 'tick'>
}

export function scriptMarket(start: string): MarketScript {
  let now = timeOf(start)
  const said = new Map<string, readonly Said[]>()
  return {
    clock: { now: () => now, isKnown: true, start: () => Promise.resolve(), stop: () => Promise.resolve() },
    feed: {
      quote: ({ symbol }, tick) => {
        const found = said.get(symbol)?.findLast(({ fromTick }) => fromTick <= tick)?.quote
        return found && { ...found, tick }
      },
      trades: () => [],
      bar: () => undefined,
      volume: () => quantity(0n),
      latestTradeTick: () => undefined,
    },
    momentAfter(text) {
      const next = (tickAt(now) + 1) * TICK_MICROS
      const at = text === undefined ? next : timeOf(text)
      if (at < next) throw new Error(`${text} has passed`)
      return at
    },
    moveTo(at, quotes) {
      for (const [symbol, fields] of Object.entries(quotes)) {
        said.set(symbol, [...(said.get(symbol) ?? []), { fromTick: tickAt(at), quote: quoteOf(fields) }])
      }
      now = at
    },
  }
}

function quoteOf({ bid, ask, last, mark, index, isStale = false }: QuoteFields): Said['quote'] {
  const middle = (bid + ask) / 2
  const at = (value: number | undefined) => price(decimalFromNumber(value ?? middle) ?? 0n)
  const prices = { bid: at(bid), ask: at(ask), last: at(last), mark: at(mark), index: at(index) }
  return { ...prices, staleReason: isStale ? 'silent' : null, status: null }
}
