import { decimalFromNumber, price, quantity, rate, usd, type Rate } from '../core/values/decimal.js'
import type { CarryTerms, Instrument, TradingHours, VenueId, VenueTerms } from '../core/model/market/instrument.js'
import { normaliseSymbol } from '../core/values/symbol.js'
import {
  checkCatalogueDocument,
  WEEKDAYS,
  type CatalogueDocument,
  type InstrumentEntry,
  type ScheduleEntry,
  type VenueCostsEntry,
  type VenueEntry,
} from './catalogue-document.js'
import { lazy } from '@ats/service-kit/process'
import { createSymbolSearch, type SymbolSearchResult } from './symbol-search.js'
import instruments from './instruments.json'

export interface Catalogue {
  /** In the order of the file. */
  readonly all: readonly Instrument[]
  /** By canonical symbol. */
  readonly find: (symbol: string) => Instrument | undefined
  /** By any spelling of a symbol or of an alias; what orders and market data accept. */
  readonly resolve: (spelling: string) => Instrument | undefined
  /** Instruments that an unknown spelling may mean: the matches of the fuzzy search, one or several. */
  readonly candidates: (spelling: string) => readonly string[]
  /** Fuzzy: also a missing quote, a name, a one-letter typo. `type` is an asset class; it prefers, never excludes. */
  readonly search: (ticker: string, type?: string) => SymbolSearchResult
}

/** Reads the built-in catalogue, or another document. Throws CatalogueError with every problem found. */
export const loadCatalogue = (source: unknown = instruments): Catalogue =>
  source === instruments ? builtIn() : readCatalogue(source)

const builtIn = lazy(() => readCatalogue(instruments))

function readCatalogue(source: unknown): Catalogue {
  const document = checkCatalogueDocument(source)
  const all = document.instruments.map((entry) => toInstrument(entry, document))
  const bySymbol = new Map(all.map((instrument) => [instrument.symbol, instrument]))
  const byAnySymbol = new Map(
    all.flatMap((instrument) => [instrument.symbol, ...instrument.aliases].map((symbol) => [symbol, instrument])),
  )
  const resolve = (spelling: string): Instrument | undefined => byAnySymbol.get(normaliseSymbol(spelling))
  const namesOf = new Map(document.instruments.map((entry) => [entry.symbol, entry.names]))
  const search = createSymbolSearch(
    all.map((instrument) => ({ instrument, names: namesOf.get(instrument.symbol) ?? [] })),
    resolve,
  )
  return {
    all,
    find: (symbol) => bySymbol.get(symbol),
    resolve,
    candidates: (spelling) => candidatesOf(search(spelling)),
    search,
  }
}

function candidatesOf(found: SymbolSearchResult): readonly string[] {
  if (found.kind === 'ambiguous') return found.candidates
  return found.kind === 'found' ? [found.instrument.symbol] : []
}

function toInstrument(entry: InstrumentEntry, document: CatalogueDocument): Instrument {
  const [base = '', quote = ''] = entry.symbol.split('-')
  return Object.freeze({
    symbol: entry.symbol,
    base,
    quote,
    aliases: entry.aliases,
    assetClass: entry.asset_class,
    primaryVenue: entry.primary_venue,
    tickSize: price(exact(entry.tick_size)),
    lotSize: quantity(exact(entry.lot_size)),
    terms: toTerms(entry, document.venues),
    tradingHours: toTradingHours(document.schedules[entry.hours]),
    typicalPrice: price(exact(entry.typical_price)),
    dailyVolatility: rate(exact(entry.daily_volatility_pct) / 100n),
  })
}

function toTerms({ venues, spread_bps }: InstrumentEntry, costs: CatalogueDocument['venues']): Instrument['terms'] {
  const terms: Partial<Record<VenueId, VenueTerms>> = {}
  for (const venue of Object.keys(venues) as VenueId[]) {
    const entry = venues[venue]
    if (entry !== undefined) terms[venue] = toVenueTerms(venue, { spread_bps, ...entry }, costs[venue])
  }
  return terms
}

const toVenueTerms = (
  venue: VenueId,
  entry: VenueEntry & Required<Pick<VenueEntry, 'spread_bps'>>,
  costs: VenueCostsEntry,
): VenueTerms => ({
  venue,
  leverageMax: rate(exact(entry.leverage_max)),
  takerFeeRate: rate(exact(entry.taker_fee_bps) / 10_000n),
  makerFeeRate: rate(exact(entry.maker_fee_bps) / 10_000n),
  isCloseFeeCharged: entry.close_fee_charged,
  maintenanceMarginRate: rate(exact(entry.maintenance_margin_pct) / 100n),
  notionalMin: usd(exact(entry.notional_min_usd)),
  fundingCadence: entry.funding_cadence,
  spreadRate: rate(exact(entry.spread_bps) / 10_000n),
  carry: toCarryTerms(entry, costs),
  oracleFee: usd(exact(costs.oracle_fee_usd)),
  overnightLeverageMax: entry.overnight_leverage_max === undefined ? null : rate(exact(entry.overnight_leverage_max)),
})

/** The check of the document has seen that a venue has one of the two. */
function toCarryTerms(
  { rollover_pct_per_year: underlying = 0 }: VenueEntry,
  { borrowing, rollover }: VenueCostsEntry,
): CarryTerms {
  if (borrowing === undefined)
    return {
      kind: 'rollover',
      underlyingRate: percent(underlying),
      premiumRate: percent(rollover?.premium_pct_per_year ?? 0),
    }
  return {
    kind: 'borrowing',
    baseRate: percent(borrowing.base_pct_per_year),
    optimalUsage: percent(borrowing.optimal_usage_pct),
    fullRate: percent(borrowing.full_pct_per_year),
  }
}

const percent = (value: number): Rate => rate(exact(value) / 100n)

/** No schedule means `always`: the document's check has refused names of unknown schedules. */
function toTradingHours(schedule: ScheduleEntry | undefined): TradingHours {
  if (schedule === undefined) return { isAlwaysOpen: true }
  const sessions = schedule.sessions.map((session) => ({
    day: WEEKDAYS.indexOf(session.day),
    openMinute: minuteOfDay(session.open),
    closeMinute: minuteOfDay(session.close),
  }))
  const { day_trading: day } = schedule
  const hours = { isAlwaysOpen: false, timeZone: schedule.time_zone, sessions } as const
  if (day === undefined) return hours
  return { ...hours, dayTrading: { fromMinute: minuteOfDay(day.from), untilMinute: minuteOfDay(day.until) } }
}

function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function exact(value: number): bigint {
  const decimal = decimalFromNumber(value)
  if (decimal === null) throw new RangeError(`not an exact decimal: ${value}`)
  return decimal
}
