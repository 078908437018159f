/** Receivers of the firm: added, removed and tried by operators. The secret of one is shown once, when it is added. */
import { generateWebhookSecret } from '@ats/contracts'
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Pool, PoolClient } from 'pg'
import {
  FIRM_ENDPOINTS_MAX,
  FIRM_USER,
  type FirmEndpoint,
  type SecretFirmEndpoint,
} from '../../core/model/firm-endpoint.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import { TEST_EVENT, type WebhookDelivery } from '../../core/model/webhook-delivery.js'
import { shardOf } from '../../core/values/shard.js'
import type { Micros } from '../../core/values/time.js'
import { insertAudit, secondsUntilFewer } from '../../store/operator/operator-audit.js'
import {
  deleteFirmEndpoint,
  insertFirmEndpoint,
  listFirmEndpoints,
  lockFirmEndpoints,
} from '../../store/webhooks/firm-endpoints.js'
import { insertTestDelivery } from '../../store/webhooks/webhook-deliveries.js'
import { testEventText } from '../../wire/event-body.js'
import { asNumber } from '../../wire/decimals.js'
import { redeliver } from '../webhook-deliveries.js'
import { firmEndpointCodec } from '../../wire/operator/firm-endpoint-codec.js'

export interface FirmEndpointDependencies {
  readonly pool: Pool
  readonly now: () => Micros
  readonly newId: () => string
}

export const addFirmEndpoint = (
  { pool, now, newId }: FirmEndpointDependencies,
  { url, description }: Pick<FirmEndpoint, 'url' | 'description'>,
  operator: OperatorAction,
): Promise<SecretFirmEndpoint> =>
  inTransaction(pool, async (client) => {
    await lockFirmEndpoints(client)
    const known = await listFirmEndpoints(client)
    if (known.some((endpoint) => endpoint.url === url))
      throw new RequestError('conflict', 'there is an endpoint with this url', { reason: 'endpoint_exists' })
    if (known.length >= FIRM_ENDPOINTS_MAX)
      throw new RequestError('conflict', `there are ${FIRM_ENDPOINTS_MAX} endpoints; remove one first`, {
        reason: 'endpoint_limit',
      })
    const at = now()
    const secret = generateWebhookSecret()
    const endpoint = { id: newId(), url, description, secret, createdBy: operator.name, createdAt: at }
    await insertFirmEndpoint(client, endpoint)
    const done = { id: newId(), at, action: 'add_webhook_endpoint', subject: endpoint.id, outcome: shown(endpoint) }
    await insertAudit(client, { ...done, ...operator })
    return endpoint
  })

const shown = (endpoint: FirmEndpoint): Record<string, unknown> => firmEndpointCodec.value(endpoint, asNumber)

export const removeFirmEndpoint = (
  { pool, now, newId }: FirmEndpointDependencies,
  id: string,
  operator: OperatorAction,
): Promise<FirmEndpoint> =>
  inTransaction(pool, async (client) => {
    const endpoint = await deleteFirmEndpoint(client, id)
    if (endpoint === null) throw notFound('endpoint')
    const done = { id: newId(), at: now(), action: 'remove_webhook_endpoint', subject: id, outcome: shown(endpoint) }
    await insertAudit(client, { ...done, ...operator })
    return endpoint
  })

/** Test events that all operators together send in an hour. */
export const TESTS_PER_HOUR = 60
const HOUR: Micros = 3_600_000_000

export const testFirmEndpoint = (
  { pool, now, newId }: FirmEndpointDependencies,
  id: string,
  operator: OperatorAction,
): Promise<WebhookDelivery> =>
  inTransaction(pool, async (client) => {
    await lockFirmEndpoints(client)
    const endpoint = (await listFirmEndpoints(client)).find((one) => one.id === id)
    if (endpoint === undefined) throw notFound('endpoint')
    const createdAt = now()
    const wait = await secondsUntilFewer(client, 'test_webhook_endpoint', createdAt - HOUR, TESTS_PER_HOUR)
    if (wait > 0) throw tooManyTests(wait)
    const eventId = newId()
    const delivery = await insertTestDelivery(client, {
      ...{ id: newId(), eventId, eventType: TEST_EVENT, userId: FIRM_USER, keyId: id, url: endpoint.url },
      ...{ body: testEventText(eventId, createdAt), shard: shardOf(id), createdAt },
    })
    const outcome = { delivery_id: delivery.id, url: endpoint.url }
    const done = { id: newId(), at: createdAt, action: 'test_webhook_endpoint', subject: id, outcome }
    await insertAudit(client, { ...done, ...operator })
    return delivery
  })

function tooManyTests(seconds: number): RequestError {
  const message = `more than ${TESTS_PER_HOUR} test events in an hour; retry in ${seconds} s`
  return new RequestError('rate_limited', message, {}, { 'Retry-After': String(seconds) })
}

/** Throws `not_found` when it is none of the firm's, and 429 when those of the hour are spent. */
export async function redeliverToFirm(
  dependencies: FirmEndpointDependencies,
  id: string,
  operator: OperatorAction,
): Promise<WebhookDelivery> {
  const { pool, now, newId } = dependencies
  const audit = (client: PoolClient, { keyId, eventType }: WebhookDelivery): Promise<void> => {
    const outcome = { endpoint_id: keyId, event_type: eventType }
    const done = { id: newId(), at: now(), action: 'redeliver_webhook', subject: id, outcome }
    return insertAudit(client, { ...done, ...operator })
  }
  return redeliver({ pool, now }, FIRM_USER, id, audit)
}
