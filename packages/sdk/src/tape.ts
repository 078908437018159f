/** Recorded prices, and the moves of a sandbox market that follow them: `import { planMoves } from '@ats/sdk/tape'`. */

/** A price of the past. */
export interface RecordedPrice {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly symbol: string
  readonly price: string
}

/** A text that is no tape. `kind`: `symbol` where the file names none and none was given. */
export class TapeError extends Error {
  constructor(
    message: string,
    readonly kind: 'content' | 'symbol' = 'content',
  ) {
    super(message)
    this.name = 'TapeError'
  }
}

export interface TapeSource {
  /** For messages. */
  readonly name: string
  /** The market of a file that names none; else only this one of them. */
  readonly symbol?: string | undefined
}

const PRICE_COLUMNS = ['price', 'close', 'last', 'mark']

/** Lines that are read before a reader may do something else. */
const LINES_AT_A_TIME = 2_000

/**
 * The prices of CSV with a header, oldest first: `time` (RFC 3339, a date, or Unix seconds or milliseconds), `price` or
 * `close`, and `symbol` unless one is given.
 * @throws TapeError saying which line is wrong
 */
export function readTape(text: string, source: TapeSource): readonly RecordedPrice[] {
  const reading = readTapeInSteps(text, source)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

/** The same in steps, between which a page can respond: each yields the share that is read. */
export function* readTapeInSteps(
  text: string,
  { name, symbol }: TapeSource,
): Generator<number, readonly RecordedPrice[], void> {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const header = lines.findIndex((line) => line.trim() !== '')
  const isEmpty = lines.findIndex((line, index) => index > header && line.trim() !== '') < 0
  if (header < 0 || isEmpty) throw new TapeError(`${name} has no prices`)
  const columns = columnsOf(lines[header] ?? '', name)
  if (columns.symbol < 0 && symbol === undefined) throw new TapeError(`${name} has no column symbol`, 'symbol')
  const rows: RecordedPrice[] = []
  for (let index = header + 1; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim()
    if (line !== '') rows.push(rowOf(cellsOf(line), columns, symbol, `line ${index + 1} of ${name}`))
    if (index % LINES_AT_A_TIME === 0) yield index / lines.length
  }
  const wanted = columns.symbol < 0 ? undefined : symbol?.toUpperCase()
  return rows
    .filter((row) => wanted === undefined || row.symbol.toUpperCase() === wanted)
    .sort((one, other) => one.at - other.at)
}

interface Columns {
  readonly time: number
  readonly price: number
  /** Below 0: the file names none. */
  readonly symbol: number
}

function columnsOf(header: string, name: string): Columns {
  const names = cellsOf(header.trim()).map((cell) => cell.toLowerCase())
  const columnOf = (known: readonly string[]): number => names.findIndex((cell) => known.includes(cell))
  const columns = {
    time: columnOf(['time', 'timestamp', 'date']),
    price: columnOf(PRICE_COLUMNS),
    symbol: columnOf(['symbol']),
  }
  if (columns.time >= 0 && columns.price >= 0) return columns
  const found = names.join(', ').slice(0, 200)
  throw new TapeError(`${name} needs a header with the columns time and price (or close); found: ${found}`)
}

function rowOf(cells: readonly string[], columns: Columns, given: string | undefined, place: string): RecordedPrice {
  const [time = '', price = ''] = [cells[columns.time], cells[columns.price]]
  const symbol = columns.symbol < 0 ? given : cells[columns.symbol]
  const at = readTime(time)
  if (at === undefined) throw new TapeError(`${place}: ${time.slice(0, 80)} is not a time`)
  if (!/^\d{1,20}(\.\d{1,18})?$/.test(price) || Number(price) <= 0)
    throw new TapeError(`${place}: ${price.slice(0, 80)} is not a price`)
  if (!symbol) throw new TapeError(`${place}: the symbol is missing`)
  return { at, symbol, price }
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

/** A move of the sandbox market, sent `afterMs` from the start. */
export interface Move {
  readonly afterMs: number
  readonly symbol: string
  readonly price: string
  /** 0: a gap at the next tick. */
  readonly overMs: number
}

/** The moves that the service takes of one user. */
export const MOVES_PER_MINUTE = 120
export const MOVES_PER_DAY = 2_000

export interface ReplayTerms {
  /** Recorded seconds in a second. */
  readonly speed: number
  /** Jump to each price when its time has come; else walk there from the one before. */
  readonly isJumping: boolean
  /** Milliseconds between two moves of a symbol; shorter ones than the service takes are made longer. */
  readonly everyMs: number
}

/**
 * The moves that follow a recording: a jump to the first price of each symbol, then to the latest price of each span of
 * `everyMs`, so that no more are sent than the service takes.
 */
export function planMoves(
  prices: readonly RecordedPrice[],
  { speed, isJumping, everyMs }: ReplayTerms,
): readonly Move[] {
  const startedAt = prices[0]?.at ?? 0
  const bySymbol = new Map<string, Point[]>()
  for (const { at, symbol, price } of prices) {
    const points = bySymbol.get(symbol)
    const point = { at: (at - startedAt) / speed, price }
    if (points === undefined) bySymbol.set(symbol, [point])
    else points.push(point)
  }
  const spanMs = Math.max(everyMs, (bySymbol.size * 60_000) / MOVES_PER_MINUTE)
  return [...bySymbol]
    .flatMap(([symbol, points]) => movesOf(thin(points, spanMs), symbol, isJumping))
    .sort((one, other) => one.afterMs - other.afterMs)
}

/** How long the moves take, with the last walk: milliseconds. */
export const lengthOf = (moves: readonly Move[]): number =>
  moves.reduce((longest, { afterMs, overMs }) => Math.max(longest, afterMs + overMs), 0)

const DAY_MS = 86_400_000

interface Point {
  /** Milliseconds from the start. */
  readonly at: number
  readonly price: string
}

/** The first point, and of each span after it the last. */
function thin(points: readonly Point[], spanMs: number): readonly Point[] {
  const kept: Point[] = []
  let span = -1
  for (const point of points) {
    const its = Math.ceil((point.at - (points[0]?.at ?? 0)) / spanMs)
    if (its === span) kept[kept.length - 1] = point
    else kept.push(point)
    span = its
  }
  return kept
}

function movesOf(points: readonly Point[], symbol: string, isJumping: boolean): readonly Move[] {
  return points.map(({ at, price }, index) => {
    const before = points[index - 1]
    if (before === undefined || isJumping) return { afterMs: at, symbol, price, overMs: 0 }
    return { afterMs: before.at, symbol, price, overMs: Math.min(DAY_MS, Math.round(at - before.at)) }
  })
}
