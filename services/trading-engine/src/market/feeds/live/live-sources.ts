/**
 * The live prices of all venues: the latest accepted one of every (venue, symbol), the index price over all of them,
 * and how well each source does. Nothing is kept beyond that, and nothing is decided: publishing is another's.
 *
 * Clocks: whether a price is too old or from the future is decided once, when it arrives, by its venue's time and our
 * clock; outside of the limits (`../tick-check.ts`) it is rejected, because nobody can tell which clock is wrong. From
 * then on only the time of arrival counts, by our clock. So a venue whose clock is off falls silent, and shows why.
 */
import type { Logger } from '@ats/service-kit'
import type { Instrument, VenueId } from '../../../core/model/instrument.js'
import type { Price } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import { APART_MAX, computeIndexPrices, type IndexPrice, type IndexSource } from './index-price.js'
import type { LivePricesConfig } from './live-prices-config.js'
import { createGmxSource, createOstiumSource, createPricePolling, type PriceSource } from './price-source.js'
import { createVenueHttp } from './venue-http.js'
import { createVenueIntake, type AcceptedTick } from './venue-intake.js'

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

/** Plain figures of one source since the start. */
export interface SourceHealth {
  /** E.g. `GMX tickers`. */
  readonly source: string
  readonly venue: VenueId
  /** It answers, or its connection is open and not silent. */
  readonly isConnected: boolean
  /** When its latest answer or message arrived, by our clock; null: none has. */
  readonly answeredAt: Micros | null
  readonly reconnects: number
  /** The venue's clock minus ours; null: it does not tell. */
  readonly clockSkewMs: number | null
}

export interface VenueHealth {
  readonly venue: VenueId
  /** Ticks and entries that were rejected, by reason. */
  readonly rejected: ReadonlyMap<string, number>
}

export interface LiveSources {
  /** Every pair that is asked for, in the order of the catalogue. */
  readonly listings: readonly { readonly venue: VenueId; readonly symbol: string }[]
  /** Undefined before the first accepted price. */
  latest(venue: VenueId, symbol: string): LiveQuote | undefined
  /** The index price of a symbol, by each venue that lists it. */
  index(symbol: string, now: Micros): ReadonlyMap<string, IndexPrice>
  readonly health: () => { readonly sources: readonly SourceHealth[]; readonly venues: readonly VenueHealth[] }
  start(): void
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

export interface LiveSourcesOptions {
  readonly instruments: readonly Instrument[]
  readonly logger: Logger
  readonly now: () => Micros
  /** Called with ticks as they are accepted, oldest first within a symbol. */
  readonly onTicks?: (ticks: readonly AcceptedTick[]) => void
  /** In [0, 1). */
  readonly random?: () => number
}

export function createLiveSources(config: LivePricesConfig, options: LiveSourcesOptions): LiveSources {
  const { instruments, now } = options
  const open = (hosts: readonly string[], create: typeof createGmxSource) => {
    const http = createVenueHttp({ hosts, timeoutMs: config.VENUE_PRICES_TIMEOUT_MS, now })
    return openSource(create(http, instruments), config, options)
  }
  const sources = [open(config.GMX_PRICES_URLS, createGmxSource), open(config.OSTIUM_PRICES_URLS, createOstiumSource)]
  const byVenue = new Map(sources.map((source) => [source.intake.venue, source.intake]))
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const silentAfter = config.LIVE_SILENT_SECONDS * 1_000_000

  const latest = (venue: VenueId, symbol: string): LiveQuote | undefined => {
    const tick = byVenue.get(venue)?.latest(symbol)
    return tick && { ...tick, isPaused: false }
  }

  return {
    listings: instruments.flatMap(({ symbol, terms }) =>
      [...byVenue.keys()].filter((venue) => terms[venue] !== undefined).map((venue) => ({ venue, symbol })),
    ),
    latest,
    index(symbol, at) {
      const instrument = bySymbol.get(symbol)
      if (instrument === undefined) return new Map()
      const listed = [...byVenue.values()].filter(({ venue }) => instrument.terms[venue] !== undefined)
      const told = listed.map((intake): IndexSource => ({
        source: intake.venue,
        latest: intake.latest(symbol) ?? null,
      }))
      return computeIndexPrices(told, { now: at, silentAfter, apartMax: APART_MAX[instrument.assetClass] })
    },
    health: () => ({
      sources: sources.map(({ name, intake, polling }) => ({ source: name, venue: intake.venue, ...polling.health() })),
      venues: sources.map(({ intake }) => ({ venue: intake.venue, rejected: intake.rejected() })),
    }),
    start() {
      for (const { polling } of sources) polling.start()
    },
    async stop() {
      await Promise.all(sources.map(({ polling }) => polling.stop()))
    },
  }
}

function openSource(source: PriceSource, config: LivePricesConfig, { logger, onTicks, random }: LiveSourcesOptions) {
  const { name, venue, instruments } = source
  const intake = createVenueIntake({ venue, instruments, logger, ...(onTicks && { onTicks }) })
  const everyMs = config.VENUE_PRICES_EVERY_MS
  const polling = createPricePolling({ source, intake, everyMs, logger, ...(random && { random }) })
  return { name, intake, polling }
}
