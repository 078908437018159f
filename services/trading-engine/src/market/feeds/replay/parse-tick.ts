/** Parses one line of a recording by the names of its columns. Problems are texts for the author of the file. */
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
}

const TIME_NAMES = ['time', 'timestamp', 'date', 'datetime']
const VOLUME_NAMES = ['volume', 'quantity']
const BAR_NAMES = ['open', 'high', 'low', 'close']

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
    `${reason}; a recording has the columns time, and price or open, high, low, close; volume, symbol and venue if it likes`
  if (times.length !== 1) return problem(times.length === 0 ? 'there is no time' : 'there is more than one time')
  if (isBars === isTicks)
    return problem(isBars ? 'there are prices and bars' : 'there are neither prices nor whole bars')
  if (volumes.length > 1 || symbols.length > 1 || venues.length > 1)
    return problem('there is more than one volume, symbol or venue')
  return {
    kind: isBars ? 'bars' : 'ticks',
    time: times[0] ?? 0,
    prices: isBars ? bars.flat() : prices,
    volume: volumes[0] ?? null,
    symbol: symbols[0] ?? null,
    venue: venues[0] ?? null,
  }
}

/** The tick of a line, or its problem. The tick check decides whether the prices are plausible. */
export function parseTick({ time, prices, volume, kind }: Columns, cells: readonly string[]): RecordedTick | string {
  const cell = (position: number): string => cells[position]?.trim() ?? ''
  const at = parseMoment(cell(time))
  if (at === null) return `"${cell(time)}" is not a time`
  const figures = [...prices, ...(volume === null ? [] : [volume])]
  const unreadable = figures.find((position) => !NUMBER.test(cell(position)))
  if (unreadable !== undefined) return `"${cell(unreadable)}" is not a number`
  const traded = volume === null ? 0 : Number(cell(volume))
  if (traded < 0) return `the volume ${traded} is below zero`
  const [open = NaN, high = open, low = open, close = open] = prices.map((position) => Number(cell(position)))
  return barProblem(open, high, low, close, kind) ?? { at, open, high, low, close, volume: traded }
}

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
