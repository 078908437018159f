/** The marks of the synthetic market of a seed, with the catalogue's spread around them. */
import { createHash } from 'node:crypto'
import { isOpen } from '../../../core/calendar/trading-hours.js'
import type { Instrument } from '../../../core/model/market/instrument.js'
import { TICK_MICROS } from '../../../core/values/tick.js'
import { createSyntheticFeed } from '../../../market/feeds/synthetic.js'
import { createSeriesWriter } from '../series-writer.js'
import type { Tape } from '../tape.js'
import type { ModelSpan } from './model-spec.js'

export function syntheticTape({ seed, from, to, every }: ModelSpan, instruments: readonly Instrument[]): Tape {
  const feed = createSyntheticFeed(instruments, createHash('sha256').update(`synthetic tape ${seed}`).digest())
  const firstTick = Math.ceil(from / TICK_MICROS)
  const series = instruments.map(({ symbol, primaryVenue: venue, tickSize, tradingHours }) => {
    const listing = { symbol, venue, tickSize }
    const writer = createSeriesWriter(listing)
    for (let tick = firstTick; tick * TICK_MICROS < to; tick += every) {
      if (!isOpen(tradingHours, tick * TICK_MICROS)) continue
      const mark = feed.quote(listing, tick)?.mark
      if (mark === undefined) continue
      writer.add({ slot: tick - firstTick, price: Number(mark / tickSize), spread: 0, flags: 0 })
    }
    return writer.finish()
  })
  return { firstTick, series }
}
