import Joi from 'joi'
import {
  ASSET_CLASSES,
  CARRY_KINDS,
  type Instrument,
  type TradingHours,
  type TradingSession,
  type VenueTerms,
} from '../../core/model/market/instrument.js'
import type { Carry } from '../../core/model/market/market-view.js'
import { divide, max, roundToStep, type Price } from '../../core/values/decimal.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { decimal, flag, listOf, oneOf, orNull, plain, present, text, venue } from '../codec/kinds.js'
import { orderTermsFields, primaryTerms, termsOf, venuesOf } from './ticker-codec.js'

interface MarketTerms {
  readonly instrument: Instrument
  readonly terms: VenueTerms
  /** The price now. */
  readonly reference: Price
  /** The carry of the venue now. */
  readonly carry: Carry | undefined
}

const carryCodec = codecOf<MarketTerms>('CarryRates')({
  kind: field(oneOf(Object.values(CARRY_KINDS), 'CarryKind'), ({ terms }) => terms.carry.kind),
  long_rate: field(orNull(decimal), ({ carry }) => carry?.rates.long ?? null),
  short_rate: field(orNull(decimal), ({ carry }) => carry?.rates.short ?? null),
  source: field(orNull(text), ({ carry }) => carry?.source ?? null),
})

/**
 * The venue's charges beyond fees and funding; an account pays those that its plan's `venue_costs` say. Price impact is
 * never charged apart: the book has it in its depth.
 */
const costsCodec = codecOf<MarketTerms>('MarketCosts')({
  carry: field(carryCodec, (costs) => costs),
  oracle_fee: field(decimal, ({ terms }) => terms.oracleFee),
  overnight_max_leverage: field(orNull(decimal), ({ terms }) => terms.overnightLeverageMax),
  price_impact: field(oneOf(['BOOK']), () => 'BOOK'),
})

const termsFields = {
  ...orderTermsFields,
  funding_cadence: field(plain(Joi.string().pattern(/^\d+h$/)), ({ terms }) => terms.fundingCadence),
  min_quantity: field(decimal, smallestQuantity),
  costs: field(costsCodec, (terms) => terms),
} satisfies Fields<MarketTerms>

const venueTermsCodec = codecOf<MarketTerms>('MarketTerms')({
  venue: field(venue, ({ terms }) => terms.venue),
  ...termsFields,
})

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const minuteOfDay = plain<string>(Joi.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/))

const sessionCodec = codecOf<TradingSession>('TradingSession')({
  day: field(present(oneOf(DAYS, 'Weekday')), ({ day }) => DAYS[day] ?? null),
  open: field(minuteOfDay, ({ openMinute }) => timeOfDay(openMinute)),
  close: field(minuteOfDay, ({ closeMinute }) => timeOfDay(closeMinute)),
})

const tradingHoursCodec = codecOf<TradingHours>('TradingHours')({
  always_open: field(flag, ({ isAlwaysOpen }) => isAlwaysOpen),
  time_zone: field(orNull(text), (hours) => (hours.isAlwaysOpen ? null : hours.timeZone)),
  sessions: field(listOf(sessionCodec), (hours) => (hours.isAlwaysOpen ? [] : hours.sessions)),
})

export interface TickerMetadata extends MarketTerms {
  readonly venueTerms: readonly MarketTerms[]
}

/**
 * The flat fields are those of the primary venue, where an order without a venue goes; `venue_terms` has each venue's
 * own. `min_quantity` is the smallest that opens a position at the price now.
 */
export const tickerMetadataCodec = codecOf<TickerMetadata>('TickerMetadata')({
  symbol: field(text, ({ instrument }) => instrument.symbol),
  asset_class: field(oneOf(ASSET_CLASSES), ({ instrument }) => instrument.assetClass),
  base: field(text, ({ instrument }) => instrument.base),
  quote: field(text, ({ instrument }) => instrument.quote),
  venues: field(listOf(venue), ({ instrument }) => venuesOf(instrument)),
  primary_venue: field(venue, ({ instrument }) => instrument.primaryVenue),
  tick_size: field(decimal, ({ instrument }) => instrument.tickSize),
  lot_size: field(decimal, ({ instrument }) => instrument.lotSize),
  ...termsFields,
  venue_terms: field(listOf(venueTermsCodec), ({ venueTerms }) => venueTerms),
  trading_hours: field(tradingHoursCodec, ({ instrument }) => instrument.tradingHours),
})

/** @param carryOf the carry of a venue now */
export function metadataOf(
  instrument: Instrument,
  reference: Price,
  carryOf: (terms: VenueTerms) => Carry | undefined,
): TickerMetadata {
  const at = (terms: VenueTerms): MarketTerms => ({ instrument, terms, reference, carry: carryOf(terms) })
  return { ...at(primaryTerms(instrument)), venueTerms: termsOf(instrument).map(at) }
}

/** The venue's minimum notional in whole lots, at least one. */
function smallestQuantity({ instrument: { lotSize }, terms: { notionalMin }, reference }: MarketTerms): bigint {
  if (reference <= 0n) return lotSize
  return max<bigint>(lotSize, roundToStep(divide(notionalMin, reference, 'CEIL'), lotSize, 'CEIL'))
}

/** `HH:MM`; the end of the day is `24:00`. */
const timeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
