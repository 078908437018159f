/** The venues' prices, asked for again and again: each response read, each tick checked, each outage logged once. */
import { createOutageLog, periodic, type Logger } from '@ats/service-kit'
import type { Instrument, VenueId } from '../../../core/model/instrument.js'
import { formatTimestamp, type Micros } from '../../../core/values/time.js'
import { listGmx, readGmxTickers } from './gmx-prices.js'
import { listOstium, readOstiumPrices } from './ostium-prices.js'
import { VenueError, type VenueAnswer, type VenueHttp } from './venue-http.js'
import { createVenueTickCheck, type VenueTickCheck } from './venue-tick-check.js'
import type { ReadPrices, VenueTick } from './venue-tick.js'

/** Prices of one venue, asked for once. */
export interface PriceSource {
  readonly venue: VenueId
  readonly instruments: readonly Instrument[]
  /** @throws VenueError */
  ask(): Promise<{ readonly answer: VenueAnswer; readonly prices: ReadPrices }>
}

export function createGmxSource(http: VenueHttp, all: readonly Instrument[]): PriceSource {
  const listings = listGmx(all)
  return {
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
    venue: 'OSTIUM',
    instruments,
    async ask() {
      const answer = await http.get('/PricePublish/latest-prices')
      return { answer, prices: readOstiumPrices(answer.body, instruments) }
    },
  }
}

export interface PricePolling {
  /** Asks once and passes on what is accepted; resolves to the wait until the next request. Never throws. */
  poll(): Promise<number>
  start(): void
  stop(): Promise<void>
}

export interface PricePollingOptions {
  readonly source: PriceSource
  readonly everyMs: number
  readonly logger: Logger
  /** Ticks that passed every check, oldest first within a symbol. */
  readonly onTicks: (ticks: readonly VenueTick[]) => void
  /** In [0, 1). */
  readonly random?: () => number
}

const BACK_OFF_MS_MAX = 30_000

export function createPricePolling(options: PricePollingOptions): PricePolling {
  const { source, everyMs, logger, onTicks, random = Math.random } = options
  const { venue } = source
  const outage = createOutageLog(logger, {
    dependency: `${venue} prices`,
    lost: `prices of ${venue} cannot be read`,
    back: `prices of ${venue} are read again`,
  })
  const tell = createRejectedLog(logger, venue)
  const checks = new Map<string, VenueTickCheck>(
    source.instruments.map((instrument) => [
      instrument.symbol,
      createVenueTickCheck(instrument, (fault, { symbol, at }) =>
        tell(symbol, fault, arrivedAt, { made_at: formatTimestamp(at) }),
      ),
    ]),
  )
  let arrivedAt = 0
  let failures = 0
  let waitMs = everyMs

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
      failures = 0
      arrivedAt = answer.arrivedAt
      for (const { symbol, fault, detail } of prices.unreadable) tell(symbol ?? venue, fault, arrivedAt, { detail })
      for (const symbol of prices.missing) tell(symbol, 'missing', arrivedAt)
      const ticks = prices.ticks.flatMap((tick) => checks.get(tick.symbol)?.offer(tick, arrivedAt) ?? [])
      if (ticks.length > 0) onTicks(ticks)
      waitMs = everyMs
    } catch (error) {
      outage.failed(error)
      waitMs = backOff(error instanceof VenueError ? error.retryAfterMs : 0)
    }
    return waitMs
  }

  const polls = periodic(poll, { everyMs: () => waitMs, firstAfterMs: 0 })
  return { poll, start: polls.start, stop: polls.stop }
}

const TOLD_EVERY_MICROS = 60_000_000

/** Tells what is wrong with a symbol, the same at most once a minute. */
function createRejectedLog(logger: Logger, venue: VenueId) {
  const told = new Map<string, Micros>()
  return (symbol: string, reason: string, at: Micros, details: object = {}): void => {
    const key = `${symbol} ${reason}`
    if (at < (told.get(key) ?? -Infinity) + TOLD_EVERY_MICROS) return
    told.set(key, at)
    logger.warn({ venue, symbol, reason, ...details }, 'a price was rejected')
  }
}
