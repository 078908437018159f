import type {
  NotificationChannel,
  NotificationRule,
  NotificationSeverity,
  NotificationTopic,
  QuietHours,
} from '@ats/contracts'

/** At most so many rules of one user there are at the same time. */
export const RULES_MAX = 10

/** A code is good for so long. */
export const CODE_VALID_MS = 15 * 60_000

/** Wrong codes after which a new one is needed. */
export const CODE_TRIES_MAX = 5

const HOUR_MS = 3_600_000

/**
 * The messages that users may have sent, codes and tests. Those to one target are counted over all users: nobody is to
 * be flooded with codes they did not ask for.
 */
export const MESSAGE_LIMITS = [
  { of: 'target', count: 4, withinMs: HOUR_MS },
  { of: 'target', count: 12, withinMs: 24 * HOUR_MS },
  { of: 'user', count: 12, withinMs: HOUR_MS },
] as const

/** The longest span over which messages are counted. */
export const MESSAGES_KEPT_MS = 24 * HOUR_MS

/** The part of a rule that its user may change. */
export interface RuleTerms {
  readonly events: readonly NotificationTopic[]
  /** Empty: every account. */
  readonly accounts: readonly string[]
  readonly quietHours: QuietHours | null
  readonly minSeverity: NotificationSeverity
}

/** A user's change of a rule: what is absent stays. */
export interface RuleChange extends Partial<RuleTerms> {
  readonly paused?: boolean
}

/** A rule as its user sees it. */
export interface Rule extends RuleTerms {
  readonly id: string
  readonly channel: NotificationChannel
  readonly target: string
  readonly createdAt: Date
  /** Null: the target has shown no code yet. */
  readonly provenAt: Date | null
  /** When the receiver stopped it, by the link of a message. */
  readonly stoppedAt: Date | null
  /** Since when its user has it paused. */
  readonly pausedAt: Date | null
}

export interface StoredRule extends Rule {
  readonly userId: string
  /** When it was resumed last; null while it is paused. */
  readonly resumedAt: Date | null
  readonly unsubscribeToken: string
}

/** As the engine is told of it. */
export const notificationRule = ({ id, userId, provenAt, ...rule }: StoredRule): NotificationRule => ({
  ruleId: id,
  userId,
  channel: rule.channel,
  target: rule.target,
  events: rule.events,
  accounts: rule.accounts,
  quietHours: rule.quietHours,
  minSeverity: rule.minSeverity,
  provenAt: provenAt?.toISOString() ?? null,
  pausedAt: rule.pausedAt?.toISOString() ?? null,
  resumedAt: rule.resumedAt?.toISOString() ?? null,
  unsubscribeToken: rule.unsubscribeToken,
})

/** The name of a rule in the audit: ids of one moment differ in their last characters. */
export const rulePrefix = (id: string): string => `rule_${id.slice(-8)}`
