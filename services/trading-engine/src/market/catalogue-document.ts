import { parseTimestamp } from '@ats/contracts'
import Joi from 'joi'
import { decimalFromNumber, toNumber } from '../core/values/decimal.js'
import {
  ASSET_CLASSES,
  CARRY_KINDS,
  VENUE_IDS,
  type AssetClass,
  type VenueId,
} from '../core/model/market/instrument.js'
import { normaliseSymbol } from '../core/values/symbol.js'
import { DAILY_VOLATILITY_PCT_MAX } from './price-path.js'

/** The catalogue as it is written down: `instruments.json`. Fees and spreads in basis points, shares in percent. */
export interface CatalogueDocument {
  readonly version: number
  readonly as_of: string
  readonly sources: Readonly<Record<string, string>>
  readonly schedules: Readonly<Record<string, ScheduleEntry>>
  /** Costs that are the same for everything a venue lists. */
  readonly venues: { readonly [V in VenueId]: VenueCostsEntry }
  readonly instruments: readonly InstrumentEntry[]
}

export interface VenueCostsEntry {
  readonly oracle_fee_usd: number
  readonly borrowing?: {
    readonly base_pct_per_year: number
    readonly optimal_usage_pct: number
    readonly full_pct_per_year: number
  }
  readonly rollover?: { readonly premium_pct_per_year: number }
  readonly sources: readonly string[]
  readonly estimated: readonly string[]
}

export interface ScheduleEntry {
  readonly time_zone: string
  readonly sessions: readonly { readonly day: Weekday; readonly open: string; readonly close: string }[]
  /** When leverage may be above the overnight maximum, on days with a session. */
  readonly day_trading?: { readonly from: string; readonly until: string }
  readonly source: string
  readonly note: string
}

export interface InstrumentEntry {
  readonly symbol: string
  readonly asset_class: AssetClass
  readonly primary_venue: VenueId
  /** Other symbols of the same market (`GOLD-USD`), accepted wherever a symbol is. */
  readonly aliases: readonly string[]
  /** Words people search by (`BITCOIN`), for the fuzzy metadata search only. */
  readonly names: readonly string[]
  readonly tick_size: number
  readonly lot_size: number
  /** `always` or the name of a schedule. */
  readonly hours: string
  readonly typical_price: number
  readonly daily_volatility_pct: number
  /** That of the primary venue, and of all that have none of their own. */
  readonly spread_bps: number
  readonly venues: Readonly<Partial<Record<VenueId, VenueEntry>>>
  readonly sources: Readonly<Record<string, string>>
  /** Paths of the values above that nobody published: conventions and guesses of this project. */
  readonly estimated: readonly string[]
}

export interface VenueEntry {
  readonly leverage_max: number
  readonly taker_fee_bps: number
  readonly maker_fee_bps: number
  readonly close_fee_charged: boolean
  readonly maintenance_margin_pct: number
  readonly notional_min_usd: number
  readonly funding_cadence: string
  readonly spread_bps?: number
  /** Absent where the venue makes no difference. */
  readonly overnight_leverage_max?: number
  /** Paid by longs and received by shorts, without the venue's premium; where the venue has rollover. */
  readonly rollover_pct_per_year?: number
  readonly sources: readonly string[]
}

export const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
type Weekday = (typeof WEEKDAYS)[number]

/** Below this the tick is so coarse that a book of 100 levels could reach zero. */
const TYPICAL_PRICE_TICKS_MIN = 1000

const text = Joi.string().min(1)
const positive = Joi.number().greater(0).custom(exactDecimal)
const time = Joi.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)

const scheduleSchema = Joi.object({
  time_zone: text.required().custom(knownTimeZone),
  sessions: Joi.array()
    .min(1)
    .required()
    .items(
      Joi.object({
        day: Joi.valid(...WEEKDAYS).required(),
        open: time.required(),
        close: time.required(),
      }).custom(opensBeforeClose),
    ),
  day_trading: Joi.object({ from: time.required(), until: time.required() }),
  source: text.required(),
  note: text.required(),
})

