/**
 * Follows what is published: ticks as they are announced, and from the table whatever the announcements leave out. It
 * passes on each tick once, in order, and none that does not follow the one before; where bytes are not what was
 * published, it goes on with the next snapshot.
 */
import { periodic } from '@ats/service-kit/async'
import type { Logger, OutageLog } from '@ats/service-kit/process'
import type { PublishedTick } from '../../../core/model/market/published-tick.js'
import { BlockError } from './byte-codec.js'
import { decodeTick, type TickBlock } from './tick-block.js'

export interface FollowerOptions {
  /** Ticks after this one, oldest first, at most as many. */
  readonly read: (after: number, limit: number) => Promise<readonly PublishedTick[]>
  /** Whether the listing is known; one that is not makes the follower refresh them. */
  readonly isKnown: (listing: number) => boolean
  readonly refreshListings: () => Promise<void>
  readonly apply: (tick: TickBlock) => void
  /** Where to begin: the ticks after this one. */
  readonly after: number
  readonly logger: Logger
  readonly outage: OutageLog
  readonly onRefused: () => void
}

export interface Follower {
  /** Takes a tick as it was announced; its bytes are undefined where they were too many. */
  offer(number: number, block: Uint8Array | undefined): void
  /** Resolves when all is applied that was stored when it was called; rejects when the table cannot be read. */
  catchUp(): Promise<void>
  /** The last tick that was read, whether its bytes could be applied or not. */
  readonly number: () => number
  start(): void
  stop(): Promise<void>
}

/** Ticks read and applied before other work gets its turn: some milliseconds. */
const PAGE = 64
/** The table is read when nothing was announced for so long. */
const QUIET_MS = 600
const POLL_MS = 200

export function createFollower(options: FollowerOptions): Follower {
  const { read, isKnown, refreshListings, apply, logger, outage, onRefused } = options
  let number = options.after
  /** The last tick that was read, applied or not. */
  let readUntil = options.after
  let heardAt = performance.now()
  let reading: Promise<void> | null = null

  const take = (tick: TickBlock): void => {
    apply(tick)
    number = tick.number
    readUntil = Math.max(readUntil, number)
  }

  const decode = (of: number, block: Uint8Array): TickBlock | null => {
    try {
      const tick = decodeTick(block)
      if (tick.number === of) return tick
      throw new BlockError(`the block is of tick ${tick.number}`)
    } catch (error) {
      if (!(error instanceof BlockError)) throw error
      onRefused()
      logger.error({ err: error, tick: of }, 'the bytes of a published tick are not what was published')
      return null
    }
  }

  const follows = (tick: TickBlock): boolean => tick.isSnapshot || tick.previous === number
  const areKnown = ({ entries }: TickBlock): boolean => entries.every(({ listing }) => isKnown(listing))

  const readOn = async (): Promise<void> => {
    for (;;) {
      const rows = await read(readUntil, PAGE)
      for (const { number: of, block } of rows) {
        const tick = of > number ? decode(of, block) : null
        if (tick !== null && follows(tick)) {
          if (!areKnown(tick)) await refreshListings()
          // An announced tick may have been faster.
          if (tick.number > number && follows(tick)) take(tick)
        }
        readUntil = Math.max(readUntil, of)
      }
      if (rows.length < PAGE) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    heardAt = performance.now()
    outage.answered()
  }

  const catchUp = async (): Promise<void> => {
    // What is being read may have begun before what is wanted was stored.
    await reading?.catch(() => undefined)
    reading ??= readOn().finally(() => {
      reading = null
    })
    await reading
  }

  const catchUpSoon = (): void => void catchUp().catch((error: unknown) => outage.failed(error))

  const polling = periodic(() => (performance.now() - heardAt < QUIET_MS ? undefined : catchUp()), {
    everyMs: POLL_MS,
    onError: (error) => outage.failed(error),
  })

  return {
    offer(of, block) {
      if (of <= number) return
      const tick = block === undefined ? null : decode(of, block)
      if (tick === null || tick.previous !== number || !areKnown(tick)) return catchUpSoon()
      take(tick)
      heardAt = performance.now()
    },
    catchUp,
    number: () => readUntil,
    start: polling.start,
    async stop() {
      await polling.stop()
      await reading?.catch(() => undefined)
    },
  }
}
