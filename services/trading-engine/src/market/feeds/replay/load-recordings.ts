import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { VENUE_IDS } from '../../../core/model/market/instrument.js'
import type { Catalogue } from '../../catalogue.js'
import { findColumns, parseTick, type Columns } from './parse-tick.js'
import type { Line } from './line.js'
import { readLines } from './read-lines.js'
import { ParquetError } from './read-parquet.js'
import { buildRecording, type Recording, type RecordingBuilder, type RejectedTick } from './recording.js'

/** The recordings cannot be replayed: the first problem in the first line of the message, the others below. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'

  constructor(path: string, problems: readonly string[], uncounted: number) {
    const lines = problems.slice(1).map((problem) => `  - ${problem}`)
    const more = uncounted === 0 ? [] : [`  - and ${uncounted} more`]
    const unlisted = problems.length - 1 + uncounted
    const first = `${path} cannot be replayed: ${problems[0] ?? ''}${unlisted === 0 ? '' : ` (and ${unlisted} more)`}`
    super([first, ...lines, ...more].join('\n'))
  }
}

const EXTENSIONS = ['.csv', '.ndjson', '.jsonl', '.parquet']
const PROBLEMS_SHOWN = 20

type Report = (problem: string) => void

/**
 * Reads a file, or all CSV, NDJSON and Parquet files of a folder. A file is of the symbol it is named after, in any
 * spelling, unless it has a column for symbols.
 * @throws RecordingError with what is wrong, by file and line
 */
export async function loadRecordings(
  path: string,
  catalogue: Catalogue,
  onRejected: (rejected: RejectedTick) => void,
): Promise<readonly Recording[]> {
  const problems: string[] = []
  let uncounted = 0
  const report: Report = (problem) => {
    if (problems.length < PROBLEMS_SHOWN) problems.push(problem)
    else uncounted += 1
  }
  const recordings = new Map<string, Recording>()
  for (const file of await listFiles(path, report)) {
    const name = basename(file)
    const reportOf = (problem: string): void => report(`${name}${problem}`)
    for (const recording of await tryFile(file, catalogue, onRejected, reportOf)) {
      const series = seriesOf(recording)
      if (recordings.has(series)) report(`${name}: ${series} is in another file, too`)
      recordings.set(series, recording)
    }
  }
  if (problems.length > 0) throw new RecordingError(path, problems, uncounted)
  return [...recordings.values()]
}

type Source = Pick<Recording, 'instrument' | 'venue'>

const seriesOf = ({ instrument, venue }: Source): string =>
  venue === null ? instrument.symbol : `${instrument.symbol} at ${venue}`

async function listFiles(path: string, report: Report): Promise<readonly string[]> {
  const found = await stat(path).catch(() => null)
  if (found === null) report('there is no such file or folder')
  if (found?.isDirectory() !== true) return found === null ? [] : [path]
  const names = (await readdir(path)).filter((name) => EXTENSIONS.includes(extname(name).toLowerCase())).sort()
  if (names.length === 0) report(`the folder has no file that ends in ${EXTENSIONS.join(', ')}`)
  return names.map((name) => join(path, name))
}

async function tryFile(...of: Parameters<typeof loadFile>): Promise<readonly Recording[]> {
  try {
    return await loadFile(...of)
  } catch (error) {
    if (!(error instanceof ParquetError)) throw error
    of[3](`: it cannot be read as Parquet: ${error.message}`)
    return []
  }
}

async function loadFile(
  file: string,
  catalogue: Catalogue,
  onRejected: (rejected: RejectedTick) => void,
  report: Report,
): Promise<readonly Recording[]> {
  const named = basename(file, extname(file))
  const builders = new Map<string, RecordingBuilder>()
  let columns: Columns | undefined
  let isSound = true

  const sourceOf = (known: Columns, cells: readonly string[]): Source | string => {
    const spelling = known.symbol === null ? named : (cells[known.symbol] ?? '').trim()
    const instrument = catalogue.resolve(spelling)
    if (instrument === undefined) return `"${spelling}" is no listed symbol`
    const venue = known.venue === null ? '' : (cells[known.venue] ?? '').trim().toUpperCase()
    if (venue === '') return { instrument, venue: null }
    const found = VENUE_IDS.find((id) => id === venue && instrument.terms[id] !== undefined)
    const venues = Object.keys(instrument.terms).join(', ')
    return found === undefined
      ? `"${venue}" does not list ${instrument.symbol}, which trades on ${venues}`
      : { instrument, venue: found }
  }

  function readLine({ cells }: Line, known: Columns): string | null {
    if (typeof cells === 'string') return cells
    const tick = parseTick(known, cells)
    if (typeof tick === 'string') return tick
    const source = sourceOf(known, cells)
    if (typeof source === 'string') return source
    const series = seriesOf(source)
    const builder = builders.get(series) ?? buildRecording(source, known.kind, onRejected)
    builders.set(series, builder)
    return builder.add(tick)
  }

  for await (const line of readLines(file)) {
    if (columns === undefined) {
      const found = findColumns(line.header)
      if (typeof found === 'string') {
        report(`:1: ${found}`)
        return []
      }
      if (found.symbol === null && catalogue.resolve(named) === undefined) {
        report(
          `: "${named}" is no listed symbol; name the file after its symbol (BTC-USD${extname(file)}) or give it a column symbol`,
        )
        return []
      }
      columns = found
    }
    const problem = readLine(line, columns)
    if (problem === null) continue
    report(`:${line.number}: ${problem}`)
    isSound = false
  }
  if (columns === undefined) report(': the file has no prices')
  return isSound ? finish([...builders.values()], report) : []
}

function finish(builders: readonly RecordingBuilder[], report: Report): readonly Recording[] {
  return builders
    .map((builder) => builder.finish())
    .filter((finished) => {
      if (typeof finished === 'string') report(`: ${finished}`)
      return typeof finished !== 'string'
    })
}

/** The same for the same recordings, however their files are written. */
export function fingerprintOf(recordings: readonly Recording[]): string {
  const hash = createHash('sha256')
  const sorted = recordings.toSorted((a, b) => (seriesOf(a) < seriesOf(b) ? -1 : 1))
  for (const recording of sorted) {
    const { barMicros, times, opens, highs, lows, closes, lots, quotes, rates } = recording
    hash.update(`${seriesOf(recording)} ${barMicros} ${times.length} `)
    for (const column of [times, opens, highs, lows, closes, lots]) hash.update(Float64Array.from(column))
    if (quotes !== null)
      for (const column of [quotes.bids, quotes.asks, quotes.indexes]) hash.update(Float64Array.from(column))
    for (const { at, carry, funding } of rates)
      hash.update(`${[at, carry.long, carry.short, funding?.long, funding?.short].join()} `)
  }
  return hash.digest('hex')
}
