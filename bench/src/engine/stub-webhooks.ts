import { createHash } from 'node:crypto'
import type { WebhookEndpoint } from '@ats/contracts'
import type { WebhookEndpoints } from '@ats/trading-engine'
import { userId } from '../seed/identities.js'

/**
 * Webhook endpoints without a wallet: one key for each of the benchmark's users, all with one receiver; none without
 * its URL.
 */
export function createStubWebhooks(users: number, receiverUrl: string): WebhookEndpoints {
  const endpoints = new Map<string, WebhookEndpoint>()
  const byUser = new Map<string, WebhookEndpoint>()
  for (let user = 0; receiverUrl !== '' && user < users; user += 1) {
    const endpoint = endpointOf(user, receiverUrl)
    endpoints.set(endpoint.keyId, endpoint)
    byUser.set(userId(user), endpoint)
  }
  return {
    ofUsers: (ids) => Promise.resolve(ids.flatMap((id) => byUser.get(id) ?? [])),
    ofKey: (keyId) => Promise.resolve(endpoints.get(keyId) ?? null),
    close: () => undefined,
  }
}

const SECRET = `whsec_${Buffer.alloc(32, 'bench').toString('base64')}`

function endpointOf(user: number, receiverUrl: string): WebhookEndpoint {
  const digest = createHash('sha256').update(String(user)).digest('hex')
  const keyId = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `7${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
  return {
    userId: userId(user),
    keyId,
    url: `${receiverUrl}/${user}`,
    secrets: [SECRET],
    createdAt: '2020-01-01T00:00:00.000Z',
  }
}
