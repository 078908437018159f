/** Asks every source of live prices once, and tells what an engine would find wrong with it. */
import type { Instrument } from '../../../../core/model/instrument.js'
import { toNumber, type Price } from '../../../../core/values/decimal.js'
import type { Micros } from '../../../../core/values/time.js'
import { countGmxMarkets, listGmx, readGmxCandles } from '../gmx/gmx-prices.js'
import { createGmxSource, createOstiumSource, type PriceSource } from '../price-source.js'
import { clockSkewMs, VenueError, type VenueAnswer, type VenueHttp } from '../venue-http.js'
import { createVenueTickCheck } from '../venue-tick-check.js'
import type { ReadPrices } from '../venue-tick.js'

export interface SourceReport {
  readonly source: string
  readonly host: string
  /** Milliseconds; null: it did not answer. */
  readonly latencyMs: number | null
  /** The venue's clock minus ours, in seconds, as exact as its Date header; null where there is none. */
  readonly clockSeconds: number | null
  /** Symbols of ours that it tells of, and those it should. */
  readonly symbols: readonly [found: number, listed: number]
  /** The greatest distance from the median of the other sources, and of which symbol; null: nothing to compare with. */
  readonly apart: { readonly share: number; readonly symbol: string } | null
  /** Empty when all is well. */
  readonly problems: readonly string[]
}

export interface CheckOptions {
  /** A client for each host: a fallback that is never asked may be dead. */
  readonly gmx: readonly { readonly host: string; readonly http: VenueHttp }[]
  readonly ostium: readonly { readonly host: string; readonly http: VenueHttp }[]
  readonly instruments: readonly Instrument[]
  /** Called before each request. */
  readonly onProgress: (line: string) => void
}

/** One source's prices by symbol, where their market is open. */
type Prices = ReadonlyMap<string, Price>
interface Checked {
  readonly report: Omit<SourceReport, 'apart'>
  readonly prices: Prices
}

export async function checkSources({
  gmx,
  ostium,
  instruments,
  onProgress,
}: CheckOptions): Promise<readonly SourceReport[]> {
  const checked: Checked[] = []
  for (const { host, http } of gmx) {
    onProgress(`asking ${host} for tickers, candles and markets`)
    checked.push(await checkPrices(host, createGmxSource(http, instruments)))
    checked.push(await checkCandles(host, http, instruments), await checkMarkets(host, http, instruments))
  }
  for (const { host, http } of ostium) {
    onProgress(`asking ${host} for prices`)
    checked.push(await checkPrices(host, createOstiumSource(http, instruments)))
  }
  return checked.map(({ report, prices }, index) => {
    const others = checked.filter((_, other) => other !== index).map((other) => other.prices)
    const { apart, problems } = compare(prices, others, instruments)
    return { ...report, apart, problems: [...report.problems, ...problems] }
  })
}

async function checkPrices(host: string, prices: PriceSource): Promise<Checked> {
  const { name, instruments } = prices
  return describeAnswer(name, host, instruments.length, async () => {
    const { answer, prices: read } = await prices.ask()
    const faults = faultsOf(read, instruments, answer.arrivedAt)
    const open = read.ticks.filter(({ isOpen }) => isOpen !== false).map(({ symbol, mid }) => [symbol, mid] as const)
    return { answer, found: read.ticks.length, problems: faults, prices: new Map(open) }
  })
}

/** The newest candle of one token: the second opinion on the scale of GMX's tickers. */
const checkCandles = (host: string, http: VenueHttp, instruments: readonly Instrument[]): Promise<Checked> =>
  describeAnswer('GMX candles', host, 1, async () => {
    const [listing] = listGmx(instruments)
    const query = { tokenSymbol: listing?.token.token ?? '', period: '1m', limit: '2' }
    const answer = await http.get('/prices/candles', query)
    const candle = readGmxCandles(answer.body)
    if ('fault' in candle) return { answer, found: 0, problems: [`${candle.fault}: ${candle.detail}`], prices: NONE }
    const symbol = listing?.instrument.symbol ?? ''
    const isOld = candle.at < answer.arrivedAt - CANDLE_AGE_MAX_MICROS
    const problems = isOld ? [`${symbol}: the newest candle is older than five minutes`] : []
    return { answer, found: 1, problems, prices: new Map([[symbol, candle.mid]]) }
  })

const checkMarkets = (host: string, http: VenueHttp, instruments: readonly Instrument[]): Promise<Checked> => {
  const listings = listGmx(instruments)
  return describeAnswer('GMX markets', host, listings.length, async () => {
    const answer = await http.get('/markets/info')
    const found = countGmxMarkets(answer.body, listings)
    if (typeof found !== 'number')
      return { answer, found: 0, problems: [`${found.fault}: ${found.detail}`], prices: NONE }
    const absent = listings.length - found
    const problems = absent === 0 ? [] : [`${absent} of our symbols have no market`]
    return { answer, found, problems, prices: NONE }
  })
}

const NONE: Prices = new Map()
const CANDLE_AGE_MAX_MICROS = 300_000_000
const CLOCK_SECONDS_MAX = 2

interface Findings {
  readonly answer: VenueAnswer
  readonly found: number
  readonly problems: readonly string[]
  readonly prices: Prices
}

async function describeAnswer(
  source: string,
  host: string,
  listed: number,
  ask: () => Promise<Findings>,
): Promise<Checked> {
  try {
    const { answer, found, problems, prices } = await ask()
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
    return { report: { ...report, problems }, prices: NONE }
  }
}

/** All that a polling would log of this response. */
function faultsOf(read: ReadPrices, instruments: readonly Instrument[], arrivedAt: Micros): readonly string[] {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const rejected: string[] = []
  for (const tick of read.ticks) {
    const instrument = bySymbol.get(tick.symbol)
    if (instrument === undefined) continue
    const seconds = ((arrivedAt - tick.at) / 1e6).toFixed(1)
    createVenueTickCheck(instrument, (fault) => rejected.push(`${tick.symbol}: ${fault}, made ${seconds} s ago`)).offer(
      tick,
      arrivedAt,
    )
  }
  return [
    ...read.unreadable.map(({ symbol, fault, detail }) => `${symbol ?? 'response'}: ${fault}: ${detail}`),
    ...(read.missing.length === 0 ? [] : [`missing: ${read.missing.join(', ')}`]),
    ...rejected,
  ]
}

/** As far apart as sources of one price may be. */
const APART_MAX = 0.02
const APART_MAX_CRYPTO = 0.05

function compare(prices: Prices, others: readonly Prices[], instruments: readonly Instrument[]) {
  let apart: SourceReport['apart'] = null
  const problems: string[] = []
  for (const { symbol, assetClass } of instruments) {
    const price = prices.get(symbol)
    const median = medianOf(others.flatMap((other) => other.get(symbol) ?? []))
    if (price === undefined || median === undefined) continue
    const share = Math.abs(toNumber(price) / median - 1)
    if (apart === null || share > apart.share) apart = { share, symbol }
    const shareMax = assetClass === 'crypto' ? APART_MAX_CRYPTO : APART_MAX
    if (share > shareMax) problems.push(`${symbol}: ${(share * 100).toFixed(1)} % apart from the other sources`)
  }
  return { apart, problems }
}

function medianOf(prices: readonly Price[]): number | undefined {
  const sorted = prices.map(toNumber).sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
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
