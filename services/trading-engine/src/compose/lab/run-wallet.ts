/** Takes the place of the wallet in a run: there is one key, which opens everything there and nothing elsewhere. */
import { digestsEqual, hashCredential, SCOPES, type KeyAccepted, type WebhookEndpoint } from '@ats/contracts'
import type { WalletClient } from '../../clients/wallet.js'
import type { WebhookEndpoints } from '../../clients/webhook-endpoints.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'

export interface RunKey {
  readonly key: string
  readonly secret: string
}

/** The trader of a run. */
export const RUN_USER = 'lab'
const KEY_ID = '00000000-0000-7000-8000-000000000001'

const ACCEPTED: KeyAccepted = {
  ...{ valid: true, keyId: KEY_ID, userId: RUN_USER, permissions: [...SCOPES], ipWhitelist: [], expiresAt: null },
}

export function createRunWallet({ key, secret }: RunKey): WalletClient {
  const expected = hashCredential(`${key}:${secret}`)
  return {
    validate: (claim) =>
      Promise.resolve(
        digestsEqual(hashCredential(`${claim.key}:${claim.secret}`), expected)
          ? ACCEPTED
          : { valid: false, status: 401, error: 'unauthorized' },
      ),
    resolveHook: () => Promise.resolve({ found: false }),
    close: () => undefined,
  }
}

export interface RunWebhook {
  readonly url: string
  readonly secret: string
}

/** The receiver of the one key, which has it since the run began. */
export const endpointOf = ({ url, secret }: RunWebhook, startsAt: Micros): WebhookEndpoint => ({
  ...{ userId: RUN_USER, keyId: KEY_ID, url, secrets: [secret], createdAt: formatTimestamp(startsAt) },
})

/** @param endpoint null: events of the run go to nobody */
export const endpointsOfRun = (endpoint: WebhookEndpoint | null): WebhookEndpoints => ({
  ofUsers: () => Promise.resolve(endpoint === null ? [] : [endpoint]),
  ofKey: (keyId) => Promise.resolve(endpoint?.keyId === keyId ? endpoint : null),
  close: () => undefined,
})
