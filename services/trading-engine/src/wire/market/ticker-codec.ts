import {
  ASSET_CLASSES,
  VENUE_IDS,
  type AssetClass,
  type Instrument,
  type VenueId,
  type VenueTerms,
} from '../../core/model/market/instrument.js'
import { assertInvariant } from '../../core/values/invariant.js'
import type { MarketStatus } from '../../core/model/market/market-view.js'
import { codecOf, field, recordOf, type Fields } from '../codec/codec.js'
import { decimal, listOf, text, venue } from '../codec/kinds.js'
import { marketStatus } from './price-codec.js'

/** The limits of orders at a venue, and their fees. */
export const orderTermsFields = {
  max_leverage: field(decimal, ({ terms }) => terms.leverageMax),
  min_notional: field(decimal, ({ terms }) => terms.notionalMin),
  maintenance_margin_rate: field(decimal, ({ terms }) => terms.maintenanceMarginRate),
  taker_fee_rate: field(decimal, ({ terms }) => terms.takerFeeRate),
  maker_fee_rate: field(decimal, ({ terms }) => terms.makerFeeRate),
} satisfies Fields<{ readonly terms: VenueTerms }>

const venueTermsCodec = codecOf<{ readonly terms: VenueTerms }>('OrderTerms')({
  venue: field(venue, ({ terms }) => terms.venue),
  ...orderTermsFields,
})

interface Ticker {
  readonly instrument: Instrument
  readonly status: MarketStatus
  /** The terms of the primary venue. */
  readonly terms: VenueTerms
}

/** Flat the terms of the primary venue, each venue's own beside them. */
const tickerCodec = codecOf<Ticker>('Ticker')({
  symbol: field(text, ({ instrument }) => instrument.symbol),
  base: field(text, ({ instrument }) => instrument.base),
  quote: field(text, ({ instrument }) => instrument.quote),
  venues: field(listOf(venue), ({ instrument }) => venuesOf(instrument)),
  tick_size: field(decimal, ({ instrument }) => instrument.tickSize),
  lot_size: field(decimal, ({ instrument }) => instrument.lotSize),
  status: field(marketStatus, ({ status }) => status),
  primary_venue: field(venue, ({ instrument }) => instrument.primaryVenue),
  ...orderTermsFields,
  venue_terms: field(listOf(venueTermsCodec), ({ instrument }) => termsOf(instrument).map((terms) => ({ terms }))),
})

/** Every tradable symbol by asset class; a class without any is an empty list. */
export const tickersCodec = recordOf('Tickers', ASSET_CLASSES, listOf(tickerCodec))

export function tickersOf(
  instruments: readonly Instrument[],
  statusOf: (instrument: Instrument) => MarketStatus,
): Readonly<Record<AssetClass, readonly Ticker[]>> {
  const ofClass = (assetClass: AssetClass): readonly Ticker[] =>
    instruments
      .filter((instrument) => instrument.assetClass === assetClass)
      .map((instrument) => ({ instrument, status: statusOf(instrument), terms: primaryTerms(instrument) }))
  return Object.fromEntries(ASSET_CLASSES.map((assetClass) => [assetClass, ofClass(assetClass)])) as Record<
    AssetClass,
    readonly Ticker[]
  >
}

export const venuesOf = (instrument: Instrument): readonly VenueId[] =>
  VENUE_IDS.filter((id) => instrument.terms[id] !== undefined)

export const termsOf = (instrument: Instrument): readonly VenueTerms[] =>
  VENUE_IDS.flatMap((id) => instrument.terms[id] ?? [])

export function primaryTerms(instrument: Instrument): VenueTerms {
  const terms = instrument.terms[instrument.primaryVenue]
  assertInvariant(terms !== undefined, `${instrument.primaryVenue} lists ${instrument.symbol}`)
  return terms
}
