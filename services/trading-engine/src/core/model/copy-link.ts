/** Links between accounts: what a leader's account fills is ordered on the account of a follower. */
import type { Quantity } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

/**
 * FIXED: a quantity for a whole order of the leader. MULTIPLIER: of the leader's quantity. EQUITY_RATIO: of the same,
 * scaled by the equity of the follower over that of the leader. RISK_PCT: the percentage of the follower's equity that
 * is lost at the leader's stop.
 */
export const SIZING_MODES = ['FIXED', 'MULTIPLIER', 'EQUITY_RATIO', 'RISK_PCT'] as const
export type SizingMode = (typeof SIZING_MODES)[number]

/** To whole lots. */
export const LOT_ROUNDINGS = ['DOWN', 'NEAREST'] as const
export type LotRounding = (typeof LOT_ROUNDINGS)[number]

export const COPIED_KINDS = ['ENTRIES', 'EXITS', 'PROTECTION'] as const
export type CopiedKind = (typeof COPIED_KINDS)[number]

/** PAUSE: the link is paused by an entry that is refused. */
export const REFUSAL_ACTIONS = ['SKIP', 'PAUSE'] as const

/**
 * INVITED: the owner of the follower has not accepted yet. PAUSED: exits are copied, entries are not. ENDED: final.
 */
export const COPY_LINK_STATUSES = ['INVITED', 'ACTIVE', 'PAUSED', 'ENDED'] as const
export type CopyLinkStatus = (typeof COPY_LINK_STATUSES)[number]

/** The part that its caller has in a link. */
export const COPY_ROLES = ['LEADER', 'FOLLOWER', 'BOTH'] as const
export type CopyRole = (typeof COPY_ROLES)[number]

export interface Sizing {
  readonly mode: SizingMode
  /** For RISK_PCT in percent: 1 is 1 %. */
  readonly value: bigint
  /** The most that an order of the leader has ordered; null: anything. */
  readonly quantityMax: Quantity | null
  readonly rounding: LotRounding
}

/** The terms of a link, which the owner of the follower may change. */
export interface CopyTerms {
  readonly sizing: Sizing
  /** Canonical; null: all. */
  readonly symbols: readonly string[] | null
  readonly copies: readonly CopiedKind[]
  readonly onRefusal: (typeof REFUSAL_ACTIONS)[number]
  /** How much worse than the leader's price an entry may fill, in percent; null: at any price. */
  readonly slippagePctMax: bigint | null
  /** How late an entry may be, in milliseconds after the leader's fill. */
  readonly delayMsMax: number
}

export interface CopyLink extends CopyTerms {
  readonly id: string
  readonly leaderAccountId: string
  readonly followerAccountId: string
  readonly leaderUserId: string
  /** Null where there is no such account, which an invitation does not say. */
  readonly followerUserId: string | null
  readonly status: CopyLinkStatus
  /** The reason for which it is PAUSED or ENDED. */
  readonly reason: CopyLinkReason | null
  readonly createdAt: Micros
  readonly acceptedAt: Micros | null
  readonly updatedAt: Micros
  readonly endedAt: Micros | null
  readonly version: number
}

/** USER: one of the two; REFUSED: an entry was; ACCOUNT_ENDED: that of the follower. */
export const COPY_LINK_REASONS = ['USER', 'REFUSED', 'ACCOUNT_ENDED'] as const
export type CopyLinkReason = (typeof COPY_LINK_REASONS)[number]

/** Not ended, invitations among them. */
export const FOLLOWERS_MAX = 1_000
/** Accepted and not ended. */
export const LEADERS_MAX = 10
/** The most of a leader, ended ones among them. */
export const LINKS_EVER_MAX = 10_000

export const roleOf = ({ leaderUserId, followerUserId }: CopyLink, userId: string): CopyRole | null => {
  if (leaderUserId === userId) return followerUserId === userId ? 'BOTH' : 'LEADER'
  return followerUserId === userId ? 'FOLLOWER' : null
}
