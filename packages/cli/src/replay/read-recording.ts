import { readFileSync } from 'node:fs'
import { Failure } from '../failure.js'

/** A price of the past. */
export interface RecordedPrice {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly symbol: string
  readonly price: string
}

const PRICE_COLUMNS = ['price', 'close', 'last', 'mark']

/**
 * The prices of a CSV file with a header, oldest first: `time` (RFC 3339, a date, or Unix seconds or milliseconds),
 * `price` or `close`, and `symbol` unless one is given.
 * @throws Failure usage, saying which line is wrong
 */
export function readRecording(path: string, symbol: string | undefined): readonly RecordedPrice[] {
  const [header, ...lines] = readLines(path)
  if (header === undefined || lines.length === 0) throw new Failure('usage', `${path} has no prices`)
  const columns = cellsOf(header.text).map((name) => name.toLowerCase())
  const columnOf = (names: readonly string[]): number => columns.findIndex((name) => names.includes(name))
  const [time, price, named] = [columnOf(['time', 'timestamp', 'date']), columnOf(PRICE_COLUMNS), columnOf(['symbol'])]
  if (time < 0 || price < 0)
    throw new Failure('usage', `${path} needs a header with the columns time and price (or close)`, [
      `found: ${columns.join(', ')}`,
    ])
  if (named < 0 && symbol === undefined)
    throw new Failure('usage', `${path} has no column symbol: name one with --symbol`)
  const rows = lines.map(({ text, number }) => {
    const cells = cellsOf(text)
    const at = readTime(cells[time] ?? '')
    const value = cells[price] ?? ''
    const of = named < 0 ? symbol : cells[named]
    if (at === undefined) throw new Failure('usage', `line ${number} of ${path}: ${cells[time] ?? ''} is not a time`)
    if (!/^\d{1,20}(\.\d{1,18})?$/.test(value) || Number(value) <= 0)
      throw new Failure('usage', `line ${number} of ${path}: ${value} is not a price`)
    if (!of) throw new Failure('usage', `line ${number} of ${path}: the symbol is missing`)
    return { at, symbol: of, price: value }
  })
  return rows
    .filter(({ symbol: of }) => named < 0 || symbol === undefined || of.toUpperCase() === symbol.toUpperCase())
    .sort((one, other) => one.at - other.at)
}

interface Line {
  readonly text: string
  readonly number: number
}

function readLines(path: string): readonly Line[] {
  try {
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\n')
      .map((text, index) => ({ text: text.trim(), number: index + 1 }))
      .filter(({ text }) => text !== '')
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const cellsOf = (line: string): readonly string[] =>
  line.split(line.includes(';') ? ';' : ',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

/** The first moment that is Unix seconds and not yet one in milliseconds: the year 5138, or March 1973. */
const FIRST_MS = 100_000_000_000

function readTime(text: string): number | undefined {
  if (/^\d{1,16}(\.\d{1,9})?$/.test(text)) return Number(text) < FIRST_MS ? Number(text) * 1_000 : Number(text)
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
  const at = Date.parse(hasZone || !text.includes(':') ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? undefined : at
}
