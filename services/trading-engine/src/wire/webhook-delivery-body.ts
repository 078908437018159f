import { formatTimestamp } from '../core/values/time.js'
import type { WebhookDelivery } from '../core/model/webhook-delivery.js'

/** A delivery with its latest attempts, oldest first. */
export const webhookDeliveryBody = (delivery: WebhookDelivery): Record<string, unknown> => ({
  id: delivery.id,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  account_id: delivery.accountId,
  sequence: delivery.sequence,
  key_id: delivery.keyId,
  url: delivery.url,
  status: delivery.status,
  next_attempt_at: delivery.nextAttemptAt === null ? null : formatTimestamp(delivery.nextAttemptAt),
  created_at: formatTimestamp(delivery.createdAt),
  attempts: delivery.attempts.map(({ number, startedAt, durationMs, status, answer, error }) => ({
    number,
    started_at: formatTimestamp(startedAt),
    duration_ms: durationMs,
    status,
    answer,
    error,
  })),
})
