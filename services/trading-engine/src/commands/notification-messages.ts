/** Messages that a user wants sent to the target of a notification rule, and receivers who want no more of them. */
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { NotificationChannel, NotificationMessageResponse, NotificationRule } from '@ats/contracts'
import type { Pool } from 'pg'
import { CODE_MESSAGE, TEST_MESSAGE } from '../core/model/notification.js'
import type { WebhookDelivery } from '../core/model/webhook-delivery.js'
import { shardOf } from '../core/values/shard.js'
import type { Micros } from '../core/values/time.js'
import { insertTestDelivery } from '../store/webhooks/webhook-deliveries.js'
import { messageText } from '../wire/event-body.js'

export interface NotificationDependencies {
  readonly pool: Pool
  readonly notificationRules: {
    find(ruleId: string): Promise<NotificationRule | null>
    requestMessage(ruleId: string, userId: string): Promise<NotificationMessageResponse>
  }
  /** The channels that this installation is set up for. */
  readonly channels: ReadonlySet<NotificationChannel>
  /** Where a rule's messages go, as the log of deliveries shows it. */
  readonly targetUrl: (rule: NotificationRule) => string
  readonly newId: () => string
  readonly now: () => Micros
}

/**
 * Has a code sent to the target of a rule, or a test once it is proven. Throws `not_found` when the user has no such
 * rule, `conflict` when nothing is sent by its channel here or it is paused, and 429 when enough was sent.
 */
export async function sendMessage(
  { pool, notificationRules, channels, targetUrl, newId, now }: NotificationDependencies,
  userId: string,
  ruleId: string,
): Promise<WebhookDelivery> {
  const known = await notificationRules.find(ruleId)
  if (known?.userId !== userId) throw notFound('rule')
  if (!channels.has(known.channel)) throw channelOff(known.channel)
  const asked = await notificationRules.requestMessage(ruleId, userId)
  if (asked.decision === 'NO_RULE') throw notFound('rule')
  if (asked.decision === 'PAUSED') throw paused()
  if (asked.decision === 'TOO_MANY') throw tooMany(asked.retryAfterSeconds)
  const { rule } = asked
  const code = asked.decision === 'CODE' ? asked.code : null
  const eventId = newId()
  const createdAt = now()
  const eventType = code === null ? TEST_MESSAGE : CODE_MESSAGE
  return insertTestDelivery(pool, {
    ...{ id: newId(), eventId, eventType, userId, createdAt },
    keyId: rule.ruleId,
    url: targetUrl(rule),
    body: messageText(eventId, eventType, createdAt, code === null ? {} : { code }),
    shard: shardOf(rule.ruleId),
    message: { channel: rule.channel, severity: 'INFO' },
  })
}

const channelOff = (channel: NotificationChannel): RequestError =>
  new RequestError('conflict', `this service sends nothing by ${channel}; its operator has not set it up`, {
    reason: 'channel_off',
  })

const paused = (): RequestError =>
  new RequestError('conflict', 'the rule is paused; resume it first', { reason: 'rule_paused' })

function tooMany(retryAfterSeconds: number): RequestError {
  const retryAfter = String(retryAfterSeconds)
  const message = `enough codes and tests were sent to this target, or by you; retry in ${retryAfter} s`
  return new RequestError('rate_limited', message, {}, { 'Retry-After': retryAfter })
}
