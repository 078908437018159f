import type { Micros } from '../values/time.js'

/**
 * `PENDING`: to be attempted; `DELIVERED`: the receiver took it; `DEAD`: no attempt is left; `DISABLED`: its key is
 * revoked or expired, names no URL any more, or its receiver answered 410. All but the first are final until somebody
 * asks for the delivery again.
 */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'DEAD', 'DISABLED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** An event on its way to the receiver of one key. */
export interface WebhookDelivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: string
  /** Null for a test event. */
  readonly accountId: string | null
  /** Of the event within its account, from 1; 0 for a test event. */
  readonly sequence: number
  readonly keyId: string
  /** Where it goes, or went last. */
  readonly url: string
  readonly status: DeliveryStatus
  readonly nextAttemptAt: Micros | null
  readonly createdAt: Micros
  readonly attempts: readonly WebhookAttempt[]
}

export interface WebhookAttempt {
  /** From 1. */
  readonly number: number
  readonly startedAt: Micros
  readonly durationMs: number
  /** Of the answer; null when there was none. */
  readonly status: number | null
  /** Its first kilobyte. */
  readonly answer: string | null
  /** Why there was no answer. */
  readonly error: string | null
}
