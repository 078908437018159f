import { DELIVERED_EVENT_TYPES, DELIVERY_STATUSES } from '../../../core/model/webhook-delivery.js'
import { count, listOf, oneOf, record, text, time, uuid, whole } from '../../../wire/codec/schemas.js'

export const webhookDelivery = record({
  id: uuid,
  event_id: uuid,
  event_type: oneOf(DELIVERED_EVENT_TYPES),
  account_id: uuid.allow(null),
  sequence: whole,
  key_id: uuid,
  url: text,
  status: oneOf(DELIVERY_STATUSES),
  next_attempt_at: time.allow(null),
  created_at: time,
  attempts: listOf(
    record({
      number: count,
      started_at: time,
      duration_ms: whole,
      status: whole.allow(null),
      answer: text.allow('', null),
      error: text.allow(null),
    }),
  ),
})
export const webhookDeliveries = listOf(webhookDelivery)

/** `next_from` is null when there was no more. */
export const redelivered = record({ redelivered: whole, next_from: time.allow(null) })
