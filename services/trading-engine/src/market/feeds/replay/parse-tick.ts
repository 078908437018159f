/** Parses one line of a recording by the names of its columns. Problems are texts for the author of the file. */
import { ONE, parseDecimal, rate, type Rate } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import { parseTimestamp } from '../../../core/values/time.js'
import type { RecordedTick, RecordingKind } from './recording.js'

/** Where each figure is found, by position in the line. */
export interface Columns {
  readonly kind: RecordingKind
  readonly time: number
  /** One price of ticks; open, high, low and close of bars. */
  readonly prices: readonly number[]
  readonly volume: number | null
  readonly symbol: number | null
  readonly venue: number | null
  /** Bid and ask of ticks, and the index where there is one. */
  readonly quote?: { readonly bid: number; readonly ask: number; readonly index: number | null }
  /** Carry, then funding where the venue has it; longs first, for a year. */
  readonly rates?: { readonly carry: readonly number[]; readonly funding: readonly number[] }
}

const TIME_NAMES = ['time', 'timestamp', 'date', 'datetime']
const VOLUME_NAMES = ['volume', 'quantity']
const BAR_NAMES = ['open', 'high', 'low', 'close']
const QUOTE_NAMES = ['bid', 'ask', 'index']
const RATE_NAMES = ['carry_long', 'carry_short', 'funding_long', 'funding_short']

/** In any order and case; other columns are ignored. The columns, or what is wrong with them. */
export function findColumns(header: readonly string[]): Columns | string {
  const names = header.map((name) => name.trim().toLowerCase())
  const positions = (wanted: readonly string[]): readonly number[] =>
    names.flatMap((name, position) => (wanted.includes(name) ? [position] : []))
  const [times, prices, bars] = [
    positions(TIME_NAMES),
    positions(['price']),
    BAR_NAMES.map((name) => positions([name])),
  ]
  const [volumes, symbols, venues] = [positions(VOLUME_NAMES), positions(['symbol']), positions(['venue'])]
  const isBars = bars.every(({ length }) => length === 1)
  const isTicks = prices.length === 1
  const problem = (reason: string): string =>
    `${reason}; a recording has the columns time, and price or open, high, low, close; volume, symbol, venue, bid, ask, index and rates if it likes`
  if (times.length !== 1) return problem(times.length === 0 ? 'there is no time' : 'there is more than one time')
  if (isBars === isTicks)
    return problem(isBars ? 'there are prices and bars' : 'there are neither prices nor whole bars')
  if (volumes.length > 1 || symbols.length > 1 || venues.length > 1)
    return problem('there is more than one volume, symbol or venue')
  const own = [...QUOTE_NAMES, ...RATE_NAMES].map((name) => positions([name]))
  if (own.some(({ length }) => length > 1)) return problem('there is more than one of bid, ask, index or a rate')
  return {
    ...(isTicks && { ...quoteColumns(names), ...rateColumns(names) }),
    kind: isBars ? 'bars' : 'ticks',
    time: times[0] ?? 0,
    prices: isBars ? bars.flat() : prices,
    volume: volumes[0] ?? null,
    symbol: symbols[0] ?? null,
    venue: venues[0] ?? null,
  }
}

/** Only both: one alone is no quote. */
function quoteColumns(names: readonly string[]): Pick<Columns, 'quote'> {
  const [bid = -1, ask = -1, index = -1] = QUOTE_NAMES.map((name) => names.indexOf(name))
  return bid < 0 || ask < 0 ? {} : { quote: { bid, ask, index: index < 0 ? null : index } }
}

function rateColumns(names: readonly string[]): Pick<Columns, 'rates'> {
  const found = RATE_NAMES.map((name) => names.indexOf(name))
  const [carry, funding] = [found.slice(0, 2), found.slice(2)]
  if (carry.includes(-1)) return {}
  return { rates: { carry, funding: funding.includes(-1) ? [] : funding } }
}

