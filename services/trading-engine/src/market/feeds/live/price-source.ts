/** The venues' prices, asked for again and again: each response read and handed on, each outage logged once. */
import { createOutageLog, periodic, type Logger } from '@ats/service-kit'
import type { Instrument, VenueId } from '../../../core/model/instrument.js'
import type { Micros } from '../../../core/values/time.js'
import { listGmx, readGmxTickers } from './gmx/gmx-prices.js'
import { listOstium, readOstiumPrices } from './ostium/ostium-prices.js'
import { clockSkewMs, VenueError, type VenueAnswer, type VenueHttp } from './venue-http.js'
import type { VenueIntake } from './venue-intake.js'
import type { ReadPrices } from './venue-tick.js'

/** Prices of one venue, asked for once. */
export interface PriceSource {
  readonly name: string
  readonly venue: VenueId
  readonly instruments: readonly Instrument[]
  /** @throws VenueError */
  ask(): Promise<{ readonly answer: VenueAnswer; readonly prices: ReadPrices }>
}

export function createGmxSource(http: VenueHttp, all: readonly Instrument[]): PriceSource {
  const listings = listGmx(all)
  return {
    name: 'GMX tickers',
    venue: 'GMX',
    instruments: listings.map(({ instrument }) => instrument),
    async ask() {
      const answer = await http.get('/prices/tickers')
      return { answer, prices: readGmxTickers(answer.body, listings) }
    },
  }
}

export function createOstiumSource(http: VenueHttp, all: readonly Instrument[]): PriceSource {
  const instruments = listOstium(all)
  return {
    name: 'Ostium prices',
    venue: 'OSTIUM',
    instruments,
    async ask() {
      const answer = await http.get('/PricePublish/latest-prices')
      return { answer, prices: readOstiumPrices(answer.body, instruments) }
    },
  }
}

export interface PricePolling {
  /** Asks once and hands on what is read; resolves to the wait until the next request. Never throws. */
  poll(): Promise<number>
  start(): void
  stop(): Promise<void>
  readonly health: () => PollingHealth
}

export interface PollingHealth {
  /** The latest request was answered with prices. */
  readonly isConnected: boolean
  /** When its latest answer arrived; null: none has. */
  readonly answeredAt: Micros | null
  /** Answers after a failure. */
  readonly reconnects: number
  /** The venue's clock minus ours, of the latest answer that told; exact to a second. */
  readonly clockSkewMs: number | null
}

export interface PricePollingOptions {
  readonly source: PriceSource
  readonly intake: VenueIntake
  readonly everyMs: number
  readonly logger: Logger
  /** In [0, 1). */
  readonly random?: () => number
}

const BACK_OFF_MS_MAX = 30_000

export function createPricePolling(options: PricePollingOptions): PricePolling {
  const { source, intake, everyMs, logger, random = Math.random } = options
  const { venue } = source
  const outage = createOutageLog(logger, {
    dependency: `${venue} prices`,
    lost: `prices of ${venue} cannot be read`,
    back: `prices of ${venue} are read again`,
  })
  let failures = 0
  let waitMs = everyMs
  let health: PollingHealth = { isConnected: false, answeredAt: null, reconnects: 0, clockSkewMs: null }

  /** Doubles with each failure, and is drawn from its upper half: many that were cut off do not return together. */
  function backOff(retryAfterMs: number): number {
    failures += 1
    const longest = Math.min(everyMs * 2 ** failures, BACK_OFF_MS_MAX)
    return Math.max(retryAfterMs, longest / 2 + (random() * longest) / 2)
  }

  async function poll(): Promise<number> {
    try {
      const { answer, prices } = await source.ask()
      const whole = prices.unreadable.find(({ symbol }) => symbol === null)
      if (whole !== undefined) throw new VenueError([`${answer.host}: ${whole.detail}`], 0)
      outage.answered()
      health = {
        isConnected: true,
        answeredAt: answer.arrivedAt,
        reconnects: health.reconnects + (failures > 0 ? 1 : 0),
        clockSkewMs: clockSkewMs(answer) ?? health.clockSkewMs,
      }
      failures = 0
      intake.take(prices, answer.arrivedAt)
      waitMs = everyMs
    } catch (error) {
      outage.failed(error)
      health = { ...health, isConnected: false }
      waitMs = backOff(error instanceof VenueError ? error.retryAfterMs : 0)
    }
    return waitMs
  }

  const polls = periodic(poll, { everyMs: () => waitMs, firstAfterMs: 0 })
  return { poll, start: polls.start, stop: polls.stop, health: () => health }
}
