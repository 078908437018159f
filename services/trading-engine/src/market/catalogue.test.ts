import { formatDecimal } from '../core/values/decimal.js'
import { VENUE_IDS } from '../core/model/market/instrument.js'
import { isOpen } from '../core/calendar/trading-hours.js'
import { CatalogueError, type CatalogueDocument, type InstrumentEntry } from './catalogue-document.js'
import { loadCatalogue } from './catalogue.js'
import instruments from './instruments.json'

const catalogue = loadCatalogue()
const document = instruments as unknown as CatalogueDocument

/** The document with its first instrument changed. */
const withFirst = (change: (entry: InstrumentEntry) => object): object => {
  const [first, ...rest] = document.instruments
  return { ...document, instruments: [{ ...first, ...change(first!) }, ...rest] }
}

function problemsOf(source: object): readonly string[] {
  try {
    loadCatalogue(source)
    return []
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    return error.problems
  }
}

describe('the built-in catalogue', () => {
  it('lists 84 instruments in five asset classes', () => {
    const count = (assetClass: string): number => catalogue.all.filter((one) => one.assetClass === assetClass).length
    expect(catalogue.all).toHaveLength(84)
    expect(['crypto', 'equity', 'forex', 'commodity', 'index'].map(count)).toEqual([39, 22, 8, 8, 7])
  })

  it('reads decimals exactly', () => {
    const bitcoin = catalogue.find('BTC-USD')!
    expect([bitcoin.tickSize, bitcoin.lotSize, bitcoin.typicalPrice].map(formatDecimal)).toEqual([
      '0.01',
      '0.00001',
      '95687.066',
    ])
    expect(
      [bitcoin.dailyVolatility, bitcoin.terms.GMX!.spreadRate, bitcoin.terms.OSTIUM!.spreadRate].map(formatDecimal),
    ).toEqual(['0.025', '0.000015', '0.0000225'])
    const pepe = catalogue.find('PEPE-USD')!
    expect([pepe.tickSize, pepe.lotSize, pepe.typicalPrice].map(formatDecimal)).toEqual([
      '0.000000001',
      '100000',
      '0.000005882',
    ])
  })

  it('knows each venue’s terms', () => {
    const { terms, primaryVenue } = catalogue.find('BTC-USD')!
    expect(primaryVenue).toBe('GMX')
    expect(terms.GMX).toMatchObject({ isCloseFeeCharged: true, fundingCadence: '1h' })
    expect(terms.OSTIUM).toMatchObject({ isCloseFeeCharged: false, fundingCadence: '24h' })
    const figures = [
      terms.GMX!.takerFeeRate,
      terms.GMX!.makerFeeRate,
      terms.GMX!.maintenanceMarginRate,
      terms.OSTIUM!.notionalMin,
    ]
    expect(figures.map(formatDecimal)).toEqual(['0.0006', '0.0004', '0.005', '4.5'])
    expect(formatDecimal(catalogue.find('XAU-USD')!.terms.GMX!.maintenanceMarginRate)).toBe('0.01')
    expect(catalogue.find('EUR-USD')!.terms.GMX).toBeUndefined()
  })

  it('knows trading hours', () => {
    const monday = Date.parse('2026-01-12T15:00:00Z') * 1000
    const saturday = Date.parse('2026-01-17T15:00:00Z') * 1000
    expect(
      ['BTC-USD', 'TSLA-USD', 'EUR-USD', 'XAU-USD'].map((symbol) =>
        isOpen(catalogue.find(symbol)!.tradingHours, monday),
      ),
    ).toEqual([true, true, true, true])
    expect(
      ['BTC-USD', 'TSLA-USD', 'EUR-USD', 'XAU-USD'].map((symbol) =>
        isOpen(catalogue.find(symbol)!.tradingHours, saturday),
      ),
    ).toEqual([true, false, false, false])
    expect(catalogue.all.filter((one) => !one.tradingHours.isAlwaysOpen)).toHaveLength(45)
  })

  it('has terms of the primary venue and prices above zero everywhere', () => {
    for (const one of catalogue.all) {
      expect(one.terms[one.primaryVenue]?.venue).toBe(one.primaryVenue)
      for (const terms of VENUE_IDS.map((venue) => one.terms[venue]))
        if (terms) expect(terms.leverageMax > 0n && terms.spreadRate > 0n).toBe(true)
      expect(one.typicalPrice > 0n && one.tickSize > 0n && one.lotSize > 0n).toBe(true)
    }
  })

  it('resolves every spelling of every instrument and alias to it', () => {
    for (const one of catalogue.all) {
      for (const symbol of [one.symbol, ...one.aliases]) {
        const [base = '', quote = ''] = symbol.split('-')
        const quotes = quote === 'USD' ? ['USD', 'USDT', 'USDC'] : [quote]
        const spellings = quotes.flatMap((each) => ['-', '/', '_', ''].map((separator) => base + separator + each))
        for (const spelling of spellings.flatMap((each) => [each, each.toLowerCase()])) {
          expect([spelling, catalogue.resolve(spelling)?.symbol]).toEqual([spelling, one.symbol])
        }
      }
    }
  })

  it.each([
    ['GOLD-USD', 'XAU-USD'],
    ['gold/usdt', 'XAU-USD'],
    ['wtiusd', 'CL-USD'],
    ['US100-USD', 'NDX-USD'],
    ['jp225jpy', 'NIK-JPY'],
  ])('resolves the alias %s to %s', (spelling, symbol) => {
    expect(catalogue.resolve(spelling)?.symbol).toBe(symbol)
  })

  it.each(['BTC', 'gold', 'USDC-USD', 'BTC-EUR', 'NIK-USD', 'FOO-USD', '', '__proto__', 'constructor', 'BTC USD'])(
    'does not resolve %j',
    (spelling) => {
      expect(catalogue.resolve(spelling)).toBeUndefined()
    },
  )
})

