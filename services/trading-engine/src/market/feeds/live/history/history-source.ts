/** Asks a venue for the bars of a symbol's past. */
import type { Instrument, VenueId } from '../../../../core/model/market/instrument.js'
import type { Micros } from '../../../../core/values/time.js'
import { candleMicros, type CandleInterval } from '../../../candles.js'
import { readGmxCandles } from '../gmx/gmx-candles.js'
import { listGmx } from '../gmx/gmx-prices.js'
import { listOstium } from '../ostium/ostium-pairs.js'
import { OSTIUM_RESOLUTIONS, readOstiumCandles } from '../ostium/ostium-candles.js'
import type { ReadBars, VenueBar } from '../venue-bar.js'
import { VenueError, type VenueHttp } from '../venue-http.js'

/** Bars of each interval. */
export const HISTORY_BARS = 500

export interface HistorySource {
  readonly venue: VenueId
  readonly symbols: readonly string[]
  /**
   * Closed bars, oldest first, at most the newest 500; fewer where the venue has no more.
   * @throws VenueError
   */
  fetch(symbol: string, interval: CandleInterval): Promise<ReadBars>
}

export function createGmxHistory(http: VenueHttp, all: readonly Instrument[]): HistorySource {
  const bySymbol = new Map(listGmx(all).map((listing) => [listing.instrument.symbol, listing]))
  return {
    venue: 'GMX',
    symbols: [...bySymbol.keys()],
    async fetch(symbol, interval) {
      const listing = bySymbol.get(symbol)
      if (listing === undefined) return NOTHING
      const query = { tokenSymbol: listing.token.token, period: interval, limit: String(HISTORY_BARS + 1) }
      const { body, host, arrivedAt } = await http.get('/prices/candles', query)
      const read = readGmxCandles(body, { instrument: listing.instrument, interval, now: arrivedAt })
      if ('fault' in read) throw new VenueError([`${host}: ${read.detail}`], 0)
      return newest(read)
    },
  }
}

/** A venue that returns fewer bars at a time than requested is asked again for the older ones. */
const REQUESTS_MAX = 4

export function createOstiumHistory(http: VenueHttp, all: readonly Instrument[], now: () => Micros): HistorySource {
  const bySymbol = new Map(listOstium(all).map((instrument) => [instrument.symbol, instrument]))

  async function fetchPage(instrument: Instrument, interval: CandleInterval, from: Micros, to: Micros) {
    const { body, host, arrivedAt } = await http.post('/v1/ohlc', {
      pair: instrument.symbol,
      fromTimestampSeconds: Math.floor(from / 1e6),
      toTimestampSeconds: Math.floor(to / 1e6),
      resolution: OSTIUM_RESOLUTIONS[interval],
    })
    const read = readOstiumCandles(body, { instrument, interval, now: arrivedAt })
    if ('fault' in read) throw new VenueError([`${host}: ${read.detail}`], 0)
    return read
  }

  return {
    venue: 'OSTIUM',
    symbols: [...bySymbol.keys()],
    async fetch(symbol, interval) {
      const instrument = bySymbol.get(symbol)
      if (instrument === undefined) return NOTHING
      const from = now() - rangeOf(instrument, interval)
      let to = now()
      let read: ReadBars = NOTHING
      for (let request = 0; request < REQUESTS_MAX && read.bars.length < HISTORY_BARS; request++) {
        const page = await fetchPage(instrument, interval, from, to)
        const oldest = page.bars[0]
        read = { bars: mergeBars(page.bars, read.bars), unreadable: [...read.unreadable, ...page.unreadable] }
        if (!page.hasMore || oldest === undefined || oldest.startsAt <= from || oldest.startsAt >= to) break
        to = oldest.startsAt - 1e6
      }
      return newest(read)
    },
  }
}

const NOTHING: ReadBars = { bars: [], unreadable: [] }
const WEEK_MINUTES = 10_080
/** A long weekend: hours before it may be all that there are. */
const CLOSED_MICROS_MAX = 4 * 86_400e6

/** How far back 500 bars of trading may reach. */
function rangeOf({ tradingHours }: Instrument, interval: CandleInterval): Micros {
  const open = candleMicros(interval) * (HISTORY_BARS + 1)
  if (tradingHours.isAlwaysOpen) return open
  const minutes = tradingHours.sessions.reduce((sum, { openMinute, closeMinute }) => sum + closeMinute - openMinute, 0)
  const isWithinDay = interval !== '1d'
  return open * (isWithinDay ? WEEK_MINUTES / Math.max(1, minutes) : 7 / 5) + CLOSED_MICROS_MAX
}

const newest = ({ bars, unreadable }: ReadBars): ReadBars => ({ bars: bars.slice(-HISTORY_BARS), unreadable })

/** The older ones before the newer ones; where both have a moment the newer answer counts. */
function mergeBars(older: readonly VenueBar[], newer: readonly VenueBar[]): readonly VenueBar[] {
  const first = newer[0]?.startsAt ?? Infinity
  return [...older.filter(({ startsAt }) => startsAt < first), ...newer]
}
