/**
 * Publishes the prices of the sources: shortly before a slot of 250 ms begins, the tick of that slot, if anything has
 * changed, and at least one a second. Only the process that holds the lock publishes; it goes on from where the one
 * before it was: the same listings under the same numbers, and the last published prices.
 */
import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { ListingGrid, PublishedListing, PublishedTick } from '../../../core/model/market/published-tick.js'
import { listingKey, type Listing } from '../../../core/model/market/listing.js'
import { price, type Price } from '../../../core/values/decimal.js'
import { tickAt, TICK_MICROS } from '../../../core/values/tick.js'
import type { Micros } from '../../../core/values/time.js'
import type { WantedHistory } from '../live/history/load-history.js'
import type { SourceHealth } from '../live/open-sources.js'
import { composeRates, type Rates, type VenueRates } from './rates/compose-rates.js'
import { composeStates, composeTick, type Prices, type States } from './compose-tick.js'
import { encodeTick } from './tick-block.js'

/** The session with the database that holds the lock. Every method rejects once the lock is lost. */
export interface PublishingSession {
  /** Numbers for the listings that have none, and all that have one. */
  register(listings: readonly ListingGrid[]): Promise<readonly PublishedListing[]>
  /** Stores and announces; false, and nothing is stored, when its slot has begun or is not near. */
  append(tick: PublishedTick): Promise<boolean>
}

/** The sources of a publisher, opened when it begins and closed when it ends. */
export interface PublisherSources extends Prices {
  /** The latest rates of every listing whose venue has reported them. */
  readonly rates: () => readonly VenueRates[]
  readonly health: () => readonly SourceHealth[]
  /** Asks for bars of the past; resolves to the figures of each venue. */
  loadHistory(
    wanted: WantedHistory,
    stopping: AbortSignal,
  ): Promise<Readonly<Record<string, { readonly failed: number }>>>
  start(): void
  stop(): Promise<void>
}

/** The mark of a listing that was published last; undefined: none was. */
export type LastPublished = (listing: Listing) => Price | undefined

export interface PublisherOptions {
  /** Null while another process publishes; another object after each time the lock was lost. */
  readonly session: () => PublishingSession | null
  readonly openSources: (lastPublished: LastPublished) => PublisherSources
  /** Called when this process begins to publish; what it returns is stopped when it ends. */
  readonly onTurn: (turn: TurnBeginning) => { stop(): Promise<void> }
  readonly listings: readonly ListingGrid[]
  /** Resolves to what is published so far, when all of it is known. */
  readonly published: () => Promise<{ readonly number: number; readonly states: States; readonly rates: Rates }>
  /** Prepares the place where ticks are stored; resolves when today's ticks can be. */
  readonly prepare: () => Promise<void>
  readonly now: () => Micros
  /** How long a price may be repeated that no source has confirmed. */
  readonly carryFor: Micros
  readonly logger: Logger
  readonly onPublished: (published: {
    readonly number: number
    readonly bytes: number
    readonly tookMs: number
  }) => void
  readonly onLate: () => void
}

export interface Publisher {
  readonly isPublishing: () => boolean
  start(): void
  stop(): Promise<void>
}

/** How long before its slot a tick is published: storing and announcing it takes some milliseconds. */
const LEAD_MICROS = 100_000
const SNAPSHOT_TICKS = 20
/** Beyond this no tick may be stored: a second ahead, less the lead. */
const AHEAD_MAX = 2
/** A tick that was stored this fast, and those after it, need no more than the lead. */
const FAST_MS = LEAD_MICROS / 4_000
/** A tick is published though nothing has changed: the others know that the publisher is there. */
const QUIET_TICKS = 4

/** The state of things when a process begins to publish. */
export interface TurnBeginning {
  readonly sources: PublisherSources
  readonly listings: readonly PublishedListing[]
  /** The last published tick; 0: there is none. */
  readonly last: number
  readonly states: States
  readonly beganAt: Micros
}

interface Turn {
  readonly beside: { stop(): Promise<void> }
  readonly session: PublishingSession
  readonly sources: PublisherSources
  readonly listings: readonly PublishedListing[]
  readonly startedAt: Micros
  number: number
  states: States
  rates: Rates
  snapshotNumber: number
  /** How many slots further ahead it publishes, because storing takes longer than the lead. */
  ahead: number
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { now, logger, carryFor } = options
  let turn: Turn | null = null
  /** The rests of turns that have ended. */
  const ending = new Set<Promise<void>>()

