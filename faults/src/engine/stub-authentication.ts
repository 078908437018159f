import type { WalletClient } from '@ats/trading-engine'
import { indexOfKey, userOf } from './keys.js'

/** A wallet within the process: what fails here is the database and the engine, not the way to another service. */
export const createStubAuthentication = (): WalletClient => ({
  validate({ key, secret }) {
    const index = indexOfKey(key, secret)
    if (index === null) return Promise.resolve({ valid: false, status: 401, error: 'unauthorized' })
    return Promise.resolve({
      valid: true,
      keyId: `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
      userId: userOf(index),
      permissions: ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'],
      ipWhitelist: [],
      expiresAt: null,
    })
  },
  resolveHook: () => Promise.resolve({ found: false }),
  close: () => undefined,
})
