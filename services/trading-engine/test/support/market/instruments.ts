import { decimal, price, quantity, rate, usd } from '../../../src/core/values/decimal.js'
import type { CarryTerms, Instrument, VenueId, VenueTerms } from '../../../src/core/model/market/instrument.js'
import type { Instruments } from '../../../src/core/model/decision-context.js'

interface Terms {
  readonly leverageMax: string
  readonly takerFeeRate: string
  readonly makerFeeRate: string
  readonly maintenanceMarginRate?: string
  readonly notionalMin: string
}

const BORROWING: CarryTerms = {
  kind: 'borrowing',
  baseRate: rate(decimal('0.5')),
  optimalUsage: rate(decimal('0.8')),
  fullRate: rate(decimal('1.1')),
}
const ROLLOVER: CarryTerms = {
  kind: 'rollover',
  underlyingRate: rate(decimal('0.04')),
  premiumRate: rate(decimal('0.015')),
}

/** GMX charges on opening and closing, Ostium on opening only: the difference many figures turn on. */
const termsOf = (venue: VenueId, terms: Terms): VenueTerms => ({
  venue,
  leverageMax: rate(decimal(terms.leverageMax)),
  takerFeeRate: rate(decimal(terms.takerFeeRate)),
  makerFeeRate: rate(decimal(terms.makerFeeRate)),
  isCloseFeeCharged: venue === 'GMX',
  maintenanceMarginRate: rate(decimal(terms.maintenanceMarginRate ?? '0.01')),
  notionalMin: usd(decimal(terms.notionalMin)),
  fundingCadence: venue === 'GMX' ? '1h' : '24h',
  spreadRate: rate(decimal('0.0001')),
  carry: venue === 'GMX' ? BORROWING : ROLLOVER,
  oracleFee: usd(decimal(venue === 'GMX' ? '0' : '0.1')),
  overnightLeverageMax: null,
})

const GMX = termsOf('GMX', { leverageMax: '100', takerFeeRate: '0.0006', makerFeeRate: '0.0004', notionalMin: '1' })
const OSTIUM = termsOf('OSTIUM', {
  leverageMax: '50',
  takerFeeRate: '0.001',
  makerFeeRate: '0.0003',
  notionalMin: '5',
})

const instrument = (
  symbol: string,
  fields: { tick: string; lot: string; price: string } & Pick<Instrument, 'assetClass' | 'primaryVenue' | 'terms'>,
): Instrument => {
  const [base = '', quote = ''] = symbol.split('-')
  return {
    symbol,
    base,
    quote,
    aliases: [base.toLowerCase()],
    assetClass: fields.assetClass,
    primaryVenue: fields.primaryVenue,
    tickSize: price(decimal(fields.tick)),
    lotSize: quantity(decimal(fields.lot)),
    terms: fields.terms,
    tradingHours: { isAlwaysOpen: true },
    typicalPrice: price(decimal(fields.price)),
    dailyVolatility: rate(decimal('0.03')),
  }
}

/** On both venues; GMX is its primary. */
export const BTC = instrument('BTC-USD', {
  tick: '0.5',
  lot: '0.001',
  price: '20000',
  assetClass: 'crypto',
  primaryVenue: 'GMX',
  terms: { GMX, OSTIUM },
})

/** On GMX only. */
export const SOL = instrument('SOL-USD', {
  tick: '0.01',
  lot: '0.1',
  price: '100',
  assetClass: 'crypto',
  primaryVenue: 'GMX',
  terms: {
    GMX: termsOf('GMX', { leverageMax: '10', takerFeeRate: '0.0006', makerFeeRate: '0.0004', notionalMin: '1' }),
  },
})

/** On Ostium only. */
export const EUR = instrument('EUR-USD', {
  tick: '0.00001',
  lot: '1',
  price: '1.1',
  assetClass: 'forex',
  primaryVenue: 'OSTIUM',
  terms: { OSTIUM },
})

/** Ticks and lots of a coin that costs next to nothing. */
export const PEPE = instrument('PEPE-USD', {
  tick: '0.000000001',
  lot: '100000',
  price: '0.00001',
  assetClass: 'crypto',
  primaryVenue: 'GMX',
  terms: { GMX },
})

export const CATALOGUE: readonly Instrument[] = [BTC, SOL, EUR, PEPE]

/** Finds canonical symbols, and resolves any case of a symbol or of its base. */
export const INSTRUMENTS: Instruments = {
  find: (symbol) => CATALOGUE.find((each) => each.symbol === symbol),
  resolve: (spelling) =>
    CATALOGUE.find((each) => [each.symbol.toLowerCase(), ...each.aliases].includes(spelling.toLowerCase())),
  candidates: () => [],
}

export const TEST_CATALOGUE = { all: CATALOGUE, ...INSTRUMENTS }