  const begin = async (session: PublishingSession): Promise<Turn> => {
    const startedAt = performance.now()
    await options.prepare()
    const listings = await session.register(options.listings)
    const { number, states, rates } = await options.published()
    const sources = options.openSources(lastToldOf(listings, states))
    sources.start()
    const took = { took_ms: Math.round(performance.now() - startedAt) }
    logger.info({ after_tick: number, ...took }, 'this process publishes the ticks of the market')
    const beganAt = now()
    const beside = options.onTurn({ sources, listings, last: number, states, beganAt })
    return {
      beside,
      session,
      sources,
      listings,
      startedAt: beganAt,
      number,
      states,
      rates,
      snapshotNumber: -Infinity,
      ahead: 0,
    }
  }

  const end = (): void => {
    const ended = turn
    turn = null
    if (ended === null) return
    logger.info({ after_tick: ended.number }, 'this process no longer publishes the ticks of the market')
    // Requests that are under way may take seconds: the next turn does not wait for them.
    const stopped = Promise.all([ended.sources.stop(), ended.beside.stop()])
    const done: Promise<void> = stopped.then(
      () => void ending.delete(done),
      () => void ending.delete(done),
    )
    ending.add(done)
  }

  const publish = async (current: Turn): Promise<void> => {
    const at = now()
    const number = tickAt(at) + 1 + current.ahead
    if (number <= current.number) return
    const isSnapshot = number - current.snapshotNumber >= SNAPSHOT_TICKS
    const states = composeStates(current.listings, current.sources, current.states, {
      ...{ now: at, startedAt: current.startedAt, carryFor },
    })
    const { listings, sources } = current
    const rates = isSnapshot ? composeRates(listings, sources.rates(), current.rates, at) : current.rates
    const tick = composeTick({ number, previous: current.number, isSnapshot }, current.states, states, rates)
    if (tick.entries.length === 0 && !isSnapshot && number - current.number < QUIET_TICKS) return
    const block = encodeTick(tick)
    const startedAt = performance.now()
    const isStored = await current.session.append({ number, isSnapshot, block })
    const tookMs = performance.now() - startedAt
    if (!isStored) {
      // A busy machine would be late again and again: rather a price that holds a little later than none.
      current.ahead = Math.min(current.ahead + 1, AHEAD_MAX)
      return options.onLate()
    }
    const ahead = tookMs < FAST_MS ? Math.max(0, current.ahead - 1) : current.ahead
    Object.assign(current, { number, states, rates, ahead, ...(isSnapshot && { snapshotNumber: number }) })
    options.onPublished({ number, bytes: block.length, tookMs })
  }

  const step = async (): Promise<void> => {
    const session = options.session()
    if (turn !== null && turn.session !== session) end()
    if (session === null) return
    turn ??= await begin(session)
    try {
      await publish(turn)
    } catch (error) {
      // Whether it was stored is not known: the next turn reads what was.
      end()
      throw error
    }
  }

  const publishing = periodic(step, {
    everyMs: () => untilDue(now()) / 1_000,
    onError: (error) => logger.warn({ err: error }, 'a tick of the market could not be published'),
  })

  return {
    isPublishing: () => turn !== null,
    start: publishing.start,
    async stop() {
      await publishing.stop()
      end()
      await Promise.all(ending)
    },
  }
}

/** From a moment to the next one at which a tick is published. */
function untilDue(at: Micros): Micros {
  const rest = TICK_MICROS - LEAD_MICROS - (at % TICK_MICROS)
  return rest > 0 ? rest : rest + TICK_MICROS
}

/** A source that begins compares its first price with it: a hand-over is no reason to believe a jump. */
function lastToldOf(listings: readonly PublishedListing[], states: States): LastPublished {
  const marks = new Map(
    listings.flatMap((listing) => {
      const mark = states.get(listing.id)?.mark
      return mark === undefined ? [] : [[listingKey(listing), price(BigInt(mark) * listing.tickSize)] as const]
    }),
  )
  return (listing) => marks.get(listingKey(listing))
}
