/** All accounts together, for the operator. */
import Joi from 'joi'
import type { FloorDistance } from '../../core/risk/floor-distance.js'
import { sumOf, type ListingExposure, type OpenExposure } from '../../core/read/open-exposure.js'
import { ACCOUNT_STATES, type Account, type AccountState } from '../../core/model/account/account.js'
import { VENUE_IDS, type VenueId } from '../../core/model/market/instrument.js'
import { FLOOR_RULES } from '../../core/model/plan/breach.js'
import { SEVERITIES, type Severity } from '../../core/model/plan/violation.js'
import type { FoundAccount } from '../../core/read/found-account.js'
import type { Micros } from '../../core/values/time.js'
import { PRICE_STATES, type PriceState } from '../../market/feed-health.js'
import { codecOf, field, partOf, recordOf, type Fields } from '../codec/codec.js'
import { decimal, flag, listOf, oneOf, orNull, shaped, text, time, venue, whole } from '../codec/kinds.js'
import * as schemas from '../codec/schemas.js'
import { foundAccountFields } from './account-codec.js'

const floorCodec = codecOf<FloorDistance>('FloorDistance')({
  rule: field(oneOf(FLOOR_RULES), ({ floor }) => floor.rule),
  equity: field(decimal, ({ floor }) => floor.equity),
  headroom: field(decimal, ({ headroom }) => headroom, 'Negative below the floor.'),
  headroom_pct: field(
    orNull(decimal),
    ({ headroomPct }) => headroomPct,
    'In percent of the loss that the rule allows; null where it is none.',
  ),
})

export interface RankedAccount {
  readonly account: Account
  readonly distance: FloorDistance
}

const foundOf = ({ account }: RankedAccount): FoundAccount => ({
  ...account,
  planId: account.plan.id,
  planVersion: account.plan.version,
})

/** A row of `accounts?sort=headroom`: that of any list of accounts, and how far it is from its floor. */
export const rankedAccountCodec = codecOf<RankedAccount>('RankedAccount')({
  ...partOf(foundOf, foundAccountFields),
  equity: field(decimal, ({ distance }) => distance.equity),
  floor: field(floorCodec, ({ distance }) => distance),
  stale: field(flag, ({ distance }) => !distance.isFresh, 'A mark of something held is stale, or was never seen.'),
})

const grossOf = ({ longNotional, shortNotional }: OpenExposure): bigint => longNotional + shortNotional

const totalFields = {
  positions: field(whole, ({ positions }) => positions),
  long_notional: field(decimal, ({ longNotional }) => longNotional),
  short_notional: field(decimal, ({ shortNotional }) => shortNotional),
  net_notional: field(decimal, ({ longNotional, shortNotional }) => longNotional - shortNotional),
  gross_notional: field(decimal, grossOf),
  unrealized_pnl: field(decimal, ({ unrealizedPnl }) => unrealizedPnl),
} satisfies Fields<OpenExposure>

const totalsCodec = codecOf<OpenExposure>('ExposureTotals')(totalFields)

const byVenueCodec = codecOf<OpenExposure & { readonly venue: VenueId }>('VenueExposure')({
  venue: field(venue, (exposure) => exposure.venue),
  ...totalFields,
})

const bySymbolCodec = codecOf<ListingExposure>('ListingExposure')({
  symbol: field(text, ({ symbol }) => symbol),
  venue: field(venue, (exposure) => exposure.venue),
  long_quantity: field(decimal, ({ longQuantity }) => longQuantity),
  short_quantity: field(decimal, ({ shortQuantity }) => shortQuantity),
  ...totalFields,
})

interface FirmExposure {
  readonly asOf: Micros
  readonly exposures: readonly ListingExposure[]
}

export const exposureCodec = codecOf<FirmExposure>('FirmExposure')({
  as_of: field(time, ({ asOf }) => asOf),
  total: field(totalsCodec, ({ exposures }) => sumOf(exposures)),
  by_venue: field(listOf(byVenueCodec), ({ exposures }) =>
    VENUE_IDS.map((id) => ({ venue: id, ...sumOf(exposures.filter((exposure) => exposure.venue === id)) })),
  ),
  by_symbol: field(listOf(bySymbolCodec), ({ exposures }) => exposures.toSorted(byGross)),
})

/** The largest first. */
function byGross(a: ListingExposure, b: ListingExposure): number {
  const difference = grossOf(b) - grossOf(a)
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return `${a.symbol} ${a.venue}` < `${b.symbol} ${b.venue}` ? -1 : 1
}

interface FeedState {
  readonly tickAge: number | null
  readonly prices: Readonly<Record<PriceState, number>>
}

const feedFields = {
  tick_age_seconds: field(orNull(whole), ({ tickAge }) => (tickAge === null ? null : Math.floor(tickAge / 1e6))),
  prices: field(recordOf('PriceCounts', PRICE_STATES, whole), ({ prices }) => prices),
} satisfies Fields<FeedState>

interface Backlog {
  readonly pending: number
  readonly dueSince: Micros | null
}

const backlogCodec = codecOf<Backlog>('Backlog')({
  pending: field(whole, ({ pending }) => pending),
  due_since: field(orNull(time), ({ dueSince }) => dueSince),
})

