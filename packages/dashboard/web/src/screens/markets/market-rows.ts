import type { Catalogue, Quote } from '../../api/market.js'

/** A market of the list: what it is, and its quote if there is one. */
export interface MarketRow {
  readonly symbol: string
  readonly assetClass: AssetClass
  readonly quote: Quote | undefined
}

export type AssetClass = keyof Catalogue

export const ASSET_CLASSES = [
  'crypto',
  'forex',
  'commodity',
  'equity',
  'index',
] as const satisfies readonly AssetClass[]

export interface MarketFilter {
  readonly venue: Quote['venue']
  readonly assetClass: AssetClass | 'all'
  /** Part of a symbol, in any spelling. */
  readonly search: string
}

const letters = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** The markets of a venue that match, in the order of the catalogue. */
export function marketRows(
  catalogue: Catalogue,
  quotes: readonly Quote[],
  { venue, assetClass, search }: MarketFilter,
): readonly MarketRow[] {
  const bySymbol = new Map(quotes.map((quote) => [quote.symbol, quote]))
  const wanted = letters(search)
  return ASSET_CLASSES.filter((name) => assetClass === 'all' || assetClass === name).flatMap((name) =>
    catalogue[name]
      .filter(({ symbol, venues }) => venues.includes(venue) && letters(symbol).includes(wanted))
      .map(({ symbol }) => ({ symbol, assetClass: name, quote: bySymbol.get(symbol) })),
  )
}