const venueSchema = Joi.object({
  leverage_max: positive.min(1).max(1000).required(),
  taker_fee_bps: Joi.number().min(0).max(1000).custom(exactDecimal).required(),
  maker_fee_bps: Joi.number().min(0).max(1000).custom(exactDecimal).required(),
  close_fee_charged: Joi.boolean().required(),
  maintenance_margin_pct: positive.max(100).required(),
  notional_min_usd: positive.required(),
  funding_cadence: Joi.valid('1h', '24h').required(),
  spread_bps: positive.max(100),
  overnight_leverage_max: positive.min(1).max(Joi.ref('leverage_max')),
  rollover_pct_per_year: Joi.number().min(-100).max(100).custom(exactDecimal),
  sources: Joi.array().items(text).min(1).required(),
})

const instrumentSchema = Joi.object({
  symbol: text.required(),
  asset_class: Joi.valid(...ASSET_CLASSES).required(),
  primary_venue: Joi.valid(...VENUE_IDS).required(),
  aliases: Joi.array().items(text).required(),
  names: Joi.array()
    .items(Joi.string().pattern(/^[A-Z0-9]+$/))
    .required(),
  tick_size: positive.required(),
  lot_size: positive.required(),
  hours: text.required(),
  typical_price: positive.required(),
  daily_volatility_pct: positive.max(DAILY_VOLATILITY_PCT_MAX).required(),
  spread_bps: positive.max(100).required(),
  venues: Joi.object()
    .pattern(Joi.valid(...VENUE_IDS), venueSchema)
    .min(1)
    .required(),
  sources: Joi.object({
    typical_price: text.required(),
    daily_volatility_pct: text.required(),
    spread_bps: text.required(),
  }).required(),
  estimated: Joi.array().items(text).required(),
})

const yearly = Joi.number().min(0).max(500).custom(exactDecimal)

const venueCostsSchema = Joi.object({
  oracle_fee_usd: Joi.number().min(0).max(100).custom(exactDecimal).required(),
  borrowing: Joi.object({
    base_pct_per_year: yearly.required(),
    optimal_usage_pct: positive.less(100).required(),
    full_pct_per_year: yearly.min(Joi.ref('base_pct_per_year')).required(),
  }),
  rollover: Joi.object({ premium_pct_per_year: yearly.required() }),
  sources: Joi.array().items(text).min(1).required(),
  estimated: Joi.array().items(text).required(),
}).xor('borrowing', 'rollover')

const documentSchema = Joi.object({
  version: Joi.number().integer().min(1).required(),
  as_of: Joi.string().custom(knownTime).required(),
  sources: Joi.object().pattern(Joi.string(), text).required(),
  schedules: Joi.object().pattern(Joi.string(), scheduleSchema).required(),
  venues: Joi.object({ GMX: venueCostsSchema.required(), OSTIUM: venueCostsSchema.required() }).required(),
  instruments: Joi.array().items(instrumentSchema).min(1).required(),
})

/** The catalogue's file is broken: the message lists every problem, one per line. */
export class CatalogueError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`the instrument catalogue has ${problems.length} problem(s):\n${problems.join('\n')}`)
    this.name = 'CatalogueError'
  }
}

/** Checks shape first, then what the entries say about each other. Throws CatalogueError. */
export function checkCatalogueDocument(document: unknown): CatalogueDocument {
  const result = documentSchema.validate(document, { abortEarly: false, convert: false })
  if (result.error !== undefined) throw new CatalogueError(result.error.details.map((detail) => detail.message))
  const checked = result.value as CatalogueDocument
  const problems = [
    ...checked.instruments.flatMap((entry) => problemsOf(entry, checked)),
    ...repeatedSymbols(checked.instruments),
    ...Object.entries(checked.venues).flatMap(([venue, entry]) => venueProblemsOf(venue, entry, checked)),
    ...Object.entries(checked.schedules)
      .filter(([, schedule]) => !(schedule.source in checked.sources))
      .map(([name, schedule]) => `schedule ${name}: source ${schedule.source} is not in sources`),
  ]
  if (problems.length > 0) throw new CatalogueError(problems)
  return checked
}