describe('a broken catalogue', () => {
  it('lists all problems of shape', () => {
    const problems = problemsOf(
      withFirst(() => ({
        ...{ tick_size: 0, lot_size: 1e-20, typical_price: '95687', daily_volatility_pct: 50, asset_class: 'bonds' },
        ...{ surprise: true, venues: {} },
      })),
    ).join('\n')
    for (const name of [
      ...['tick_size', 'lot_size', 'typical_price', 'daily_volatility_pct', 'asset_class', 'surprise', 'venues'],
    ]) {
      expect(problems).toContain(`instruments[0].${name}`)
    }
  })

  it('lists all problems of meaning', () => {
    const problems = problemsOf(
      withFirst((entry) => ({
        ...{ aliases: ['ETH-USD', 'bitcoin'], primary_venue: 'OSTIUM', venues: { GMX: entry.venues.GMX } },
        ...{ hours: 'lunchtime', tick_size: 1000, sources: { ...entry.sources, spread_bps: 'hearsay' } },
        estimated: ['colour', 'venues.GMX.funding_cadence'],
      })),
    )
    expect([...problems].sort()).toEqual([
      ...['BTC-USD: bitcoin is not spelt BASE-QUOTE', 'BTC-USD: does not list its primary venue OSTIUM'],
      ...['BTC-USD: estimated names no value: colour', 'BTC-USD: schedule lunchtime is unknown'],
      ...['BTC-USD: source hearsay is not in sources', 'BTC-USD: typical_price is under 1000 ticks'],
      'ETH-USD: used more than once',
    ])
  })

  it('lists what is wrong with the costs of venues', () => {
    const { GMX, OSTIUM } = document.venues
    expect(
      problemsOf({
        ...document,
        venues: {
          GMX: { ...GMX, sources: ['hearsay'], estimated: ['rollover.premium_pct_per_year'] },
          OSTIUM: { ...OSTIUM, rollover: undefined, borrowing: GMX.borrowing, estimated: [] },
        },
      }).filter((problem) => !problem.includes('rollover_pct_per_year')),
    ).toEqual([
      'venue GMX: source hearsay is not in sources',
      'venue GMX: estimated names no value: rollover.premium_pct_per_year',
      'venue OSTIUM: has no rollover',
    ])
  })

  it('refuses overnight leverage without day trading, and rollover where there is none or none where there is', () => {
    const gmx = { overnight_leverage_max: 10, rollover_pct_per_year: 1 }
    const problems = problemsOf(
      withFirst(({ venues: { GMX, OSTIUM } }) => ({
        venues: { GMX: { ...GMX, ...gmx }, OSTIUM: { ...OSTIUM, rollover_pct_per_year: undefined } },
        estimated: [],
      })),
    )
    expect(problems).toEqual([
      'BTC-USD: GMX has overnight leverage, but its hours no day_trading',
      'BTC-USD: rollover_pct_per_year belongs where GMX has rollover, and nowhere else',
      'BTC-USD: rollover_pct_per_year belongs where OSTIUM has rollover, and nowhere else',
    ])
  })

  it.each([
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }],
    ['a session that closes before it opens', { sessions: [{ day: 'Mon', open: '16:00', close: '09:30' }] }],
    ['an impossible time', { sessions: [{ day: 'Mon', open: '09:30', close: '24:30' }] }],
    ['no sessions', { sessions: [] }],
    ['an unknown source', { source: 'hearsay' }],
  ])('refuses %s', (_, change) => {
    const schedules = { ...document.schedules, 'forex-week': { ...document.schedules['forex-week'], ...change } }
    expect(problemsOf({ ...document, schedules })).toHaveLength(1)
  })

  it.each([[null], [[]], ['text'], [{}]])('refuses %j', (source) => {
    expect(() => loadCatalogue(source)).toThrow(CatalogueError)
  })
})
