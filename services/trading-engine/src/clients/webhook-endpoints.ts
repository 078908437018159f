/** Asks the wallet where events go. Both throw DependencyError when it does not say. */
import {
  isWebhookGone,
  parseWebhookEndpoint,
  parseWebhookEndpointsResponse,
  type WebhookEndpoint,
} from '@ats/contracts'
import { DependencyError } from '@ats/service-kit/process'
import { createWalletHttp, type WalletHttpOptions } from './wallet-http.js'

export interface WebhookEndpoints {
  /**
   * Endpoints of these users' keys that are neither revoked nor expired and have a URL. At most WEBHOOK_USERS_MAX
   * users.
   */
  ofUsers(userIds: readonly string[]): Promise<readonly WebhookEndpoint[]>
  /** Null when the key is to receive nothing more. */
  ofKey(keyId: string): Promise<WebhookEndpoint | null>
  close(): void
}

const PATH = '/api/internal/webhook-endpoints'

export function createWebhookEndpoints(options: WalletHttpOptions): WebhookEndpoints {
  const http = createWalletHttp(options)
  return {
    async ofUsers(userIds) {
      const params = new URLSearchParams(userIds.map((userId): [string, string] => ['userId', userId]))
      const { data } = await http.send({ method: 'GET', path: `${PATH}?${params.toString()}` })
      const answer = parseWebhookEndpointsResponse(data)
      const isToTheQuestion = answer?.endpoints.every(({ userId }) => userIds.includes(userId)) === true
      if (!isToTheQuestion) throw unclear()
      return answer.endpoints
    },
    async ofKey(keyId) {
      const { status, data } = await http.send({ method: 'GET', path: `${PATH}/${keyId}` }, [404])
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
