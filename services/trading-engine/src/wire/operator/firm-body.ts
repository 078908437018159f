/** Bodies about all accounts together, for the operator. */
import type { FloorDistance } from '../../core/risk/floor-distance.js'
import { sumOf, type ListingExposure, type OpenExposure } from '../../core/read/open-exposure.js'
import type { AccountState, Account } from '../../core/model/account/account.js'
import { VENUE_IDS } from '../../core/model/market/instrument.js'
import type { Severity } from '../../core/model/plan/violation.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { orNull, type WriteDecimal } from '../decimals.js'
import { foundAccountCodec } from './operator-body.js'

/** A row of `accounts?sort=headroom`: that of any list of accounts, and how far it is from its floor. */
export const rankedAccountBody = (
  account: Account,
  distance: FloorDistance,
  write: WriteDecimal,
): Record<string, unknown> => ({
  ...foundAccountCodec.value({ ...account, planId: account.plan.id, planVersion: account.plan.version }, write),
  equity: write(distance.equity),
  floor: {
    rule: distance.floor.rule,
    equity: write(distance.floor.equity),
    headroom: write(distance.headroom),
    headroom_pct: orNull(distance.headroomPct, write),
  },
  stale: !distance.isFresh,
})

export const exposureBody = (
  asOf: Micros,
  exposures: readonly ListingExposure[],
  write: WriteDecimal,
): Record<string, unknown> => ({
  as_of: formatTimestamp(asOf),
  total: totalsBody(sumOf(exposures), write),
  by_venue: VENUE_IDS.map((venue) => ({
    venue,
    ...totalsBody(sumOf(exposures.filter((exposure) => exposure.venue === venue)), write),
  })),
  by_symbol: exposures.toSorted(byGross).map((exposure) => ({
    symbol: exposure.symbol,
    venue: exposure.venue,
    long_quantity: write(exposure.longQuantity),
    short_quantity: write(exposure.shortQuantity),
    ...totalsBody(exposure, write),
  })),
})

const grossOf = ({ longNotional, shortNotional }: OpenExposure): bigint => longNotional + shortNotional

/** The largest first. */
function byGross(a: ListingExposure, b: ListingExposure): number {
  const difference = grossOf(b) - grossOf(a)
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return `${a.symbol} ${a.venue}` < `${b.symbol} ${b.venue}` ? -1 : 1
}

const totalsBody = (exposure: OpenExposure, write: WriteDecimal): Record<string, unknown> => ({
  positions: exposure.positions,
  long_notional: write(exposure.longNotional),
  short_notional: write(exposure.shortNotional),
  net_notional: write(exposure.longNotional - exposure.shortNotional),
  gross_notional: write(grossOf(exposure)),
  unrealized_pnl: write(exposure.unrealizedPnl),
})

interface Overview {
  readonly asOf: Micros
  readonly byState: Readonly<Record<AccountState, number>>
  readonly nearest: readonly { readonly account: Account; readonly distance: FloorDistance }[]
  readonly exposure: OpenExposure
  readonly breaches: { readonly since: Micros; readonly bySeverity: Readonly<Record<Severity, number>> }
  readonly feed: { readonly tickAge: number | null; readonly prices: Readonly<Record<string, number>> }
  readonly workers: { readonly shards: number; readonly watched: number }
  readonly payouts: { readonly count: number; readonly amount: bigint }
  readonly webhooks: { readonly pending: number; readonly dueSince: Micros | null }
}

/** Without its moment, `as_of`. */
export const overviewBody = (overview: Overview, write: WriteDecimal): Record<string, unknown> => ({
  accounts: {
    total: Object.values(overview.byState).reduce((sum, count) => sum + count, 0),
    by_state: overview.byState,
  },
  nearest_to_floor: overview.nearest.map(({ account, distance }) => rankedAccountBody(account, distance, write)),
  exposure: totalsBody(overview.exposure, write),
  breaches_today: { since: formatTimestamp(overview.breaches.since), by_severity: overview.breaches.bySeverity },
  feed: feedBody(overview.feed),
  workers: { shards: overview.workers.shards, shards_watched: overview.workers.watched },
  unpaid_payouts: { count: overview.payouts.count, amount: write(overview.payouts.amount) },
  webhooks: backlogBody(overview.webhooks),
})

interface FeedState {
  readonly tickAge: number | null
  readonly prices: Readonly<Record<string, number>>
}

const feedBody = ({ tickAge, prices }: FeedState): Record<string, unknown> => ({
  tick_age_seconds: tickAge === null ? null : Math.floor(tickAge / 1e6),
  prices,
})

interface Backlog {
  readonly pending: number
  readonly dueSince: Micros | null
}

const backlogBody = ({ pending, dueSince }: Backlog): Record<string, unknown> => ({
  pending,
  due_since: dueSince === null ? null : formatTimestamp(dueSince),
})

interface Health {
  readonly asOf: Micros
  readonly readiness: { readonly ready: boolean; readonly checks: Readonly<Record<string, string>> }
  readonly feeds: readonly (FeedState & { readonly venue: string })[]
  readonly workers: { readonly shards: number; readonly watched: number | null }
  readonly queues: { readonly commands: number; readonly writes: number }
  readonly webhooks: Backlog | null
  readonly replicas: number | null
  readonly isWalletUp: boolean
  readonly isRedisUp: boolean | null
}

export const healthBody = (health: Health, version: string): Record<string, unknown> => ({
  as_of: formatTimestamp(health.asOf),
  version,
  ready: health.readiness.ready,
  checks: health.readiness.checks,
  feeds: health.feeds.map(({ venue, ...feed }) => ({ venue, ...feedBody(feed) })),
  workers: { shards: health.workers.shards, shards_watched: health.workers.watched },
  queues: health.queues,
  webhooks: health.webhooks === null ? null : backlogBody(health.webhooks),
  replicas: health.replicas,
  wallet: upOrDown(health.isWalletUp),
  redis: health.isRedisUp === null ? 'none' : upOrDown(health.isRedisUp),
})

const upOrDown = (isUp: boolean): string => (isUp ? 'up' : 'down')
