/** The context of a run in this process: the market of a tape, a clock that the run moves, and ids by number. */
import { UUID } from 'uuidv7'
import { isOpen } from '../../core/calendar/trading-hours.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { MarketView } from '../../core/model/market/market-view.js'
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
  })
  const peak = createTapePeaks(tape, catalogue)
  let drawn = 0
  const contextAt = (now: Micros): DecisionContext => {
    const view: MarketView = { ...market.view(now), peak }
    return {
      now,
      origin: BY_SYSTEM,
      market: view,
      instruments: catalogue,
      isMarketOpen: (listing) => market.status(listing, now) === 'OPEN',
      ...{ news, isFundingCharged },
      newId: () => labId(now, ++drawn),
      earlier: contextAt,
    }
  }
  return { contextAt }
}

/** A UUID v7 of the run's clock, and a number in the place of chance. */
const labId = (now: Micros, number: number): string =>
  UUID.fromFieldsV7(Math.floor(now / MICROS_PER_MS), 0, 0, number).toString()