function problemsOf(entry: InstrumentEntry, document: CatalogueDocument): readonly string[] {
  const venueEntries = Object.values(entry.venues)
  const symbols = [entry.symbol, ...entry.aliases]
  const sources = [...Object.values(entry.sources), ...venueEntries.flatMap((venue) => venue.sources)]
  return [
    ...symbols
      .filter((symbol) => !symbol.includes('-') || normaliseSymbol(symbol) !== symbol)
      .map((symbol) => `${symbol} is not spelt BASE-QUOTE`),
    ...(entry.venues[entry.primary_venue] === undefined
      ? [`does not list its primary venue ${entry.primary_venue}`]
      : []),
    ...costProblemsOf(entry, document),
    ...(entry.hours !== 'always' && !(entry.hours in document.schedules) ? [`schedule ${entry.hours} is unknown`] : []),
    ...sources.filter((source) => !(source in document.sources)).map((source) => `source ${source} is not in sources`),
    ...entry.estimated.filter((path) => !hasValueAt(entry, path)).map((path) => `estimated names no value: ${path}`),
    ...(entry.typical_price < entry.tick_size * TYPICAL_PRICE_TICKS_MIN
      ? [`typical_price is under ${TYPICAL_PRICE_TICKS_MIN} ticks`]
      : []),
  ].map((problem) => `${entry.symbol}: ${problem}`)
}

function venueProblemsOf(venue: string, entry: VenueCostsEntry, { sources }: CatalogueDocument): readonly string[] {
  const kind = CARRY_KINDS[venue as VenueId]
  return [
    ...(entry[kind] === undefined ? [`has no ${kind}`] : []),
    ...entry.sources.filter((source) => !(source in sources)).map((source) => `source ${source} is not in sources`),
    ...entry.estimated.filter((path) => !hasValueAt(entry, path)).map((path) => `estimated names no value: ${path}`),
  ].map((problem) => `venue ${venue}: ${problem}`)
}

/** Overnight leverage begins and ends with day trading; rollover is given for everything that has it, and only that. */
function costProblemsOf(entry: InstrumentEntry, { venues, schedules }: CatalogueDocument): readonly string[] {
  return Object.entries(entry.venues).flatMap(([venue, terms]) => [
    ...(terms.overnight_leverage_max !== undefined && schedules[entry.hours]?.day_trading === undefined
      ? [`${venue} has overnight leverage, but its hours no day_trading`]
      : []),
    ...((terms.rollover_pct_per_year === undefined) === (venues[venue as VenueId].rollover === undefined)
      ? []
      : [`rollover_pct_per_year belongs where ${venue} has rollover, and nowhere else`]),
  ])
}

function repeatedSymbols(entries: readonly InstrumentEntry[]): readonly string[] {
  const seen = new Set<string>()
  const repeated: string[] = []
  for (const symbol of entries.flatMap((entry) => [entry.symbol, ...entry.aliases])) {
    if (seen.has(symbol)) repeated.push(`${symbol}: used more than once`)
    seen.add(symbol)
  }
  return repeated
}

function hasValueAt(entry: object, path: string): boolean {
  let value: unknown = entry
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false
    value = (value as Record<string, unknown>)[name]
  }
  return true
}

function exactDecimal(value: number): number {
  const decimal = decimalFromNumber(value)
  if (decimal === null || toNumber(decimal) !== value) throw new Error('it has more than 18 decimals or 20 digits')
  return value
}

function knownTime(value: string): string {
  if (parseTimestamp(value) === null) throw new Error('it is no RFC 3339 time or date')
  return value
}

function knownTimeZone(value: string): string {
  new Intl.DateTimeFormat('en-US', { timeZone: value })
  return value
}

function opensBeforeClose(session: { open?: unknown; close?: unknown }): unknown {
  if (String(session.open) >= String(session.close)) throw new Error('it closes before it opens')
  return session
}
