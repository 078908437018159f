/** Links between accounts, and what decides whether there may be one. */
import type { Pool } from 'pg'
import type { CopyAction, CopyEvent, SkipReason } from '../../core/model/copied.js'
import type {
  CopiedKind,
  CopyLink,
  CopyLinkReason,
  CopyLinkStatus,
  CopyTerms,
  LotRounding,
  SizingMode,
} from '../../core/model/copy-link.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Side } from '../../core/model/order/side.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf, optional, quantityOf, rateOf } from '../tables/column.js'

export interface CopyLinkRow {
  readonly id: string
  readonly leader_account_id: string
  readonly follower_account_id: string
  readonly leader_user_id: string
  readonly follower_user_id: string | null
  readonly status: CopyLinkStatus
  readonly reason: CopyLinkReason | null
  readonly sizing_mode: SizingMode
  readonly sizing_value: string
  readonly max_quantity: string | null
  readonly rounding: LotRounding
  readonly symbols: readonly string[] | null
  readonly copies: readonly CopiedKind[]
  readonly on_refusal: CopyTerms['onRefusal']
  readonly max_slippage_pct: string | null
  readonly max_delay_ms: number
  readonly created_at: string
  readonly accepted_at: string | null
  readonly updated_at: string
  readonly ended_at: string | null
  readonly version: number
}

export const copyLinkOf = (row: CopyLinkRow): CopyLink => ({
  ...{ id: row.id, leaderAccountId: row.leader_account_id, followerAccountId: row.follower_account_id },
  ...{ leaderUserId: row.leader_user_id, followerUserId: row.follower_user_id },
  ...{ status: row.status, reason: row.reason },
  sizing: {
    mode: row.sizing_mode,
    value: rateOf(row.sizing_value),
    quantityMax: optional(row.max_quantity, quantityOf),
    rounding: row.rounding,
  },
  ...{ symbols: row.symbols, copies: row.copies, onRefusal: row.on_refusal },
  slippagePctMax: optional(row.max_slippage_pct, rateOf),
  delayMsMax: row.max_delay_ms,
  createdAt: microsOf(row.created_at),
  acceptedAt: optional(row.accepted_at, microsOf),
  updatedAt: microsOf(row.updated_at),
  endedAt: optional(row.ended_at, microsOf),
  version: row.version,
})

/** An account as far as a link depends on it; locked until the transaction ends, those with lower ids first. */
export interface LinkedAccount {
  readonly id: string
  readonly userId: string
  readonly isOver: boolean
  readonly clock: Micros
}

/** Locks and returns those that exist. */
export async function lockLinkedAccounts(db: Queryable, ids: readonly string[]): Promise<readonly LinkedAccount[]> {
  const { rows } = await db.query<{ id: string; user_id: string; is_over: boolean; clock: string }>({
    text: `select id, user_id, state in ('TERMINATED', 'CLOSED') as is_over, clock from accounts
      where id = any($1) order by id for no key update`,
    values: [ids],
  })
  return rows.map((row) => ({ id: row.id, userId: row.user_id, isOver: row.is_over, clock: microsOf(row.clock) }))
}

export interface LinkCounts {
  /** Links of the leader that have not ended; and all it ever had. */
  readonly followers: number
  readonly ofLeader: number
  /** Links of the follower that are accepted and have not ended. */
  readonly leaders: number
}

export async function countLinks(db: Queryable, leaderId: string, followerId: string): Promise<LinkCounts> {
  const { rows } = await db.query<{ followers: string; of_leader: string; leaders: string }>({
    text: `select (select count(*) from copy_links where leader_account_id = $1 and status <> 'ENDED') as followers,
      (select count(*) from copy_links where leader_account_id = $1) as of_leader,
      (select count(*) from copy_links where follower_account_id = $2 and status in ('ACTIVE', 'PAUSED')) as leaders`,
    values: [leaderId, followerId],
  })
  const [row] = rows
  return {
    followers: Number(row?.followers),
    ofLeader: Number(row?.of_leader),
    leaders: Number(row?.leaders),
  }
}

/** The link of the two that has not ended. */
export async function findLinkOf(db: Queryable, leaderId: string, followerId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>({
    text: `select id from copy_links where leader_account_id = $1 and follower_account_id = $2 and status <> 'ENDED'`,
    values: [leaderId, followerId],
  })
  return rows[0]?.id ?? null
}

export async function findCopyLink(db: Queryable, id: string): Promise<CopyLink | null> {
  const { rows } = await db.query<CopyLinkRow>({
    name: 'find_copy_link',
    text: 'select * from copy_links where id = $1',
    values: [id],
  })
  return rows[0] === undefined ? null : copyLinkOf(rows[0])
}

