/** Writes live prices into a recording that MARKET_FEED=replay takes. */
import { open } from 'node:fs/promises'
import type { Instrument, VenueId } from '../../../../core/model/instrument.js'
import { formatDecimal } from '../../../../core/values/decimal.js'
import { formatTimestamp } from '../../../../core/values/time.js'
import type { VenueTick } from '../venue-tick.js'

export interface Recorder {
  /** Ticks of a symbol at another venue than its primary one are passed over: a recording has one series a symbol. */
  record(ticks: readonly VenueTick[]): void
  readonly recorded: () => { readonly prices: number; readonly symbols: number }
  /** Resolves when all is on disk; rejects when something could not be written. */
  close(): Promise<void>
}

const HEADER = 'time,symbol,price,bid,ask\n'

/**
 * CSV, whole lines at a time. Rejects when the file exists.
 * @throws the error of the file system
 */
export async function openRecorder(path: string, instruments: readonly Instrument[]): Promise<Recorder> {
  const primaryVenues = new Map<string, VenueId>(instruments.map(({ symbol, primaryVenue }) => [symbol, primaryVenue]))
  const file = await open(path, 'wx')
  const symbols = new Set<string>()
  let prices = 0
  let writing: Promise<void> = file.appendFile(HEADER)
  writing.catch(() => undefined) // told by close

  return {
    record(ticks) {
      const own = ticks.filter(({ symbol, venue }) => primaryVenues.get(symbol) === venue)
      for (const { symbol } of own) symbols.add(symbol)
      prices += own.length
      const lines = own.map(lineOf).join('')
      writing = writing.then(() => file.appendFile(lines))
      writing.catch(() => undefined)
    },
    recorded: () => ({ prices, symbols: symbols.size }),
    async close() {
      try {
        await writing
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}

const lineOf = ({ at, symbol, mid, bid, ask }: VenueTick): string =>
  `${[formatTimestamp(at), symbol, ...[mid, bid, ask].map(formatDecimal)].join(',')}\n`
