import type { Micros } from '../values/time.js'
import { EVENT_TYPES } from './events.js'
import { CODE_MESSAGE, TEST_MESSAGE, type MessageSeverity, type MessageTerms } from './notification.js'

/**
 * `PENDING`: to be attempted; `DELIVERED`: the receiver took it; `DEAD`: no attempt is left; `DISABLED`: its key is
 * revoked or expired, names no URL any more, or its receiver answered 410. All but the first are final until somebody
 * asks for the delivery again.
 */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'DEAD', 'DISABLED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Sent on request, to try a receiver; it belongs to no account. */
export const TEST_EVENT = 'webhook.test'
export const DELIVERED_EVENT_TYPES = [...EVENT_TYPES, TEST_EVENT, CODE_MESSAGE, TEST_MESSAGE] as const
export type DeliveredEventType = (typeof DELIVERED_EVENT_TYPES)[number]

/** Deliveries of a user, by what is not null. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null
  readonly keyId: string | null
  readonly eventType: DeliveredEventType | null
}

/** An event on its way to the receiver of one key, or to the target of a notification rule, which then is its key. */
export interface WebhookDelivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: string
  /** Null for a test event. */
  readonly accountId: string | null
  /** Sequence of the event within its account, from 1; 0 for a test event. */
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
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null
  /** Its first kilobyte. */
  readonly answer: string | null
  /** The failure when there was no response. */
  readonly error: string | null
}

/** An account with events. */
export interface AccountEvents {
  readonly accountId: string
  readonly userId: string
  /** Sequence of its latest event. */
  readonly sequence: number
}

/** A delivery to be written. */
export interface NewDelivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: string
  readonly accountId: string | null
  readonly sequence: number
  readonly userId: string
  readonly keyId: string
  readonly url: string
  readonly body: string
  readonly shard: number
  readonly createdAt: Micros
  /** Absent of a webhook. */
  readonly message?: MessageTerms
}

/** The sequence up to which an account's events are relayed. */
export interface Cursor {
  readonly accountId: string
  readonly sequence: number
}

/** A delivery that an attempt is to be made of. */
export interface DueDelivery {
  readonly id: string
  readonly eventId: string
  readonly body: string
  /** All so far. */
  readonly attempts: number
  readonly round: number
  readonly roundAttempts: number
  readonly roundStartedAt: Micros | null
}

/** A delivery that a notification rule has asked for, and that is due. */
export interface DueMessage extends Omit<DueDelivery, 'body'> {
  readonly eventType: string
  /** The first ones alone have it: of more, there is no room for what they say. */
  readonly body: string | null
  /** The message that was begun for it, its own or one of several; null: none was. */
  readonly messageId: string | null
  readonly severity: MessageSeverity
  /** When the event was. */
  readonly happenedAt: Micros
  /** As its trader calls it; null where it is about none. */
  readonly accountName: string | null
}

/** A message, and the deliveries that it tells of. */
export interface BegunMessage {
  readonly messageId: string
  readonly ids: readonly string[]
}

/** A target's share of the minute. */
export interface MessagesGranted {
  readonly count: number
  /** Whether those beyond may go as one message. */
  readonly isDigest: boolean
  /** When more may be sent. */
  readonly freeAt: Micros
}

/** A key whose due deliveries are asked for, at most so many. */
export interface DueQuery {
  readonly keyId: string
  readonly limit: number
}

/** The result of an attempt. */
export interface AttemptResult {
  readonly delivery: DueDelivery
  readonly attempt: Omit<WebhookAttempt, 'number'>
  readonly status: DeliveryStatus
  /** Null unless it is still pending. */
  readonly nextAttemptAt: Micros | null
}

/** The results of attempts for one key at one URL. */
export interface EndpointAttempts {
  readonly keyId: string
  readonly url: string
  readonly results: readonly AttemptResult[]
}

/** How often a URL is tried before its first 2xx. */
export interface UnprovenLimits {
  readonly attemptsMax: number
  /** In which there are at most so many. */
  readonly window: Micros
  /** A delivery that has waited longer for its URL is given up. */
  readonly waitMax: Micros
}

export interface AttemptsRequested {
  readonly keyId: string
  readonly url: string
  /** The deliveries to attempt, the first of them first. */
  readonly ids: readonly string[]
  readonly shards: readonly number[]
  readonly now: Micros
}

/** `proven`: as many as one likes; else the first so many, and more not before `freeAt`. */
export type AttemptsGranted = 'proven' | { readonly count: number; readonly freeAt: Micros }