interface WatchedShards {
  readonly shards: number
  readonly watched: number
}

interface Overview {
  readonly byState: Readonly<Record<AccountState, number>>
  readonly nearest: readonly RankedAccount[]
  readonly exposure: OpenExposure
  readonly breaches: { readonly since: Micros; readonly bySeverity: Readonly<Record<Severity, number>> }
  readonly feed: FeedState
  readonly workers: WatchedShards
  readonly payouts: { readonly count: number; readonly amount: bigint }
  readonly webhooks: Backlog
}

const accountsCodec = codecOf<Overview['byState']>('AccountCounts')({
  total: field(whole, (byState) => Object.values(byState).reduce((sum, count) => sum + count, 0)),
  by_state: field(recordOf('CountsByState', ACCOUNT_STATES, whole), (byState) => byState),
})

const breachesCodec = codecOf<Overview['breaches']>('BreachCounts')({
  since: field(time, ({ since }) => since),
  by_severity: field(recordOf('CountsBySeverity', SEVERITIES, whole), ({ bySeverity }) => bySeverity),
})

const watchedCodec = codecOf<WatchedShards>('WatchedShards')({
  shards: field(whole, ({ shards }) => shards),
  shards_watched: field(whole, ({ watched }) => watched),
})

const payoutsCodec = codecOf<Overview['payouts']>('PayoutCounts')({
  count: field(whole, ({ count }) => count),
  amount: field(decimal, ({ amount }) => amount),
})

/** Without its moment, `as_of`. */
export const overviewCodec = codecOf<Overview>('Overview')({
  accounts: field(accountsCodec, ({ byState }) => byState),
  nearest_to_floor: field(
    listOf(rankedAccountCodec),
    ({ nearest }) => nearest,
    'Ten at most, as `accounts?sort=headroom` begins.',
  ),
  exposure: field(totalsCodec, ({ exposure }) => exposure),
  breaches_today: field(breachesCodec, ({ breaches }) => breaches),
  feed: field(codecOf<FeedState>('FeedState')(feedFields), ({ feed }) => feed),
  workers: field(watchedCodec, ({ workers }) => workers),
  unpaid_payouts: field(payoutsCodec, ({ payouts }) => payouts),
  webhooks: field(backlogCodec, ({ webhooks }) => webhooks),
})

interface Health {
  readonly version: string
  readonly asOf: Micros
  readonly readiness: { readonly ready: boolean; readonly checks: Readonly<Record<string, string>> }
  readonly feeds: readonly (FeedState & { readonly venue: VenueId })[]
  readonly workers: { readonly shards: number; readonly watched: number | null }
  readonly queues: { readonly commands: number; readonly writes: number }
  readonly webhooks: Backlog | null
  readonly replicas: number | null
  readonly isWalletUp: boolean
  readonly isRedisUp: boolean | null
}

const UNREACHABLE = 'Null while the database cannot be reached.'

const feedOfVenueCodec = codecOf<Health['feeds'][number]>('VenueFeed')({
  venue: field(venue, (feed) => feed.venue),
  ...feedFields,
})

const workersCodec = codecOf<Health['workers']>('WorkerCounts')({
  shards: field(whole, ({ shards }) => shards),
  shards_watched: field(orNull(whole), ({ watched }) => watched, UNREACHABLE),
})

const queuesCodec = codecOf<Health['queues']>('QueueLengths')({
  commands: field(whole, ({ commands }) => commands, 'Under way or waiting for the turn of their account.'),
  writes: field(whole, ({ writes }) => writes, 'Waiting for a statement of the writer.'),
})

const upOrDown = (isUp: boolean): 'up' | 'down' => (isUp ? 'up' : 'down')

export const healthCodec = codecOf<Health>('FirmHealth')({
  as_of: field(time, ({ asOf }) => asOf),
  version: field(text, ({ version }) => version, 'Of the engine that was asked.'),
  ready: field(flag, ({ readiness }) => readiness.ready),
  checks: field(
    shaped<Health['readiness']['checks']>(Joi.object().pattern(schemas.text, schemas.text), (checks) => checks),
    ({ readiness }) => readiness.checks,
    'As `/readyz` has them: what it cannot work without.',
  ),
  feeds: field(listOf(feedOfVenueCodec), ({ feeds }) => feeds),
  workers: field(workersCodec, ({ workers }) => workers),
  queues: field(queuesCodec, ({ queues }) => queues),
  webhooks: field(orNull(backlogCodec), ({ webhooks }) => webhooks, UNREACHABLE),
  replicas: field(
    orNull(whole),
    ({ replicas }) => replicas,
    `Engine processes on this database, this one included. ${UNREACHABLE}`,
  ),
  wallet: field(oneOf(['up', 'down']), ({ isWalletUp }) => upOrDown(isWalletUp), 'Whether the last call was answered.'),
  redis: field(
    oneOf(['up', 'down', 'none']),
    ({ isRedisUp }) => (isRedisUp === null ? 'none' : upOrDown(isRedisUp)),
    '`none`: it runs without one.',
  ),
})
