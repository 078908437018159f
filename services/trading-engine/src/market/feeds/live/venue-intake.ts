/**
 * Takes what one venue tells, by whatever road it comes: each tick is checked against the ones before it, the latest
 * accepted one of each symbol is kept, and what is rejected is counted and logged.
 */
import type { Logger } from '@ats/service-kit'
import type { Instrument, VenueId } from '../../../core/model/instrument.js'
import { formatTimestamp, type Micros } from '../../../core/values/time.js'
import { createVenueTickCheck, type VenueTickCheck } from './venue-tick-check.js'
import type { ReadPrices, VenueTick } from './venue-tick.js'

/** A tick that passed every check. */
export interface AcceptedTick extends VenueTick {
  /** By our clock. */
  readonly arrivedAt: Micros
}

export interface VenueIntake {
  readonly venue: VenueId
  /** Takes one response or message; `arrivedAt` by our clock. */
  take(prices: ReadPrices, arrivedAt: Micros): void
  /** Undefined before the first. */
  latest(symbol: string): AcceptedTick | undefined
  /** By reason, since the start. */
  readonly rejected: () => ReadonlyMap<string, number>
}

export interface VenueIntakeOptions {
  readonly venue: VenueId
  readonly instruments: readonly Instrument[]
  readonly logger: Logger
  /** Called with what was accepted of one response or message, oldest first within a symbol; never with nothing. */
  readonly onTicks?: (ticks: readonly AcceptedTick[]) => void
}

export function createVenueIntake({ venue, instruments, logger, onTicks }: VenueIntakeOptions): VenueIntake {
  const latest = new Map<string, AcceptedTick>()
  const rejected = new Map<string, number>()
  const log = createRejectedLog(logger, venue)
  let arrivedAt: Micros = 0

  const reject = (symbol: string, reason: string, details?: object): void => {
    rejected.set(reason, (rejected.get(reason) ?? 0) + 1)
    log(symbol, reason, arrivedAt, details)
  }
  const checks = new Map<string, VenueTickCheck>(
    instruments.map((instrument) => [
      instrument.symbol,
      createVenueTickCheck(instrument, (fault, { symbol, at }) =>
        reject(symbol, fault, { made_at: formatTimestamp(at) }),
      ),
    ]),
  )

  return {
    venue,
    take(prices, at) {
      arrivedAt = at
      for (const { symbol, fault, detail } of prices.unreadable) reject(symbol ?? venue, fault, { detail })
      for (const symbol of prices.missing) reject(symbol, 'missing')
      const accepted = prices.ticks
        .flatMap((tick) => checks.get(tick.symbol)?.offer(tick, at) ?? [])
        .map((tick): AcceptedTick => ({ ...tick, arrivedAt: at }))
      for (const tick of accepted) latest.set(tick.symbol, tick)
      if (accepted.length > 0) onTicks?.(accepted)
    },
    latest: (symbol) => latest.get(symbol),
    rejected: () => rejected,
  }
}

const LOGGED_EVERY_MICROS = 60_000_000

/** Logs what is wrong with a symbol, the same at most once a minute. */
function createRejectedLog(logger: Logger, venue: VenueId) {
  const loggedAt = new Map<string, Micros>()
  return (symbol: string, reason: string, at: Micros, details: object = {}): void => {
    const key = `${symbol} ${reason}`
    if (at < (loggedAt.get(key) ?? -Infinity) + LOGGED_EVERY_MICROS) return
    loggedAt.set(key, at)
    logger.warn({ venue, symbol, reason, ...details }, 'a price was rejected')
  }
}
