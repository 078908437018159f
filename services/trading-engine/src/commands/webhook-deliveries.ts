/** Commands on webhook deliveries for the owner of a bot: attempt some again, or send a test event. */
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import { NO_WEBHOOK, type WebhookEndpoint } from '@ats/contracts'
import type { Pool, PoolClient } from 'pg'
import type { Micros } from '../core/values/time.js'
import { TEST_EVENT, type DeliveryFilter, type WebhookDelivery } from '../core/model/webhook-delivery.js'
import type { TimeWindow } from '../store/read/history.js'
import { shardOf } from '../core/values/shard.js'
import {
  insertTestDelivery,
  redeliverMany,
  redeliverOne,
  type Redelivery,
} from '../store/webhooks/webhook-deliveries.js'
import { testEventText } from '../wire/event-body.js'

export interface WebhookDependencies {
  readonly pool: Pool
  readonly webhookEndpoints: { ofKey(keyId: string): Promise<Pick<WebhookEndpoint, 'url' | 'userId'> | null> }
  readonly newId: () => string
  readonly now: () => Micros
}

/** Deliveries that one request has attempted again at most. */
export const REDELIVERED_MAX = 1_000

/** That one user has attempted again in an hour, with all keys together. */
export const REDELIVERED_PER_HOUR = 5_000
const LIMITS = { perHour: REDELIVERED_PER_HOUR }

/** Throws `not_found` when it is not the user's, and 429 when the hour's are spent. */
export async function redeliver(
  { pool, now }: Pick<WebhookDependencies, 'pool' | 'now'>,
  userId: string,
  id: string,
  /** Writes what is to be known of it, in the same transaction. */
  record?: (client: PoolClient, delivery: WebhookDelivery) => Promise<void>,
): Promise<WebhookDelivery> {
  const delivery = resultOf(await redeliverOne(pool, userId, id, now(), { ...LIMITS, record }))
  if (delivery === null) throw notFound('delivery')
  return delivery
}

export interface Redelivered {
  readonly count: number
  /** Where the next request goes on from; null when this one took all there was. */
  readonly nextFrom: Micros | null
}

/** The oldest that match first. Without a status, all that are not to be attempted anyway. Throws 429 likewise. */
export async function redeliverWindow(
  { pool, now }: WebhookDependencies,
  userId: string,
  window: Pick<TimeWindow, 'from' | 'to'> & DeliveryFilter,
): Promise<Redelivered> {
  const page = { ...window, limit: REDELIVERED_MAX }
  const { times, isWhole } = resultOf(await redeliverMany(pool, userId, page, now(), LIMITS))
  const last = times.at(-1)
  return { count: times.length, nextFrom: isWhole || last === undefined ? null : last + 1 }
}

function resultOf<T>(redelivery: Redelivery<T>): T {
  if ('result' in redelivery) return redelivery.result
  const retryAfter = String(Math.max(1, redelivery.retryAfterSeconds))
  const message = `more than ${REDELIVERED_PER_HOUR} deliveries sent again in an hour; retry in ${retryAfter} s`
  throw new RequestError('rate_limited', message, {}, { 'Retry-After': retryAfter })
}

/** To the URL of the key itself. Throws `conflict` when it has none. */
export async function sendTestEvent(
  { pool, webhookEndpoints, newId, now }: WebhookDependencies,
  { userId, keyId }: { readonly userId: string; readonly keyId: string },
): Promise<WebhookDelivery> {
  const endpoint = await webhookEndpoints.ofKey(keyId)
  if (endpoint?.userId !== userId)
    throw new RequestError(
      'conflict',
      'no such key of yours has a webhookUrl; set one with PATCH /api/api-keys/:id of the wallet',
      { reason: NO_WEBHOOK },
    )
  const eventId = newId()
  const createdAt = now()
  const body = testEventText(eventId, createdAt)
  const shard = shardOf(keyId)
  return insertTestDelivery(pool, {
    id: newId(),
    eventId,
    eventType: TEST_EVENT,
    userId,
    keyId,
    url: endpoint.url,
    body,
    shard,
    createdAt,
  })
}
