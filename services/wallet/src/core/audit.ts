/** The reasons why a request may not use a key. Responses do not name them: they must not help to guess. */
export const REFUSAL_REASONS = [
  'unknown_key',
  'wrong_secret',
  'revoked',
  'expired',
  'ip_not_allowed',
  'scope_missing',
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** The events of a key, hook or notification rule, in the order in which they can first happen. */
export const KEY_EVENTS = [
  'key.created',
  'key.updated',
  'key.rotated',
  'key.webhook_secret_rotated',
  'key.revoked',
  'hook.created',
  'hook.updated',
  'hook.rotated',
  'hook.revoked',
  'notification_rule.created',
  'notification_rule.updated',
  'notification_rule.proven',
  'notification_rule.stopped',
  'notification_rule.deleted',
] as const

export const AUDIT_KINDS = [...KEY_EVENTS, 'validation.refused'] as const

/** The key, hook or notification rule an entry is about; nothing of it opens anything. */
export interface AuditedKey {
  readonly keyId: string
  readonly keyPrefix: string
  readonly userId: string
}

/** A row of the audit. For refusals it counts those of one reason, key and address within an hour. */
export interface AuditEntry {
  readonly id: string
  readonly kind: (typeof AUDIT_KINDS)[number]
  /** The time of the first one it counts. */
  readonly at: Date
  /** The time of the last one. */
  readonly lastAt: Date
  /** All three null when no key of ours was named. */
  readonly keyId: string | null
  readonly keyPrefix: string | null
  readonly userId: string | null
  /** Where it came from; null: from many addresses. */
  readonly ip: string | null
  readonly reason: RefusalReason | null
  readonly count: number
}
