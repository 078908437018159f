import type { PublicTrade } from '../../market/market.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, side, text, time, venue } from '../codec/kinds.js'

/** A trade of the public tape; `side` is the taker's. */
export const publicTradeCodec = codecOf<PublicTrade>('PublicTrade')({
  id: field(text, (trade) => trade.id),
  symbol: field(text, (trade) => trade.symbol),
  venue: field(venue, (trade) => trade.venue),
  side: field(side, (trade) => trade.side),
  quantity: field(decimal, (trade) => trade.quantity),
  price: field(decimal, (trade) => trade.price),
  timestamp: field(time, (trade) => trade.at),
})
