import type { Listing } from '../../../src/core/model/market/listing.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'

const { find } = loadCatalogue()

/** At its primary venue; an unknown symbol at GMX. */
export const primaryOf = (symbol: string): Listing => ({ symbol, venue: find(symbol)?.primaryVenue ?? 'GMX' })
