import {
  DELIVERED_EVENT_TYPES,
  DELIVERY_STATUSES,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../core/model/webhook-delivery.js'
import { codecOf, field } from './codec/codec.js'
import { count, listOf, oneOf, orNull, orNullOrEmpty, text, time, uuid, whole } from './codec/kinds.js'

const attemptCodec = codecOf<WebhookAttempt>('WebhookAttempt')({
  number: field(count, (attempt) => attempt.number),
  started_at: field(time, (attempt) => attempt.startedAt),
  duration_ms: field(whole, (attempt) => attempt.durationMs),
  status: field(orNull(whole), (attempt) => attempt.status),
  answer: field(orNullOrEmpty(text), (attempt) => attempt.answer),
  error: field(orNull(text), (attempt) => attempt.error),
})

/** A delivery with its latest attempts, oldest first. */
export const webhookDeliveryCodec = codecOf<WebhookDelivery>('WebhookDelivery')({
  id: field(uuid, (delivery) => delivery.id),
  event_id: field(uuid, (delivery) => delivery.eventId),
  event_type: field(oneOf<string>(DELIVERED_EVENT_TYPES), (delivery) => delivery.eventType),
  account_id: field(orNull(uuid), (delivery) => delivery.accountId),
  sequence: field(whole, (delivery) => delivery.sequence),
  key_id: field(uuid, (delivery) => delivery.keyId),
  url: field(text, (delivery) => delivery.url),
  status: field(oneOf(DELIVERY_STATUSES), (delivery) => delivery.status),
  next_attempt_at: field(orNull(time), (delivery) => delivery.nextAttemptAt),
  created_at: field(time, (delivery) => delivery.createdAt),
  attempts: field(listOf(attemptCodec), (delivery) => delivery.attempts),
})
