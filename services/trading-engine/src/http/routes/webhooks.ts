import type { Route } from '@ats/service-kit/http'
import { invalidPayload } from '@ats/service-kit/process'
import {
  redeliver,
  redeliverWindow,
  sendTestEvent,
  type WebhookDependencies,
} from '../../commands/webhook-deliveries.js'
import type { DeliveredEventType, DeliveryFilter, DeliveryStatus } from '../../core/model/webhook-delivery.js'
import { formatTimestamp } from '../../core/values/time.js'
import { listDeliveries } from '../../queries/account-history.js'
import { asNumber } from '../../wire/decimals.js'
import { webhookDeliveryCodec } from '../../wire/webhook-delivery-codec.js'
import { route, visitorOf, type Caller } from '../caller.js'
import { listReply, windowOf } from '../list-reply.js'
import { deliveriesQuery } from '../schemas/queries.js'
import { redeliverBody, testEventBody } from '../schemas/requests.js'
import { redelivered, webhookDeliveries, webhookDelivery } from '../schemas/responses/webhook-delivery.js'

export type WebhookRouteDependencies = WebhookDependencies

const NO_KEY_NAMED = {
  path: ['key_id'],
  code: 'any.required',
  message: 'key_id is required where no key makes the request: name the key whose webhookUrl is to receive it',
}

interface FilterFields {
  readonly status?: DeliveryStatus
  readonly key_id?: string
  readonly event_type?: DeliveredEventType
}

/** Deliveries are listed and sent again by the same fields. */
const filterOf = ({ status, key_id: keyId, event_type: eventType }: FilterFields): DeliveryFilter => ({
  status: status ?? null,
  keyId: keyId ?? null,
  eventType: eventType ?? null,
})

/** The log of webhooks, and what can be done about them. */
export function webhookRoutes(dependencies: WebhookRouteDependencies): readonly Route<Caller>[] {
  return [
    route('any', {
      method: 'GET',
      path: '/v1/webhook-deliveries',
      operationId: 'listWebhookDeliveries',
      summary: "Deliveries of events to the receivers of the caller's keys, with their attempts",
      tags: ['webhooks'],
      query: deliveriesQuery,
      responses: {
        200: {
          description: 'Newest first, each with its latest 20 attempts, oldest first.',
          schema: webhookDeliveries,
        },
      },
      errors: [],
      handler: async (request) => {
        const { principal, query } = request
        const window = windowOf(query)
        const page = await listDeliveries(dependencies.pool, principal.userId, {
          ...window,
          ...filterOf(query),
        })
        return listReply(
          page,
          window,
          query,
          ({ createdAt }) => createdAt,
          (delivery) => webhookDeliveryCodec.json(delivery, asNumber),
          visitorOf(request),
        )
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/webhook-deliveries/redeliver',
      operationId: 'redeliverWebhooks',
      summary: 'Have all deliveries that match a filter attempted again',
      description:
        'Those made between `from` and `to`, of the key and the type of event if they are given, with the status, or ' +
        'without one all that are not pending; the oldest first, at most 1,000, and 5,000 of a user in an hour. `next_from` is the `from` that goes on, null when there was no more.',
      tags: ['webhooks'],
      body: redeliverBody,
      responses: { 200: { description: 'They are attempted now, and by the schedule.', schema: redelivered } },
      errors: [],
      handler: async ({ principal, body }) => {
        const { from, to } = body
        const window = { from, to, ...filterOf(body) }
        const { count, nextFrom } = await redeliverWindow(dependencies, principal.userId, window)
        const next = nextFrom === null ? null : formatTimestamp(nextFrom)
        return { status: 200, body: { redelivered: count, next_from: next } }
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/webhook-deliveries/:delivery_id/redeliver',
      operationId: 'redeliverWebhook',
      summary: 'Have a delivery attempted again, whatever became of it',
      tags: ['webhooks'],
      params: { delivery_id: 'uuid' },
      responses: { 200: { description: 'It is attempted now, and by the schedule.', schema: webhookDelivery } },
      errors: [],
      handler: async ({ principal, params }) => {
        const delivery = await redeliver(dependencies, principal.userId, params.delivery_id)
        return { status: 200, text: webhookDeliveryCodec.json(delivery, asNumber) }
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/webhook-test-event',
      operationId: 'sendTestEvent',
      summary: 'Send an event of type `webhook.test` to the webhook URL of a key of the caller',
      description:
        'To that of `key_id`, or without one to that of the key that makes the request. Signed, attempted and logged ' +
        'like any other; what came of it is in `GET /v1/webhook-deliveries`.',
      tags: ['webhooks'],
      body: testEventBody,
      bodyOptional: true,
      responses: { 200: { description: 'It is on its way.', schema: webhookDelivery } },
      errors: ['conflict'],
      handler: async ({ principal: { userId, keyId }, body }) => {
        const receiver = body.key_id ?? keyId
        if (receiver === null) throw invalidPayload([NO_KEY_NAMED])
        return {
          status: 200,
          text: webhookDeliveryCodec.json(await sendTestEvent(dependencies, { userId, keyId: receiver }), asNumber),
        }
      },
    }),
  ]
}
