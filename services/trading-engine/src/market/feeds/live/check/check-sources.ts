/** Asks every source of live prices once, and prints what an engine would find wrong with it. */
import type { Instrument } from '../../../../core/model/market/instrument.js'
import { toNumber, type Price } from '../../../../core/values/decimal.js'
import type { Micros } from '../../../../core/values/time.js'
import { createGmxHistory, createOstiumHistory } from '../history/history-source.js'
import { APART_MAX } from '../index-price.js'
import { createGmxSource, createOstiumSource } from '../price-source.js'
import type { VenueHttp } from '../venue-http.js'
import { checkPrices, checkStream, type StreamTarget } from './check-prices.js'
import { checkHistory, checkMarkets, checkRates, checkSchedule } from './check-reads.js'
import type { Checked, Prices, SourceReport } from './source-report.js'

/** A client for each host: a fallback that is never asked may be dead. */
export interface CheckedHost {
  readonly host: string
  readonly http: VenueHttp
}

export interface CheckOptions {
  readonly gmx: readonly CheckedHost[]
  readonly ostium: readonly CheckedHost[]
  /** The hosts of its builder API, which has rates, too. */
  readonly ostiumCandles: readonly CheckedHost[]
  /** Null: it is switched off. */
  readonly stream: StreamTarget | null
  readonly instruments: readonly Instrument[]
  readonly now: () => Micros
  /** Called before each host is asked. */
  readonly onProgress: (line: string) => void
}

export async function checkSources(options: CheckOptions): Promise<readonly SourceReport[]> {
  const { gmx, ostium, ostiumCandles, stream, instruments, now, onProgress } = options
  const checked: Checked[] = []
  for (const { host, http } of gmx) {
    onProgress(`asking ${host} for tickers, candles and markets`)
    checked.push(await checkPrices(host, createGmxSource(http, instruments)))
    checked.push(await checkHistory('GMX candles', host, createGmxHistory(http, instruments), now))
    checked.push(await checkMarkets(host, http, instruments))
  }
  if (stream !== null) {
    onProgress(`subscribing to ${stream.url}`)
    checked.push(await checkStream(stream, instruments))
  }
  for (const { host, http } of ostium) {
    onProgress(`asking ${host} for prices and hours`)
    checked.push(await checkPrices(host, createOstiumSource(http, instruments)))
    checked.push(await checkSchedule(host, http, instruments))
  }
  for (const { host, http } of ostiumCandles) {
    onProgress(`asking ${host} for candles and rates`)
    checked.push(await checkHistory('Ostium candles', host, createOstiumHistory(http, instruments, now), now))
    checked.push(await checkRates(host, http, instruments))
  }
  return checked.map(({ report, prices }, index) => {
    const others = checked.filter((_, other) => other !== index).map((other) => other.prices)
    const { apart, problems } = compare(prices, others, instruments)
    return { ...report, apart, problems: [...report.problems, ...problems] }
  })
}

function compare(prices: Prices, others: readonly Prices[], instruments: readonly Instrument[]) {
  let apart: SourceReport['apart'] = null
  const problems: string[] = []
  for (const { symbol, assetClass } of instruments) {
    const price = prices.get(symbol)
    const median = medianOf(others.flatMap((other) => other.get(symbol) ?? []))
    if (price === undefined || median === undefined) continue
    const share = Math.abs(toNumber(price) / median - 1)
    if (apart === null || share > apart.share) apart = { share, symbol }
    if (share > toNumber(APART_MAX[assetClass]))
      problems.push(`${symbol}: ${(share * 100).toFixed(1)} % apart from the other sources`)
  }
  return { apart, problems }
}

function medianOf(prices: readonly Price[]): number | undefined {
  const sorted = prices.map(toNumber).sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
