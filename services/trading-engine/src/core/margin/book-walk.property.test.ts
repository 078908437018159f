/** Against the simplest thing that could work: the book unrolled into single units. */
import fc from 'fast-check'
import { walkBook } from './book-walk.js'
import { ONE, price, quantity } from '../values/decimal.js'
import type { BookLevel, OrderBook } from '../model/market/market-view.js'
import type { Side } from '../model/order/order.js'

const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 })
/** How many levels are made before the others; null: all are made together. */
const tops = fc.option(fc.integer({ min: 0, max: 9 }))
const books = fc.record({ bids: sizes, asks: sizes, top: tops }).map(({ bids, asks, top }): OrderBook => {
  const levels = (side: readonly number[], step: number): readonly BookLevel[] =>
    side.map((size, index) => ({
      price: price(BigInt(100 + step * (index + 1)) * ONE),
      quantity: quantity(BigInt(size) * ONE),
    }))
  const book = { bids: levels(bids, -1), asks: levels(asks, 1) }
  return {
    ...{ symbol: 'BTC-USD', venue: 'GMX', tick: 1, sequence: 1, at: 0, ...book },
    ...(top !== null && { topBids: book.bids.slice(0, top), topAsks: book.asks.slice(0, top) }),
  }
})
const sides = fc.constantFrom<Side>('BUY', 'SELL')
const counts = fc.integer({ min: 0, max: 45 })
const limits = fc.option(fc.integer({ min: 90, max: 110 }))

/** The price of every single unit of a side, best first. */
const unitsOf = (levels: readonly BookLevel[]): readonly number[] =>
  levels.flatMap((level) => Array<number>(Number(level.quantity / ONE)).fill(Number(level.price / ONE)))

const walked = (book: OrderBook, side: Side, wanted: number, limit: number | null, taken: number): readonly number[] =>
  unitsOf(
    walkBook(
      book,
      side,
      quantity(BigInt(wanted) * ONE),
      limit === null ? null : price(BigInt(limit) * ONE),
      quantity(BigInt(taken) * ONE),
    ),
  )

test('takes the best units not consumed, within the limit, and no more than wanted', () => {
  fc.assert(
    fc.property(books, sides, counts, limits, counts, (book, side, wanted, limit, taken) => {
      const units = unitsOf(side === 'BUY' ? book.asks : book.bids).slice(taken)
      const within = units.filter((at) => limit === null || (side === 'BUY' ? at <= limit : at >= limit))
      expect(walked(book, side, wanted, limit, taken)).toEqual(within.slice(0, wanted))
    }),
  )
})
