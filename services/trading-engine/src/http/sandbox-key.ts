import { SCOPES, type KeyRecord } from '@ats/contracts'
import { SANDBOX_USER_ID } from '../commands/open-sandbox-account.js'

/** The key of calls without credentials when AUTH_MODE is optional: no key of the wallet has this id. */
export const SANDBOX_KEY: KeyRecord = {
  keyId: '00000000-0000-0000-0000-000000000000',
  userId: SANDBOX_USER_ID,
  permissions: SCOPES,
  ipWhitelist: [],
  expiresAt: null,
}
