import { loadCatalogue } from './catalogue.js'
import { createSymbolSearch, isOneLetterOff } from './symbol-search.js'

const { search, all } = loadCatalogue()

/** The symbol found, the candidates, or null. */
function outcome(ticker: string, type?: string): unknown {
  const result = search(ticker, type)
  if (result.kind === 'found') return result.instrument.symbol
  return result.kind === 'ambiguous' ? result.candidates : null
}

describe('fuzzy symbol search', () => {
  it.each([
    ['a spelling', 'btc/usdt', 'BTC-USD'],
    ['an alias', 'gold-usd', 'XAU-USD'],
    ['a missing quote', 'btc', 'BTC-USD'],
    ['a missing quote of a foreign index', 'dax', 'DAX-EUR'],
    ['an alias without quote', 'gold', 'XAU-USD'],
    ['a currency', 'eur', 'EUR-USD'],
    ['a currency quoted in dollars’ stead', 'jpy', 'USD-JPY'],
    ['a name', 'bitcoin', 'BTC-USD'],
    ['a name with a quote', 'Bitcoin-USDT', 'BTC-USD'],
    ['a company', 'Tesla', 'TSLA-USD'],
    ['a name in two words', 'natural gas', 'NATGAS-USD'],
    ['another letter', 'bitcoim', 'BTC-USD'],
    ['a missing letter', 'silvr', 'XAG-USD'],
    ['a letter too many', 'pendlee', 'PENDLE-USD'],
    ['swapped letters', 'soalna', 'SOL-USD'],
    ['a typo with a quote', 'silvr/usd', 'XAG-USD'],
    ['a typo in four letters', 'golf', null],
    ['two typos', 'bitcinn', null],
    ['a typo in a short symbol, which would be another coin', 'ltx-usd', null],
    ['another quote', 'bitcoin-eur', null],
    ['several of a base', 'usd', ['USD-CAD', 'USD-CHF', 'USD-JPY', 'USD-MXN']],
    ['several of a name', 'oil', ['BRENT-USD', 'CL-USD']],
    ['several typos', 'crudee', ['BRENT-USD', 'CL-USD']],
    ['nothing', '', null],
    ['anything', '💥', null],
    ['something long', 'x'.repeat(100_000), null],
  ])('%s: %s', (_, ticker, expected) => {
    expect(outcome(ticker)).toEqual(expected)
  })

  it.each([
    ['btc', 'equity', 'BTC-USD'],
    ['BTC-USD', 'forex', 'BTC-USD'],
    ['usd', 'crypto', ['USD-CAD', 'USD-CHF', 'USD-JPY', 'USD-MXN']],
    ['oil', 'Commodity', ['BRENT-USD', 'CL-USD']],
    ['bitcoin', 'nonsense', 'BTC-USD'],
  ])('%s with the hint %s', (ticker, type, expected) => {
    expect(outcome(ticker, type)).toEqual(expected)
  })

  it('lets the hint choose between asset classes', () => {
    const twins = createSymbolSearch(
      all
        .filter(({ symbol }) => symbol === 'CL-USD' || symbol === 'SOL-USD')
        .map((instrument) => ({ instrument, names: ['TWIN'] })),
      () => undefined,
    )
    expect(twins('twin')).toEqual({ kind: 'ambiguous', candidates: ['CL-USD', 'SOL-USD'] })
    expect(twins('twin', 'commodity')).toMatchObject({ kind: 'found', instrument: { symbol: 'CL-USD' } })
    expect(twins('twin', 'CRYPTO')).toMatchObject({ kind: 'found', instrument: { symbol: 'SOL-USD' } })
  })

  it('finds every instrument by its base alone, or names it among the candidates', () => {
    for (const { symbol, base } of all) expect([outcome(base.toLowerCase())].flat()).toContain(symbol)
  })
})

describe('one letter off', () => {
  it.each([
    ['SILVER', 'SILVR', true],
    ['SILVER', 'SILVERS', true],
    ['SILVER', 'SILBER', true],
    ['SILVER', 'SIVLER', true],
    ['SILVER', 'ILVER', true],
    ['SILVER', 'SILVER', false],
    ['SILVER', 'SLVR', false],
    ['SILVER', 'REVLIS', false],
    ['SILVER', '', false],
    ['GOLD', 'GOLF', false],
  ])('%s, %s: %s', (name, wanted, expected) => {
    expect(isOneLetterOff(name, wanted)).toBe(expected)
  })
})
