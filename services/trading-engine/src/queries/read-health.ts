/**
 * The state of the engine that answers, and of its dependencies. Cached for a second, however many operators look.
 * Figures of the database are null while it cannot be reached; the others are there.
 */
import { isConnectionFailure } from '@ats/service-kit/db'
import type { Readiness } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import { VENUE_IDS, type VenueId } from '../core/model/market/instrument.js'
import { SHARDS } from '../core/values/shard.js'
import type { Micros } from '../core/values/time.js'
import type { Catalogue } from '../market/catalogue.js'
import { countPrices, tickAge, type PriceState } from '../market/feed-health.js'
import type { Feed } from '../market/feeds/feed.js'
import { listedInstruments } from '../market/listed-instrument.js'
import type { Market } from '../market/market.js'
import { countReplicas } from '../store/cluster/replicas.js'
import { countWatchedShards } from '../store/operator/firm.js'
import { readBacklog, type WebhookBacklog } from '../store/webhooks/webhook-deliveries.js'
import { createKeptValue } from './kept-value.js'

export interface FeedHealth {
  readonly venue: VenueId
  readonly tickAge: number | null
  readonly prices: Readonly<Record<PriceState, number>>
}

export interface Health {
  readonly asOf: Micros
  readonly readiness: Readiness
  readonly feeds: readonly FeedHealth[]
  /** `watched`: null while the database cannot be reached, as `webhooks` and `replicas` are. */
  readonly workers: { readonly shards: number; readonly watched: number | null }
  readonly queues: { readonly commands: number; readonly writes: number }
  readonly webhooks: WebhookBacklog | null
  /** Processes on this database, this one included. */
  readonly replicas: number | null
  readonly isWalletUp: boolean
  /** Null where there is no Redis. */
  readonly isRedisUp: boolean | null
}

export type ReadHealth = () => Promise<Health>

export interface HealthDependencies {
  readonly pool: Pool
  readonly now: () => Micros
  readonly feed: Pick<Feed, 'latestTradeTick'>
  readonly market: Pick<Market, 'quote'>
  readonly catalogue: Pick<Catalogue, 'all'>
  readonly readiness: () => Promise<Readiness>
  readonly queueSizes: () => Health['queues']
  readonly isWalletUp: () => boolean
  readonly isRedisUp: () => boolean | null
}

const KEPT_MS = 1_000
/** Longer than a worker takes to say that it watches its shards. */
export const WATCHED_WITHIN_S = 15
export const ALL_SHARDS: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard)

export function createReadHealth(dependencies: HealthDependencies): ReadHealth {
  const { pool, now, feed, market, catalogue, readiness, queueSizes, isWalletUp, isRedisUp } = dependencies
  const listings = listedInstruments(catalogue.all)
  return createKeptValue(async () => {
    const asOf = now()
    const [ready, watched, webhooks, replicas] = await Promise.all([
      readiness(),
      nullWhileUnreachable(countWatchedShards(pool, WATCHED_WITHIN_S)),
      nullWhileUnreachable(readBacklog(pool, ALL_SHARDS)),
      nullWhileUnreachable(countReplicas(pool)),
    ])
    const feedOf = (venue: VenueId): FeedHealth => {
      const listed = listings.filter((listing) => listing.venue === venue)
      return { venue, tickAge: tickAge(feed, listed, asOf), prices: countPrices(market, listed, asOf) }
    }
    return {
      ...{ asOf, readiness: ready, webhooks, replicas, queues: queueSizes() },
      feeds: VENUE_IDS.map(feedOf),
      workers: { shards: SHARDS, watched },
      isWalletUp: isWalletUp(),
      isRedisUp: isRedisUp(),
    }
  }, KEPT_MS)
}

const nullWhileUnreachable = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    if (isConnectionFailure(error)) return null
    throw error
  })
