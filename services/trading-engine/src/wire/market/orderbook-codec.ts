import Joi from 'joi'
import type { BookLevel, OrderBook } from '../../core/model/market/market-view.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, listOf, text, time, venue, whole, type Kind } from '../codec/kinds.js'

interface CutBook {
  readonly book: OrderBook
  /** As it was applied: a side may have fewer levels, never more. */
  readonly depth: number
}

/** `[price, quantity]`, best first. */
const level: Kind<BookLevel> = {
  schema: Joi.array().items(decimal.schema).length(2),
  json: ({ price, quantity }, write) => `[${decimal.json(price, write)},${decimal.json(quantity, write)}]`,
  value: ({ price, quantity }, write) => [write(price), write(quantity)],
}

export const orderbookCodec = codecOf<CutBook>('Orderbook')({
  symbol: field(text, ({ book }) => book.symbol),
  venue: field(venue, ({ book }) => book.venue),
  depth: field(whole, ({ depth }) => depth),
  bids: field(listOf(level), ({ book, depth }) => book.bids.slice(0, depth)),
  asks: field(listOf(level), ({ book, depth }) => book.asks.slice(0, depth)),
  sequence: field(whole, ({ book }) => book.sequence),
  timestamp: field(time, ({ book }) => book.at),
})
