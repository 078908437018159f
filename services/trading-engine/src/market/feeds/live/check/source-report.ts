/** The report on one source of live prices, and how a table of them reads. */
import type { Price } from '../../../../core/values/decimal.js'
import { clockSkewMs, VenueError, type VenueAnswer } from '../venue-http.js'

export interface SourceReport {
  readonly source: string
  readonly host: string
  /** Milliseconds; null: it did not answer. */
  readonly latencyMs: number | null
  /** The venue's clock minus ours, in seconds, as exact as its Date header; null where there is none. */
  readonly clockSeconds: number | null
  /** Our symbols that it has, and those it should have. */
  readonly symbols: readonly [found: number, listed: number]
  /** The greatest distance from the median of the other sources, and of which symbol; null: nothing to compare with. */
  readonly apart: { readonly share: number; readonly symbol: string } | null
  /** Empty when all is well. */
  readonly problems: readonly string[]
}

/** One source's prices by symbol, where their market is open. */
export type Prices = ReadonlyMap<string, Price>

export interface Checked {
  readonly report: Omit<SourceReport, 'apart'>
  readonly prices: Prices
}

/** The outcome of one question. */
export interface Findings {
  readonly answer: Omit<VenueAnswer, 'body' | 'host'>
  readonly found: number
  readonly problems: readonly string[]
  readonly prices?: Prices
}

const CLOCK_SECONDS_MAX = 2
const NO_PRICES: Prices = new Map()

/** Asks one source; what keeps it from answering is its problem. */
export async function describeAnswer(
  source: string,
  host: string,
  listed: number,
  ask: () => Promise<Findings>,
): Promise<Checked> {
  try {
    const { answer, found, problems, prices = NO_PRICES } = await ask()
    const skewMs = clockSkewMs(answer)
    const clockSeconds = skewMs === null ? null : skewMs / 1000
    const isClockOff = clockSeconds !== null && Math.abs(clockSeconds) > CLOCK_SECONDS_MAX
    const clock = isClockOff ? [`its clock and ours are ${clockSeconds.toFixed(1)} s apart`] : []
    const latencyMs = Math.round((answer.arrivedAt - answer.askedAt) / 1000)
    const report = { source, host, latencyMs, clockSeconds, symbols: [found, listed] as const }
    return { report: { ...report, problems: [...clock, ...problems] }, prices }
  } catch (error) {
    if (!(error instanceof VenueError)) throw error
    const report = { source, host, latencyMs: null, clockSeconds: null, symbols: [0, listed] as const }
    const problems = error.problems.map((problem) => problem.replace(`${host} `, 'it '))
    return { report: { ...report, problems }, prices: NO_PRICES }
  }
}

const HEADINGS = ['source', 'host', 'reachable', 'latency', 'clock', 'symbols', 'apart', 'verdict']

/** A line a source, and below it every problem. */
export function formatReports(reports: readonly SourceReport[]): string {
  const cells = reports.map(({ source, host, latencyMs, clockSeconds, symbols, apart, problems }) => [
    source,
    host,
    latencyMs === null ? 'no' : 'yes',
    latencyMs === null ? '-' : `${latencyMs} ms`,
    clockSeconds === null ? '-' : `${clockSeconds.toFixed(1)} s`,
    symbols.join('/'),
    apart === null ? '-' : `${(apart.share * 100).toFixed(2)} % ${apart.symbol}`,
    problems.length === 0 ? 'as expected' : `${problems.length} wrong`,
  ])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const rows = [HEADINGS, ...cells].map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  const problems = reports.flatMap(({ source, host, problems: all }) =>
    all.map((problem) => `${source}, ${host}: ${problem}`),
  )
  return [...rows.map((row) => row.trimEnd()), ...problems].join('\n')
}
