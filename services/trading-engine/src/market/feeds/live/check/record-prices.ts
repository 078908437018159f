/** Writes live prices into a recording that MARKET_FEED=replay takes. */
import { open } from 'node:fs/promises'
import { formatDecimal } from '../../../../core/values/decimal.js'
import { formatTimestamp } from '../../../../core/values/time.js'
import type { VenueTick } from '../venue-tick.js'

export interface Recorder {
  record(ticks: readonly VenueTick[]): void
  readonly recorded: () => { readonly prices: number; readonly symbols: number }
  /** Resolves when all is on disk; rejects when something could not be written. */
  close(): Promise<void>
}

const HEADER = 'time,symbol,venue,price,bid,ask\n'

/**
 * CSV, whole lines at a time. Rejects when the file exists.
 * @throws the error of the file system
 */
export async function openRecorder(path: string): Promise<Recorder> {
  const file = await open(path, 'wx')
  const symbols = new Set<string>()
  let prices = 0
  let writing: Promise<void> = file.appendFile(HEADER)
  writing.catch(() => undefined) // reported by close

  return {
    record(ticks) {
      for (const { symbol } of ticks) symbols.add(symbol)
      prices += ticks.length
      const lines = ticks.map(lineOf).join('')
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

const lineOf = ({ at, symbol, venue, mid, bid, ask }: VenueTick): string =>
  `${[formatTimestamp(at), symbol, venue, ...[mid, bid, ask].map(formatDecimal)].join(',')}\n`