/** The tick of a line, or its problem. The tick check decides whether the prices are plausible. */
export function parseTick(columns: Columns, cells: readonly string[]): RecordedTick | string {
  const { time, prices, volume, kind } = columns
  const cell = (position: number): string => cells[position]?.trim() ?? ''
  const at = parseMoment(cell(time))
  if (at === null) return `"${cell(time)}" is not a time`
  const figures = [...prices, ...(volume === null ? [] : [volume])]
  const unreadable = figures.find((position) => !NUMBER.test(cell(position)))
  if (unreadable !== undefined) return `"${cell(unreadable)}" is not a number`
  const traded = volume === null ? 0 : Number(cell(volume))
  if (traded < 0) return `the volume ${traded} is below zero`
  const [open = NaN, high = open, low = open, close = open] = prices.map((position) => Number(cell(position)))
  const problem = barProblem(open, high, low, close, kind)
  if (problem !== null) return problem
  const quote = parseQuote(columns, open, cell)
  if (typeof quote === 'string') return quote
  const rates = parseRates(columns, cell)
  if (typeof rates === 'string') return rates
  return { at, open, high, low, close, volume: traded, ...quote, ...rates }
}

type Cell = (position: number) => string

/** A line may leave the cells of both empty. */
function parseQuote({ quote }: Columns, price: number, cell: Cell): Pick<RecordedTick, 'quote'> | string {
  // Whether the price is one is for the check of ticks.
  if (quote === undefined || !(price > 0) || (cell(quote.bid) === '' && cell(quote.ask) === '')) return {}
  const named = [quote.bid, quote.ask, ...(quote.index === null || cell(quote.index) === '' ? [] : [quote.index])]
  const unreadable = named.find((position) => !NUMBER.test(cell(position)) || !(Number(cell(position)) > 0))
  if (unreadable !== undefined) return `"${cell(unreadable)}" is no price`
  const [bid = NaN, ask = NaN, index = price] = named.map((position) => Number(cell(position)))
  if (bid > price || ask < price) return `the price ${price} is not between the bid ${bid} and the ask ${ask}`
  return { quote: { bid, ask, index } }
}

/** Lines without rates leave those before in force. */
function parseRates({ rates }: Columns, cell: Cell): Pick<RecordedTick, 'rates'> | string {
  if (rates === undefined || rates.carry.every((position) => cell(position) === '')) return {}
  const hasFunding = rates.funding.some((position) => cell(position) !== '')
  const sides: Rate[] = []
  for (const position of [...rates.carry, ...(hasFunding ? rates.funding : [])]) {
    const parsed = parseDecimal(cell(position))
    if (parsed === null) return `"${cell(position)}" is not a rate`
    if (parsed > RATE_MAX || parsed < -RATE_MAX) return `the rate ${cell(position)} is beyond 1,000 % a year`
    sides.push(rate(parsed))
  }
  const [long = NONE, short = NONE, fundingLong, fundingShort] = sides
  const funding =
    fundingLong === undefined || fundingShort === undefined ? null : { long: fundingLong, short: fundingShort }
  return { rates: { carry: { long, short }, funding } }
}

const NONE = rate(0n)
const RATE_MAX = 10n * ONE

function barProblem(open: number, high: number, low: number, close: number, kind: RecordingKind): string | null {
  if (kind === 'ticks') return null
  if (high < low) return `the high ${high} is below the low ${low}`
  if (Math.min(open, close) < low) return `the low ${low} is above the open ${open} or the close ${close}`
  if (Math.max(open, close) > high) return `the high ${high} is below the open ${open} or the close ${close}`
  return null
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/
const EPOCH = /^\d{1,19}(\.\d+)?$/

/**
 * A date, a timestamp (without an offset: UTC; without seconds: :00), or a number since the epoch: seconds,
 * milliseconds, microseconds or nanoseconds, by its size. Null when it is none.
 */
export function parseMoment(text: string): Micros | null {
  if (!EPOCH.test(text)) return parseTimestamp(/[Tt ]\d{2}:\d{2}$/.test(text) ? `${text}:00` : text)
  const since = Number(text)
  if (since < 1e11) return Math.round(since * 1e6)
  if (since < 1e14) return Math.round(since * 1e3)
  return Math.floor(since < 1e17 ? since : since / 1e3)
}
