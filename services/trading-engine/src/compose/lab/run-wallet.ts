/** Takes the place of the wallet in a run: there is one key, which opens everything there and nothing elsewhere. */
import { digestsEqual, hashCredential, SCOPES, type KeyAccepted } from '@ats/contracts'
import type { WalletClient } from '../../clients/wallet.js'
import type { WebhookEndpoints } from '../../clients/webhook-endpoints.js'

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

/** Events of a run go to nobody. */
export const NO_WEBHOOKS: WebhookEndpoints = {
  ofUsers: () => Promise.resolve([]),
  ofKey: () => Promise.resolve(null),
  close: () => undefined,
}
