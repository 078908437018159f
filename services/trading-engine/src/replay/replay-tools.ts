import type { PoolClient } from 'pg'
import { listingKey } from '../core/model/market/listing.js'
import { loadCatalogue } from '../market/catalogue.js'
import { listedInstruments } from '../market/listed-instrument.js'
import { bookOf } from '../market/market.js'
import { createBookShape, type ShapeBook } from '../market/order-book.js'
import { findMarketSeed } from '../store/read/market-settings.js'
import type { ReplayTools } from './replay-context.js'

/** Books are made again of the quotes that were kept: they follow from those and the seed of the market. */
export async function loadReplayTools(client: PoolClient): Promise<ReplayTools> {
  const seed = Buffer.from((await findMarketSeed(client)) ?? '', 'hex')
  const instruments = loadCatalogue()
  const shapes = new Map<string, ShapeBook>(
    listedInstruments(instruments.all).map((listed) => [listingKey(listed), createBookShape(listed, seed)]),
  )
  return {
    instruments,
    bookOf: (quote) => {
      const shape = shapes.get(listingKey(quote))
      return shape && bookOf(quote, shape(quote, quote.tick))
    },
  }
}
