/**
 * The live prices of all venues: the latest accepted one of every (venue, symbol), the index price over all of them,
 * and how well each source does. Nothing is kept beyond that, and nothing is decided: publishing is another's.
 *
 * Clocks: whether a price is too old or from the future is decided once, when it arrives, by its venue's time and our
 * clock; outside of the limits (`../tick-check.ts`) it is rejected, because it is unknown which clock is wrong. From
 * then on only the time of arrival counts, by our clock. So a venue whose clock is off falls silent, and shows why.
 */
import type { VenueId } from '../../../core/model/market/instrument.js'
import type { Price } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import { APART_MAX, computeIndexPrices, type IndexPrice, type IndexSource } from './index-price.js'
import type { LivePricesConfig } from './live-prices-config.js'
import type { HistorySource } from './history/history-source.js'
import { loadHistory, type HistoryFigures, type WantedHistory } from './history/load-history.js'
import { createOpener, type LiveSourcesOptions, type SourceHealth } from './open-sources.js'
import type { VenueRates } from '../published/rates/compose-rates.js'
import type { SurveyState } from './survey/open-surveys.js'

/** The latest accepted price of a symbol at a venue. */
export interface LiveQuote {
  /** 0 < bid ≤ mid ≤ ask, exact to 18 decimals, not on the tick grid. */
  readonly bid: Price
  readonly ask: Price
  readonly mid: Price
  /** When the venue made it, by its clock. */
  readonly at: Micros
  /** By our clock. */
  readonly arrivedAt: Micros
  /** As the venue says; null: it says nothing about hours. */
  readonly isOpen: boolean | null
  /** The venue has halted the symbol: nothing opens there, whatever the hours say. */
  readonly isPaused: boolean
}

export interface LiveSources {
  /** Every pair that is asked for, in the order of the catalogue. */
  readonly listings: readonly { readonly venue: VenueId; readonly symbol: string }[]
  /** Undefined before the first accepted price. */
  latest(venue: VenueId, symbol: string): LiveQuote | undefined
  /** The index price of a symbol, by each venue that lists it. */
  index(symbol: string, now: Micros): ReadonlyMap<string, IndexPrice>
  readonly health: () => readonly SourceHealth[]
  /** The latest rates of every listing whose venue has reported them. */
  readonly rates: () => readonly VenueRates[]
  /** Open interest, rates, hours, and how the venues' lists differ from the catalogue. */
  readonly survey: SurveyState
  /** Loads 500 bars of each series that is wanted, of both venues at the same time; ends early when it is aborted. */
  loadHistory(wanted: WantedHistory, stopping: AbortSignal): Promise<Readonly<Record<VenueId, HistoryFigures>>>
  start(): void
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** @throws ConfigError when the file of authorities cannot be read */
export function createLiveSources(config: LivePricesConfig, options: LiveSourcesOptions): LiveSources {
  const { instruments } = options
  const open = createOpener(config, options)
  const venues = [open.gmx(), open.ostium()]
  const surveys = open.surveys()
  const { logger, random = Math.random } = options
  const tasks = [...venues.flatMap(({ sources }) => sources), ...surveys.surveys]
  const intakes = venues.map(({ intake }) => intake)
  const byVenue = new Map(intakes.map((intake) => [intake.venue, intake]))
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const silentAfter = config.LIVE_SILENT_SECONDS * 1_000_000

  return {
    listings: instruments.flatMap(({ symbol, terms }) =>
      intakes.filter(({ venue }) => terms[venue] !== undefined).map(({ venue }) => ({ venue, symbol })),
    ),
    latest(venue, symbol) {
      const tick = byVenue.get(venue)?.latest(symbol)
      return tick && { ...tick, isPaused: surveys.state.market({ venue, symbol })?.isPaused ?? false }
    },
    index(symbol, now) {
      const instrument = bySymbol.get(symbol)
      if (instrument === undefined) return new Map()
      const reported = intakes
        .filter(({ venue }) => instrument.terms[venue] !== undefined)
        .map((intake): IndexSource => ({ source: intake.venue, latest: intake.latest(symbol) ?? null }))
      return computeIndexPrices(reported, { now, silentAfter, apartMax: APART_MAX[instrument.assetClass] })
    },
    health: () => venues.flatMap(({ sources }) => sources.map((source) => source.health())),
    survey: surveys.state,
    rates: surveys.state.rates,
    async loadHistory(wanted, stopping) {
      const load = (source: HistorySource) => loadHistory(source, { logger, random, ...wanted }, stopping)
      const history = open.history()
      const [gmx, ostium] = await Promise.all([load(history.gmx), load(history.ostium)])
      return { GMX: gmx, OSTIUM: ostium }
    },
    start: () => tasks.forEach((task) => task.start()),
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