/** Until the transaction ends nobody else changes the link, and no copy of it is written. */
export async function lockCopyLink(db: Queryable, id: string): Promise<CopyLink | null> {
  const { rows } = await db.query<CopyLinkRow>({
    text: 'select * from copy_links where id = $1 for update',
    values: [id],
  })
  return rows[0] === undefined ? null : copyLinkOf(rows[0])
}

/** Each link once for each of its users. */
const LISTED = `(select *, leader_user_id as member from copy_links
  union all select *, follower_user_id from copy_links where follower_user_id <> leader_user_id) listed`

/** The links in which the user is one of the two, newest first. */
export const listCopyLinks = (pool: Pool, userId: string, window: TimeWindow): Promise<Page<CopyLink>> =>
  pageByTime<CopyLinkRow, CopyLink>(
    pool,
    { table: LISTED, time: 'created_at', filter: { member: userId }, window },
    copyLinkOf,
  )

/** The moments of the leader's clock from which on fills, and entries among them, are copied; null: as they are. */
export interface CopiesFrom {
  readonly copiesFrom: Micros | null
  readonly entriesFrom: Micros | null
}

const timeText = (at: Micros | null): string | null => (at === null ? null : formatTimestamp(at))
const decimalText = (value: bigint | null): string | null => (value === null ? null : formatDecimal(value))

const parties = (link: CopyLink): Readonly<Record<string, unknown>> => ({
  id: link.id,
  leader_account_id: link.leaderAccountId,
  follower_account_id: link.followerAccountId,
  leader_user_id: link.leaderUserId,
  follower_user_id: link.followerUserId,
  created_at: formatTimestamp(link.createdAt),
})

const changing = ({ sizing, ...link }: CopyLink): Readonly<Record<string, unknown>> => ({
  status: link.status,
  reason: link.reason,
  sizing_mode: sizing.mode,
  sizing_value: formatDecimal(sizing.value),
  max_quantity: decimalText(sizing.quantityMax),
  rounding: sizing.rounding,
  symbols: link.symbols,
  copies: link.copies,
  on_refusal: link.onRefusal,
  max_slippage_pct: decimalText(link.slippagePctMax),
  max_delay_ms: link.delayMsMax,
  accepted_at: timeText(link.acceptedAt),
  updated_at: formatTimestamp(link.updatedAt),
  ended_at: timeText(link.endedAt),
  version: link.version,
})

const moments = ({ copiesFrom, entriesFrom }: CopiesFrom): Readonly<Record<string, unknown>> => ({
  ...(copiesFrom === null ? {} : { copies_from: formatTimestamp(copiesFrom) }),
  ...(entriesFrom === null ? {} : { entries_from: formatTimestamp(entriesFrom) }),
})

export async function insertCopyLink(db: Queryable, link: CopyLink, from: CopiesFrom): Promise<void> {
  const columns = Object.entries({ ...parties(link), ...changing(link), ...moments(from) })
  await db.query({
    text: `insert into copy_links (${columns.map(([name]) => name).join(', ')})
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: columns.map(([, value]) => value),
  })
}

/** The link is locked. */
export async function updateCopyLink(db: Queryable, link: CopyLink, from: CopiesFrom): Promise<void> {
  const columns = Object.entries({ ...changing(link), ...moments(from) })
  await db.query({
    text: `update copy_links set ${columns.map(([name], index) => `${name} = $${index + 2}`).join(', ')} where id = $1`,
    values: [link.id, ...columns.map(([, value]) => value)],
  })
}

interface CopyEventRow {
  readonly id: string
  readonly created_at: string
  readonly copy_link_id: string
  readonly action: CopyAction
  readonly reason: SkipReason | null
  readonly message: string | null
  readonly rules: readonly string[]
  readonly symbol: string
  readonly venue: VenueId
  readonly side: Side
  readonly quantity: string | null
  readonly leader_fill_id: string | null
  readonly leader_order_id: string | null
  readonly order_id: string | null
}

const copyEventOf = (row: CopyEventRow): CopyEvent => ({
  ...{ id: row.id, at: microsOf(row.created_at), linkId: row.copy_link_id, action: row.action, skipped: row.reason },
  ...{ message: row.message, rules: row.rules, symbol: row.symbol, venue: row.venue, side: row.side },
  quantity: optional(row.quantity, quantityOf),
  ...{ fillId: row.leader_fill_id, orderId: row.leader_order_id, copyId: row.order_id },
})

/** The outcomes of the copies of a link, the latest first. */
export const listCopyEvents = (pool: Pool, linkId: string, window: TimeWindow): Promise<Page<CopyEvent>> =>
  pageByTime<CopyEventRow, CopyEvent>(
    pool,
    { table: 'copy_events', time: 'created_at', filter: { copy_link_id: linkId }, window },
    copyEventOf,
  )
