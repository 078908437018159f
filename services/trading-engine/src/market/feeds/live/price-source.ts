/** Polls the venues' prices: each response read and handed on, each outage logged once. */
import { periodic } from '@ats/service-kit/async'
import { createOutageLog, type Logger } from '@ats/service-kit/process'
import type { Instrument, VenueId } from '../../../core/model/market/instrument.js'
import type { Micros } from '../../../core/values/time.js'
import { createBackOff } from './back-off.js'
import { listGmx, readGmxTickers } from './gmx/gmx-prices.js'
import { listOstium } from './ostium/ostium-pairs.js'
import { readOstiumPrices } from './ostium/ostium-prices.js'
import { clockSkewMs, VenueError, type VenueAnswer, type VenueHttp } from './venue-http.js'
import type { IntakeChannel } from './venue-intake.js'
import type { ReadPrices } from './venue-tick.js'

/** Prices of one venue, by one request. */
export interface PriceSource {
  readonly name: 'GMX tickers' | 'Ostium prices'
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
  /** Not polled, because its prices come by another channel. */
  readonly isStandby: boolean
  /** The latest request was answered with prices. */
  readonly isConnected: boolean
  /** When its latest answer arrived; null: none has. */
  readonly answeredAt: Micros | null
  /** Answers after a failure. */
  readonly reconnects: number
  /** The venue's clock minus ours, by the latest response that has a date; exact to a second. */
  readonly clockSkewMs: number | null
}

export interface PricePollingOptions {
  readonly source: PriceSource
  readonly channel: IntakeChannel
  /** Asked before each request; default: always. */
  readonly isNeeded?: () => boolean
  readonly everyMs: number
  readonly logger: Logger
  /** In [0, 1). */
  readonly random?: () => number
}

export function createPricePolling(options: PricePollingOptions): PricePolling {
  const { source, channel, isNeeded = () => true, everyMs, logger, random = Math.random } = options
  const { venue } = source
  const outage = createOutageLog(logger, {
    dependency: `${venue} prices`,
    lost: `prices of ${venue} cannot be read`,
    back: `prices of ${venue} are read again`,
  })
  const backOff = createBackOff(everyMs, random)
  let waitMs = everyMs
  let health: PollingHealth = {
    isStandby: false,
    isConnected: false,
    answeredAt: null,
    reconnects: 0,
    clockSkewMs: null,
  }

  async function poll(): Promise<number> {
    health = { ...health, isStandby: !isNeeded() }
    if (health.isStandby) return (waitMs = everyMs)
    try {
      const { answer, prices } = await source.ask()
      const whole = prices.unreadable.find(({ symbol }) => symbol === null)
      if (whole !== undefined) throw new VenueError([`${answer.host}: ${whole.detail}`], 0)
      outage.answered()
      health = {
        isStandby: false,
        isConnected: true,
        answeredAt: answer.arrivedAt,
        reconnects: health.reconnects + (backOff.succeeded() ? 1 : 0),
        clockSkewMs: clockSkewMs(answer) ?? health.clockSkewMs,
      }
      channel.take(prices, answer.arrivedAt)
      waitMs = everyMs
    } catch (error) {
      outage.failed(error instanceof VenueError ? error.message : error)
      health = { ...health, isConnected: false }
      waitMs = backOff.failed(error instanceof VenueError ? error.retryAfterMs : 0)
    }
    return waitMs
  }

  const polls = periodic(poll, { everyMs: () => waitMs, firstAfterMs: 0 })
  return { poll, start: polls.start, stop: polls.stop, health: () => health }
}
