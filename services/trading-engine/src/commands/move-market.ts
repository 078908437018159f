/** Sandbox control: moves the synthetic market of a symbol, for bot authors and tests. */
import { createHeapCache, RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { EngineConfig } from '../config.js'
import type { Price } from '../core/values/decimal.js'
import type { Instrument } from '../core/model/market/instrument.js'
import type { Micros } from '../core/values/time.js'
import { createLookForOthers, type LookForOthers } from '../store/cluster/look-for-others.js'
import type { Replicas } from '../store/cluster/replicas.js'
import { insertMarketMove, listMarketMoves, type MoveLimits } from '../store/operator/market-moves.js'
import { TICK_MICROS, tickAt } from '../core/values/tick.js'
import type { MarketMove } from '../core/model/market/market-move.js'

export interface MarketControl extends LookForOthers {
  /**
   * From the next tick: immediately to the price (`overMs` 0), or walking there; null lets it return to the feed.
   * A walk that is made in the same tick as another move follows it.
   * Throws 429 when the user has made too many moves, whichever of their keys made them, and DependencyError while
   * other processes may not know of this one.
   */
  move(userId: string, instrument: Instrument, price: Price | null, overMs: number): Promise<{ startsAt: Micros }>
}

export interface MarketControlOptions {
  readonly pool: Pool
  readonly market: { addMoves(moves: readonly MarketMove[]): void }
  readonly now: () => Micros
  readonly replicas: Pick<Replicas, 'isAlone' | 'sender'>
  readonly environment: EngineConfig['NODE_ENV']
}

/** Every move stays in the memory of every replica, so there is an end to them. */
export const MOVE_LIMITS: MoveLimits = { perMinute: 120, perDay: 2_000 }

export function createMarketControl(options: MarketControlOptions): MarketControl {
  const { pool, market, now, replicas, environment } = options
  let knownId = 0
  let latest: Promise<unknown> = Promise.resolve()
  /** Users who were refused, and are not looked up again until their time has come. */
  const refusedUntil = createHeapCache<Micros>('refused market moves')

  const read = async (): Promise<void> => {
    const { moves, lastId } = await listMarketMoves(pool, knownId)
    market.addMoves(moves)
    knownId = lastId
  }

  /** One after the other: moves are added in the order they were made, and hold one connection at most. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = latest.catch(() => undefined).then(work)
    latest = result
    return result
  }

  function requireNotRefused(userId: string): void {
    const until = refusedUntil.get(userId)
    if (until === undefined) return
    if (until > now()) throw tooMany((until - now()) / 1_000_000)
    refusedUntil.delete(userId)
  }

  function refuse(userId: string, retryAfterSeconds: number): RequestError {
    refusedUntil.set(userId, now() + retryAfterSeconds * 1_000_000)
    return tooMany(retryAfterSeconds)
  }

  return {
    move: (userId, { symbol }, price, overMs) =>
      inTurn(async () => {
        requireNotRefused(userId)
        replicas.sender() // throws while others may take themselves for alone, and so look too seldom
        const move = {
          symbol,
          price,
          startedTick: tickAt(now()) + 1,
          overTicks: Math.ceil((overMs * 1000) / TICK_MICROS),
        }
        const inserted = await insertMarketMove(pool, move, userId, MOVE_LIMITS)
        if ('retryAfterSeconds' in inserted) throw refuse(userId, inserted.retryAfterSeconds)
        await read()
        return { startsAt: inserted.startedTick * TICK_MICROS }
      }),
    ...createLookForOthers({ look: () => inTurn(read), replicas, isProduction: environment === 'production' }),
  }
}

function tooMany(retryAfterSeconds: number): RequestError {
  const { perMinute, perDay } = MOVE_LIMITS
  const retryAfter = String(Math.max(1, Math.ceil(retryAfterSeconds)))
  const message = `more than ${perMinute} market moves in a minute or ${perDay} in a day; retry in ${retryAfter} s`
  return new RequestError('rate_limited', message, {}, { 'Retry-After': retryAfter })
}
