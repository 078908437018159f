/** Receivers of the firm: added, removed and tried by operators. The secret of one is shown once, when it is added. */
import { generateWebhookSecret } from '@ats/contracts'
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
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
import { insertAudit } from '../../store/operator/operator-audit.js'
import {
  deleteFirmEndpoint,
  insertFirmEndpoint,
  listFirmEndpoints,
  lockFirmEndpoints,
} from '../../store/webhooks/firm-endpoints.js'
import { insertTestDelivery } from '../../store/webhooks/webhook-deliveries.js'
import { testEventText } from '../../wire/event-body.js'
import { asNumber } from '../../wire/decimals.js'
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

export async function testFirmEndpoint(
  { pool, now, newId }: FirmEndpointDependencies,
  id: string,
): Promise<WebhookDelivery> {
  const endpoint = (await listFirmEndpoints(pool)).find((one) => one.id === id)
  if (endpoint === undefined) throw notFound('endpoint')
  const [eventId, createdAt] = [newId(), now()]
  return insertTestDelivery(pool, {
    ...{ id: newId(), eventId, eventType: TEST_EVENT, userId: FIRM_USER, keyId: id, url: endpoint.url },
    ...{ body: testEventText(eventId, createdAt), shard: shardOf(id), createdAt },
  })
}
