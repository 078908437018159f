/** The context of a run in this process: the market of a tape, a clock that the run moves, and ids by number. */
import { UUID } from 'uuidv7'
import { isOpen } from '../../core/calendar/trading-hours.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { BY_SYSTEM } from '../../core/model/order/origin.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import type { Micros } from '../../core/values/time.js'
import type { Catalogue } from '../../market/catalogue.js'
import { createMarket } from '../../market/market.js'
import { createTapeFeed } from '../tapes/tape-feed.js'
import { createTapePeaks } from '../tapes/tape-peaks.js'
import type { Tape } from '../tapes/tape.js'

export interface LabMarketOptions {
  readonly tape: Tape
  readonly catalogue: Catalogue
  /** Shapes the books, and what the tape says nothing of. */
  readonly seed: Uint8Array
  readonly news?: readonly NewsEvent[]
  readonly isFundingCharged?: boolean
}

export interface LabMarket {
  readonly contextAt: (now: Micros) => DecisionContext
}

const MICROS_PER_MS = 1_000

export function createLabMarket(options: LabMarketOptions): LabMarket {
  const { tape, catalogue, seed, news = [], isFundingCharged = true } = options
  const symbols = new Set(tape.series.map(({ symbol }) => symbol))
  const instruments = catalogue.all.filter(({ symbol }) => symbols.has(symbol))
  const market = createMarket({
    instruments,
    feed: createTapeFeed(tape, instruments),
    seed,
    isWithinHours: ({ tradingHours }, at) => isOpen(tradingHours, at),
    peak: createTapePeaks(tape, catalogue),
  })
  const idAt = createLabIds()
  const contextAt = (now: Micros): DecisionContext => {
    return {
      now,
      origin: BY_SYSTEM,
      market: market.view(now),
      instruments: catalogue,
      isMarketOpen: (listing) => market.status(listing, now) === 'OPEN',
      ...{ news, isFundingCharged },
      newId: () => idAt(now),
      earlier: contextAt,
    }
  }
  return { contextAt }
}

/** Makes ids that are the same in each run: UUIDs of version 7 of its clock, with a number in the place of chance. */
export function createLabIds(): (now: Micros) => string {
  let drawn = 0
  return (now) => UUID.fromFieldsV7(Math.floor(now / MICROS_PER_MS), 0, 0, ++drawn).toString()
}
