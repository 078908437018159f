import type { Catalogue, Quote } from '../../api/market.js'
import { marketRows } from './market-rows.js'

const entry = (symbol: string, venues: readonly string[]) => ({ symbol, venues }) as Catalogue['crypto'][number]

const catalogue: Catalogue = {
  crypto: [entry('BTC-USD', ['GMX', 'OSTIUM']), entry('DOGE-USD', ['GMX'])],
  forex: [entry('EUR-USD', ['OSTIUM'])],
  commodity: [],
  equity: [],
  index: [entry('SPX-USD', ['OSTIUM'])],
}
const quotes = [{ symbol: 'BTC-USD', last_price: '100' } as Quote]
const symbolsOf = (...[filter]: [Parameters<typeof marketRows>[2]]) =>
  marketRows(catalogue, quotes, filter).map(({ symbol }) => symbol)

describe('the list of markets', () => {
  it('holds those that trade at the venue', () => {
    expect(symbolsOf({ venue: 'GMX', assetClass: 'all', search: '' })).toEqual(['BTC-USD', 'DOGE-USD'])
    expect(symbolsOf({ venue: 'OSTIUM', assetClass: 'all', search: '' })).toEqual(['BTC-USD', 'EUR-USD', 'SPX-USD'])
  })

  it('is narrowed by asset class', () => {
    expect(symbolsOf({ venue: 'OSTIUM', assetClass: 'index', search: '' })).toEqual(['SPX-USD'])
  })

  it.each(['eurusd', 'EUR/USD', 'eur-usd', 'ur us'])('finds EUR-USD by %s', (search) => {
    expect(symbolsOf({ venue: 'OSTIUM', assetClass: 'all', search })).toEqual(['EUR-USD'])
  })

  it('has the quote of those that have one', () => {
    const rows = marketRows(catalogue, quotes, { venue: 'GMX', assetClass: 'all', search: '' })
    expect(rows.map(({ quote }) => quote?.last_price)).toEqual(['100', undefined])
  })
})
