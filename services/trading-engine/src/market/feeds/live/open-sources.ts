/** Builds the sources of each venue as the configuration names them. */
import type { Logger } from '@ats/service-kit/process'
import type { Instrument, VenueId } from '../../../core/model/market/instrument.js'
import type { Listing } from '../../../core/model/market/listing.js'
import type { Price } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import { createGmxHistory, createOstiumHistory } from './history/history-source.js'
import type { LivePricesConfig } from './live-prices-config.js'
import { createOstiumStream, type OstiumStream } from './ostium/ostium-stream.js'
import { createGmxSource, createOstiumSource, createPricePolling, type PriceSource } from './price-source.js'
import { openSurveys } from './survey/open-surveys.js'
import { createVenueHttp } from './venue-http.js'
import { createVenueIntake, type AcceptedTick, type IntakeFigures, type VenueIntake } from './venue-intake.js'
import { loadVenueAuthorities } from './venue-tls.js'

/** The roads by which prices come, as logs and metrics name them. */
export const PRICE_SOURCES = ['GMX tickers', 'Ostium stream', 'Ostium prices'] as const

/** Plain figures of one source since the start. */
export interface SourceHealth extends IntakeFigures {
  readonly source: (typeof PRICE_SOURCES)[number]
  readonly venue: VenueId
  /** It answers, or its connection is open and brings prices. */
  readonly isConnected: boolean
  /** Not polled, because its prices come by another channel. */
  readonly isStandby: boolean
  /** When its latest answer or message arrived, by our clock; null: none has. */
  readonly answeredAt: Micros | null
  readonly reconnects: number
  /** The venue's clock minus ours; null: unknown. */
  readonly clockSkewMs: number | null
}

export interface LiveSourcesOptions {
  readonly instruments: readonly Instrument[]
  readonly logger: Logger
  readonly now: () => Micros
  /** Called with ticks as they are accepted, oldest first within a symbol. */
  readonly onTicks?: (ticks: readonly AcceptedTick[]) => void
  /** The price of a listing that was published last, by whichever process; undefined: none was. */
  readonly lastPublished?: (listing: Listing) => Price | undefined
  /** In [0, 1). */
  readonly random?: () => number
}

export interface OpenSource {
  readonly health: () => SourceHealth
  start(): void
  stop(): Promise<void>
}

export interface OpenVenue {
  readonly intake: VenueIntake
  readonly sources: readonly OpenSource[]
}

export function createOpener(config: LivePricesConfig, options: LiveSourcesOptions) {
  const { instruments, logger, now, lastPublished, onTicks, random = Math.random } = options
  const timeoutMs = config.VENUE_PRICES_TIMEOUT_MS
  const silentMs = config.LIVE_SILENT_SECONDS * 1000
  const secureContext = loadVenueAuthorities(config.VENUE_CA_FILE)
  const httpOf = (hosts: readonly string[]) => createVenueHttp({ hosts, timeoutMs, now, secureContext })
  const intakeOf = (source: PriceSource) => {
    const { venue } = source
    const published = lastPublished && { lastPublished: (symbol: string) => lastPublished({ venue, symbol }) }
    return createVenueIntake({ ...source, logger, ...published, ...(onTicks && { onTicks }) })
  }

  function openPolling(source: PriceSource, intake: VenueIntake, isNeeded?: () => boolean): OpenSource {
    const channel = intake.openChannel()
    const everyMs = config.VENUE_PRICES_EVERY_MS
    const polling = createPricePolling({ source, channel, everyMs, logger, random, ...(isNeeded && { isNeeded }) })
    const { name, venue } = source
    return { ...polling, health: () => ({ source: name, venue, ...polling.health(), ...channel.figures() }) }
  }

  function openStream(url: string, intake: VenueIntake, listings: readonly Instrument[]): OstiumStream {
    // Given up early enough for the prices to come by HTTP before they are silent.
    const stream = { url, secureContext, instruments: listings, intake, timeoutMs, silentMs: silentMs / 2 }
    return createOstiumStream({ ...stream, logger, now, random })
  }

  const gmx = httpOf(config.GMX_PRICES_URLS)
  const ostium = httpOf(config.OSTIUM_PRICES_URLS)
  const ostiumBuilder = httpOf(config.OSTIUM_CANDLES_URLS)

  return {
    surveys: () => openSurveys({ gmx, ostium, ostiumBuilder, instruments, logger, random }),
    history: () => ({
      gmx: createGmxHistory(gmx, instruments),
      ostium: createOstiumHistory(ostiumBuilder, instruments, now),
    }),
    gmx(): OpenVenue {
      const source = createGmxSource(gmx, instruments)
      const intake = intakeOf(source)
      return { intake, sources: [openPolling(source, intake)] }
    },
    ostium(): OpenVenue {
      const source = createOstiumSource(ostium, instruments)
      const intake = intakeOf(source)
      const url = config.OSTIUM_STREAM_URL
      if (url === 'off') return { intake, sources: [openPolling(source, intake)] }
      const stream = openStream(url, intake, source.instruments)
      const isQuiet = ({ symbol }: Instrument): boolean => {
        const tick = intake.latest(symbol)
        return tick === undefined || (tick.isOpen !== false && now() - tick.arrivedAt > (silentMs * 1000) / 3)
      }
      const isNeeded = (): boolean => !stream.health().isConnected || source.instruments.some(isQuiet)
      return { intake, sources: [describeStream(stream, intake), openPolling(source, intake, isNeeded)] }
    },
  }
}

const describeStream = (stream: OstiumStream, { venue }: VenueIntake): OpenSource => ({
  ...stream,
  health: () => ({
    source: 'Ostium stream',
    venue,
    isStandby: false,
    ...stream.health(),
    ...stream.channel.figures(),
  }),
})
