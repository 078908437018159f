import type { Route } from '@ats/service-kit/http'
import {
  addFirmEndpoint,
  redeliverToFirm,
  removeFirmEndpoint,
  testFirmEndpoint,
  type FirmEndpointDependencies,
} from '../../../commands/operator/firm-endpoints.js'
import { FIRM_USER } from '../../../core/model/firm-endpoint.js'
import { listDeliveries } from '../../../queries/account-history.js'
import { listEndpointsOfFirm } from '../../../queries/operator-lists.js'
import { asNumber } from '../../../wire/decimals.js'
import { addedFirmEndpointCodec, firmEndpointCodec } from '../../../wire/operator/firm-endpoint-codec.js'
import { webhookDeliveryCodec } from '../../../wire/webhook-delivery-codec.js'
import { listReply, windowOf } from '../../list-reply.js'
import { webhookDeliveries, webhookDelivery } from '../../schemas/responses/webhook-delivery.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { firmDeliveriesQuery, webhookEndpointBody } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

const tags = ['webhooks']
const params = { endpoint_id: 'uuid' } as const

export interface WebhookEndpointRouteDependencies extends FirmEndpointDependencies {
  /** Whether receivers may be in this network. */
  readonly allowsPrivateHosts: boolean
}

export const webhookEndpointRoutes = (dependencies: WebhookEndpointRouteDependencies): readonly Route<Operator>[] => [
  route('read', {
    method: 'GET',
    path: '/operator/v1/webhook-endpoints',
    operationId: 'listWebhookEndpoints',
    summary: 'Where the events of all accounts are sent for the firm, oldest first',
    tags,
    responses: { 200: { description: 'All of them, without their secrets.', schema: answers.firmEndpoints } },
    errors: [],
    handler: async () => ({
      status: 200,
      body: (await listEndpointsOfFirm(dependencies.pool)).map((one) => firmEndpointCodec.value(one, asNumber)),
    }),
  }),
  route('change', {
    method: 'POST',
    path: '/operator/v1/webhook-endpoints',
    operationId: 'addWebhookEndpoint',
    summary: 'Have the events of all accounts sent to a URL, signed and retried as those of traders',
    description:
      'Every type, from this moment on. The secret is in this answer alone. At most 10 endpoints; 409 where there is one with this URL.',
    tags,
    body: webhookEndpointBody(dependencies.allowsPrivateHosts),
    responses: { 201: { description: 'The endpoint and its secret.', schema: answers.addedFirmEndpoint } },
    errors: ['conflict'],
    handler: async ({ principal, body }) => {
      const { url, description = null } = body
      const added = await addFirmEndpoint(dependencies, { url, description }, { ...principal, request: { ...body } })
      return { status: 201, body: addedFirmEndpointCodec.value(added, asNumber) }
    },
  }),
  route('change', {
    method: 'DELETE',
    path: '/operator/v1/webhook-endpoints/:endpoint_id',
    operationId: 'removeWebhookEndpoint',
    summary: 'Send nothing more there, also not what waits',
    tags,
    params,
    responses: { 200: { description: 'The endpoint as it was.', schema: answers.firmEndpoint } },
    errors: [],
    handler: async ({ principal, params }) => {
      const removed = await removeFirmEndpoint(dependencies, params.endpoint_id, { ...principal, request: {} })
      return { status: 200, body: firmEndpointCodec.value(removed, asNumber) }
    },
  }),
  route('change', {
    method: 'POST',
    path: '/operator/v1/webhook-endpoints/:endpoint_id/test',
    operationId: 'testWebhookEndpoint',
    summary: 'Send an event of type `webhook.test` there',
    description: 'At most 60 an hour, of all endpoints together.',
    tags,
    params,
    responses: { 200: { description: 'It is on its way.', schema: webhookDelivery } },
    errors: [],
    handler: async ({ principal, params }) => {
      const sent = await testFirmEndpoint(dependencies, params.endpoint_id, { ...principal, request: {} })
      return { status: 200, text: webhookDeliveryCodec.json(sent, asNumber) }
    },
  }),
  route('read', {
    method: 'GET',
    path: '/operator/v1/webhook-deliveries',
    operationId: 'listFirmWebhookDeliveries',
    summary: "Deliveries of events to the firm's endpoints, with their attempts",
    description: '`key_id` of a delivery is the id of its endpoint.',
    tags,
    query: firmDeliveriesQuery,
    responses: { 200: { description: 'Newest first, each with its latest 20 attempts.', schema: webhookDeliveries } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const window = windowOf(query)
      const { endpoint_id: keyId = null, status = null, event_type: eventType = null } = query
      const page = await listDeliveries(dependencies.pool, FIRM_USER, { ...window, keyId, status, eventType })
      return listReply(
        page,
        window,
        query,
        ({ createdAt }) => createdAt,
        (delivery) => webhookDeliveryCodec.json(delivery, asNumber),
        operatorVisit(isGone),
      )
    },
  }),
  route('change', {
    method: 'POST',
    path: '/operator/v1/webhook-deliveries/:delivery_id/redeliver',
    operationId: 'redeliverFirmWebhook',
    summary: 'Have a delivery to an endpoint of the firm attempted again, whatever became of it',
    tags,
    params: { delivery_id: 'uuid' },
    responses: { 200: { description: 'It is attempted now, and by the schedule.', schema: webhookDelivery } },
    errors: [],
    handler: async ({ principal, params }) => {
      const by = { ...principal, request: {} }
      const delivery = await redeliverToFirm(dependencies, params.delivery_id, by)
      return { status: 200, text: webhookDeliveryCodec.json(delivery, asNumber) }
    },
  }),
]
