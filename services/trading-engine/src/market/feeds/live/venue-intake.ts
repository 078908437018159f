/**
 * Takes the prices of one venue, from all of its channels: each tick is checked against the ones before it, the latest
 * accepted one of each symbol is kept, and what is rejected is counted and logged.
 */
import type { Logger } from '@ats/service-kit/process'
import type { Instrument, VenueId } from '../../../core/model/market/instrument.js'
import type { Price } from '../../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../../core/values/time.js'
import { createVenueTickCheck, type VenueTickCheck } from './venue-tick-check.js'
import type { ReadPrices, VenueTick } from './venue-tick.js'

/** A tick that passed every check. */
export interface AcceptedTick extends VenueTick {
  /** By our clock. */
  readonly arrivedAt: Micros
}

/** Plain figures since the start. */
export interface IntakeFigures {
  readonly accepted: number
  /** When its latest accepted tick arrived, by our clock; null: none has. */
  readonly lastTickAt: Micros | null
  /** Ticks and entries that were rejected, by reason. */
  readonly rejected: ReadonlyMap<string, number>
}

/** One of the roads by which a venue's prices come. */
export interface IntakeChannel {
  /** Takes one response or message; `arrivedAt` by our clock. */
  take(prices: ReadPrices, arrivedAt: Micros): void
  readonly figures: () => IntakeFigures
}

export interface VenueIntake {
  readonly venue: VenueId
  /** Undefined before the first. */
  latest(symbol: string): AcceptedTick | undefined
  /** Another channel. Its ticks count while they are newer than those of the other channels. */
  openChannel(): IntakeChannel
}

export interface VenueIntakeOptions {
  readonly venue: VenueId
  readonly instruments: readonly Instrument[]
  readonly logger: Logger
  /** The last price of a symbol that another process published; undefined: there is none. */
  readonly lastPublished?: (symbol: string) => Price | undefined
  /** Called with what was accepted of one response or message, oldest first within a symbol; never with nothing. */
  readonly onTicks?: (ticks: readonly AcceptedTick[]) => void
}

export function createVenueIntake(options: VenueIntakeOptions): VenueIntake {
  const { venue, instruments, logger, lastPublished, onTicks } = options
  const latest = new Map<string, AcceptedTick>()
  /** The channel of the latest tick of each symbol, accepted or not. */
  const lastChannels = new Map<string, symbol>()
  const log = createRejectedLog(logger, venue)
  let reject: (symbol: string, reason: string, details?: object) => void = () => undefined
  const checks = new Map<string, VenueTickCheck>(
    instruments.map((instrument) => [
      instrument.symbol,
      createVenueTickCheck(
        instrument,
        (fault, { symbol, at }) => reject(symbol, fault, { made_at: formatTimestamp(at) }),
        lastPublished?.(instrument.symbol),
      ),
    ]),
  )

  /** Two roads differ by their delays: what is behind the other one is old, not wrong. */
  function isBehind(channel: symbol, { symbol, at, isOpen }: VenueTick): boolean {
    const newest = latest.get(symbol)
    if (newest === undefined || lastChannels.get(symbol) === channel) return false
    return at < newest.at || (at === newest.at && isOpen === newest.isOpen)
  }

  function openChannel(): IntakeChannel {
    const channel = Symbol(venue)
    const rejected = new Map<string, number>()
    let accepted = 0
    let lastTickAt: Micros | null = null

    return {
      take(prices, arrivedAt) {
        reject = (symbol, reason, details) => {
          rejected.set(reason, (rejected.get(reason) ?? 0) + 1)
          log(symbol, reason, arrivedAt, details)
        }
        for (const { symbol, fault, detail } of prices.unreadable) reject(symbol ?? venue, fault, { detail })
        for (const symbol of prices.missing) reject(symbol, 'missing')
        const ticks = prices.ticks
          .filter((tick) => !isBehind(channel, tick))
          .flatMap((tick) => {
            lastChannels.set(tick.symbol, channel)
            return checks.get(tick.symbol)?.offer(tick, arrivedAt) ?? []
          })
          .map((tick): AcceptedTick => ({ ...tick, arrivedAt }))
        for (const tick of ticks) latest.set(tick.symbol, tick)
        if (ticks.length === 0) return
        accepted += ticks.length
        lastTickAt = arrivedAt
        onTicks?.(ticks)
      },
      figures: () => ({ accepted, lastTickAt, rejected }),
    }
  }

  return { venue, latest: (symbol) => latest.get(symbol), openChannel }
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
