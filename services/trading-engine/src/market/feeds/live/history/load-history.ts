/**
 * Loads the past of every symbol at every venue, politely: a few requests at a time, fewer and later when the venue
 * refuses. What cannot be had after some attempts is left out, counted and logged in one line.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@ats/service-kit/process'
import type { Listing } from '../../../../core/model/market/listing.js'
import { CANDLE_INTERVALS, type CandleInterval } from '../../../candles.js'
import { createBackOff, type BackOff } from '../back-off.js'
import type { VenueBar } from '../venue-bar.js'
import { VenueError } from '../venue-http.js'
import type { HistorySource } from './history-source.js'

export interface BarHistory extends Listing {
  readonly interval: CandleInterval
  /** Closed, oldest first, at most 500. */
  readonly bars: readonly VenueBar[]
}

export interface WantedHistory {
  readonly isWanted: (listing: Listing, interval: CandleInterval) => boolean
  /** Called with each series as it comes; the next is asked for when it has resolved. */
  readonly onHistory: (history: BarHistory) => void | Promise<void>
}

export interface LoadHistoryOptions extends WantedHistory {
  readonly logger: Logger
  /** In [0, 1). */
  readonly random: () => number
  /** Before the first of several attempts in a row. */
  readonly firstWaitMs?: number
}

export interface HistoryFigures {
  /** Series that came. */
  readonly loaded: number
  /** Series that could not be had. */
  readonly failed: number
  /** Bars that were rejected. */
  readonly rejected: number
}

interface Series {
  readonly symbol: string
  readonly interval: CandleInterval
  readonly backOff: BackOff
  attempts: number
}

/** Requests under way at a venue. */
const REQUESTS_MAX = 2
const ATTEMPTS_MAX = 5
const FIRST_WAIT_MS = 500
const PROBLEMS_LOGGED = 3

/** Loads the history of one venue, the shortest interval of all symbols first, until `stopping` is aborted. */
export async function loadHistory(
  source: HistorySource,
  options: LoadHistoryOptions,
  stopping: AbortSignal,
): Promise<HistoryFigures> {
  const { logger, onHistory, isWanted, random, firstWaitMs = FIRST_WAIT_MS } = options
  const { venue, symbols } = source
  const queue = CANDLE_INTERVALS.flatMap((interval) => symbols.map((symbol) => ({ symbol, interval })))
    .filter(({ symbol, interval }) => isWanted({ venue, symbol }, interval))
    .map((series): Series => ({ ...series, attempts: 0, backOff: createBackOff(firstWaitMs, random) }))
  const problems: string[] = []
  let loaded = 0
  let rejected = 0

  async function load(series: Series): Promise<void> {
    const { symbol, interval, backOff } = series
    try {
      const { bars, unreadable } = await source.fetch(symbol, interval)
      await onHistory({ venue, symbol, interval, bars })
      rejected += unreadable.length
      loaded += 1
    } catch (error) {
      if (!(error instanceof VenueError)) throw error
      series.attempts += 1
      // After all others: what one symbol does not have delays none of them.
      if (series.attempts < ATTEMPTS_MAX) queue.push(series)
      else problems.push(`${symbol} ${interval}: ${error.message}`)
      await sleep(backOff.failed(error.retryAfterMs), undefined, { ref: false, signal: stopping }).catch(() => null)
    }
  }

  async function loadNext(): Promise<void> {
    for (let series = queue.shift(); series !== undefined && !stopping.aborted; series = queue.shift())
      await load(series)
  }

  await Promise.all(Array.from({ length: REQUESTS_MAX }, loadNext))
  const figures = { loaded, failed: problems.length, rejected }
  const line = { venue, ...figures, ...(problems.length > 0 && { problems: problems.slice(0, PROBLEMS_LOGGED) }) }
  if (problems.length > 0 || rejected > 0) logger.warn(line, 'history was loaded with gaps')
  else logger.info(line, 'history was loaded')
  return figures
}
