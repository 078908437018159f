/** Asks the wallet where events go. Both throw DependencyError when it does not say. */
import {
  isWebhookGone,
  parseWebhookEndpoint,
  parseWebhookEndpointsResponse,
  type WebhookEndpoint,
} from '@ats/contracts'
import { DependencyError } from '@ats/service-kit'
import { createWalletHttp, type WalletHttpOptions } from './wallet-http.js'

export interface WebhookEndpoints {
  /** Those of a user's keys that are neither revoked nor expired and have a URL. */
  ofUser(userId: string): Promise<readonly WebhookEndpoint[]>
  /** Null when the key is to receive nothing more. */
  ofKey(keyId: string): Promise<WebhookEndpoint | null>
  close(): void
}

const PATH = '/api/internal/webhook-endpoints'

export function createWebhookEndpoints(options: WalletHttpOptions): WebhookEndpoints {
  const http = createWalletHttp(options)
  return {
    async ofUser(userId) {
      const { data } = await http.send({ method: 'GET', url: PATH, params: { userId } })
      const answer = parseWebhookEndpointsResponse(data)
      if (answer === undefined) throw unclear()
      return answer.endpoints
    },
    async ofKey(keyId) {
      const { status, data } = await http.send({ method: 'GET', url: `${PATH}/${keyId}` }, [404])
      if (status === 404) {
        if (isWebhookGone(data)) return null
        throw unclear()
      }
      const endpoint = parseWebhookEndpoint(data)
      if (endpoint?.keyId !== keyId) throw unclear()
      return endpoint
    },
    close: () => http.close(),
  }
}

const unclear = (): DependencyError =>
  new DependencyError('wallet', 'the wallet answered with something else than where events go')
