/** The firm at a glance. Each part is kept for a short while: however many operators look, it is read once in it. */
import type { Pool } from 'pg'
import { ACCOUNT_STATES, type Account, type AccountState } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { SEVERITIES, type Severity } from '../core/model/plan/violation.js'
import { sumOf, type OpenExposure } from '../core/read/open-exposure.js'
import type { FloorDistance } from '../core/risk/floor-distance.js'
import type { Usd } from '../core/values/decimal.js'
import { SHARDS } from '../core/values/shard.js'
import type { Micros } from '../core/values/time.js'
import { countPrices, tickAge, type PriceState } from '../market/feed-health.js'
import type { Feed } from '../market/feeds/feed.js'
import { listedInstruments } from '../market/listed-instrument.js'
import type { Market } from '../market/market.js'
import { countBreachesSince, countEndedAccounts, countWatchedShards } from '../store/operator/firm.js'
import { sumOpenPayouts } from '../store/operator/payouts.js'
import { readBacklog, type WebhookBacklog } from '../store/webhooks/webhook-deliveries.js'
import type { Catalogue } from '../market/catalogue.js'
import type { ReadFirmAccounts } from './firm-accounts.js'
import { createKeptValue } from './kept-value.js'
import { ALL_SHARDS, WATCHED_WITHIN_S } from './read-health.js'

export interface Overview {
  readonly asOf: Micros
  readonly byState: Readonly<Record<AccountState, number>>
  readonly nearest: readonly { readonly account: Account; readonly distance: FloorDistance }[]
  readonly exposure: OpenExposure
  readonly breaches: { readonly since: Micros; readonly bySeverity: Readonly<Record<Severity, number>> }
  readonly feed: { readonly tickAge: number | null; readonly prices: Readonly<Record<PriceState, number>> }
  readonly workers: { readonly shards: number; readonly watched: number }
  readonly webhooks: WebhookBacklog
  /** Payouts that are not decided yet. */
  readonly payouts: { readonly count: number; readonly amount: Usd }
}

export type ReadOverview = () => Promise<Overview>

export interface OverviewDependencies {
  readonly pool: Pool
  readonly firmAccounts: ReadFirmAccounts
  readonly getContext: () => DecisionContext
  readonly feed: Pick<Feed, 'latestTradeTick'>
  readonly market: Pick<Market, 'quote'>
  readonly catalogue: Pick<Catalogue, 'all'>
}

const NEAREST = 10
const KEPT_MS = 1_000
/** All accounts are looked through for those that have ended. */
const ENDED_KEPT_MS = 10_000
const DAY_MICROS = 24 * 60 * 60 * 1_000_000

export function createReadOverview(dependencies: OverviewDependencies): ReadOverview {
  const { pool, firmAccounts, getContext, feed, market, catalogue } = dependencies
  const listings = listedInstruments(catalogue.all)
  const countEnded = createKeptValue(() => countEndedAccounts(pool), ENDED_KEPT_MS)
  return createKeptValue(async () => {
    const { now } = getContext()
    const since = now - (now % DAY_MICROS)
    const [{ asOf, ranked, distanceOf, byState: live, exposures }, ended, breaches, watched, webhooks, payouts] =
      await Promise.all([
        firmAccounts(),
        countEnded(),
        countBreachesSince(pool, since),
        countWatchedShards(pool, WATCHED_WITHIN_S),
        readBacklog(pool, ALL_SHARDS),
        sumOpenPayouts(pool),
      ])
    return {
      asOf,
      byState: countsOf(ACCOUNT_STATES, (state) => ended.get(state) ?? live.get(state) ?? 0),
      nearest: ranked.slice(0, NEAREST).map((account) => ({ account, distance: distanceOf(account) })),
      exposure: sumOf(exposures),
      breaches: { since, bySeverity: countsOf(SEVERITIES, (severity) => breaches.get(severity) ?? 0) },
      feed: { tickAge: tickAge(feed, listings, now), prices: countPrices(market, listings, now) },
      workers: { shards: SHARDS, watched },
      webhooks,
      payouts,
    }
  }, KEPT_MS)
}

const countsOf = <K extends string>(names: readonly K[], count: (name: K) => number): Readonly<Record<K, number>> =>
  Object.fromEntries(names.map((name) => [name, count(name)])) as Record<K, number>
