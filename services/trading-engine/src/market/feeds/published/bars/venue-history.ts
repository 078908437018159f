/** The venues' own bars of all listings, as they are stored: of the times in which nothing was published of them. */
import type { Logger } from '@ats/service-kit/process'
import type { StoredHistory } from '../../../../core/model/market/venue-history.js'
import { MINUTE_TICKS } from '../../../candles.js'
import type { ListedInstrument } from '../../../listed-instrument.js'
import { decodeBars } from './bar-block.js'
import { BlockError } from '../byte-codec.js'
import { createPastBars, type PastBars } from './past-bars.js'

export interface VenueHistory {
  readonly of: (listed: ListedInstrument) => PastBars
  /** Reads what was stored since the last call; resolves to the first tick that differs now, if one does. */
  refresh(): Promise<number | null>
  readonly bytes: () => number
}

export interface VenueHistoryOptions {
  readonly listed: readonly ListedInstrument[]
  readonly numberOf: (listed: ListedInstrument) => number | undefined
  /** Stored after this one, oldest first, at most as many. */
  readonly read: (afterId: number, limit: number) => Promise<readonly StoredHistory[]>
  readonly logger: Logger
}

/** Series read before other work gets its turn: some milliseconds. */
const PAGE = 20

export function createVenueHistory({ listed, numberOf, read, logger }: VenueHistoryOptions): VenueHistory {
  const histories = new Map(listed.map((one) => [one, createPastBars()]))
  let lastId = 0

  /** Null: nothing differs. */
  function add(stored: StoredHistory, byNumber: ReadonlyMap<number, PastBars>): number | null {
    const { id, listing, fromTick, toTick, minutes, block } = stored
    const length = minutes * MINUTE_TICKS
    try {
      const bars = decodeBars(block, length)
      // Of a grid that the listing no longer has.
      const history = byNumber.get(listing)
      history?.add({ fromTick, toTick }, length, bars)
      return (history && bars[0]?.start) ?? null
    } catch (error) {
      if (!(error instanceof BlockError)) throw error
      logger.error({ err: error, id }, 'stored history of a venue is not what was stored; it is left out')
      return null
    }
  }

  return {
    of: (one) => histories.get(one) ?? createPastBars(),
    async refresh() {
      let first: number | null = null
      for (;;) {
        const page = await read(lastId, PAGE)
        const byNumber = new Map([...histories].map(([one, history]) => [numberOf(one) ?? 0, history]))
        for (const stored of page) {
          const changed = add(stored, byNumber)
          if (changed !== null) first = Math.min(first ?? changed, changed)
          lastId = stored.id
        }
        if (page.length < PAGE) return first
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    bytes: () => [...histories.values()].reduce((sum, history) => sum + history.bytes(), 0),
  }
}
