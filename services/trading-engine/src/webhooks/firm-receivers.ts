/** The receivers of the firm beside those of traders, whose keys and rules the wallet knows. */
import type { WebhookEndpoint } from '@ats/contracts'
import { FIRM_USER, type SecretFirmEndpoint } from '../core/model/firm-endpoint.js'
import { formatTimestamp } from '../core/values/time.js'
import type { Found, Receiver } from './endpoint-directory.js'

export interface ReceiverSources {
  readonly endpoints: {
    ofUsers(userIds: readonly string[]): Promise<readonly WebhookEndpoint[]>
    ofKey(keyId: string): Promise<WebhookEndpoint | null>
  }
  /** Notification rules of the users, as receivers; null: the wallet does not say. */
  readonly rulesOf: (userIds: readonly string[]) => Promise<readonly Receiver[] | null>
  /** As they are stored. */
  readonly listFirm: () => Promise<readonly SecretFirmEndpoint[]>
  /** The same, a moment old at most: asked for with each attempt. */
  readonly recentFirm: () => Promise<readonly SecretFirmEndpoint[]>
}

export interface Receivers {
  ofUsers(userIds: readonly string[]): Promise<Found>
  ofKey(keyId: string): Promise<WebhookEndpoint | null>
}

export function createReceivers({ endpoints, rulesOf, listFirm, recentFirm }: ReceiverSources): Receivers {
  return {
    async ofUsers(userIds) {
      const [ofUsers, rules, ofFirm] = await Promise.all([endpoints.ofUsers(userIds), rulesOf(userIds), listFirm()])
      const firm = userIds.flatMap((userId) => ofFirm.map((one) => receiverOf(one, userId)))
      return { receivers: [...ofUsers, ...(rules ?? []), ...firm], isWhole: rules !== null }
    },
    async ofKey(keyId) {
      const isIt = ({ id }: SecretFirmEndpoint): boolean => id === keyId
      const known = (await recentFirm()).find(isIt)
      const ofTrader = known === undefined ? await endpoints.ofKey(keyId) : null
      if (ofTrader !== null) return ofTrader
      // An endpoint may be younger than what is known of them, and to be told that it is gone ends its deliveries.
      const found = known ?? (await listFirm()).find(isIt)
      return found === undefined ? null : receiverOf(found, FIRM_USER)
    },
  }
}

const receiverOf = ({ id, url, secret, createdAt }: SecretFirmEndpoint, userId: string): Receiver => ({
  ...{ userId, keyId: id, url, secrets: [secret], createdAt: formatTimestamp(createdAt), isFirm: true },
})
