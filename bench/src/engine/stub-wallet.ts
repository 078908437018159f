import { randomUUID } from 'node:crypto'
import { SCOPES, type ValidateKeyRequest, type ValidateKeyResponse } from '@ats/contracts'
import type { WalletClient } from '@ats/trading-engine'
import { apiKey, apiSecret, userId } from '../seed/identities.js'

interface IssuedKey {
  readonly secret: string
  readonly accepted: ValidateKeyResponse
}

/** A wallet without its network call: it knows the keys of the benchmark's users, and only these. */
export function createStubWallet(users: number): WalletClient {
  const keys = new Map(Array.from({ length: users }, (_, user) => [apiKey(user), issue(user)]))
  const decide = ({ key, secret }: ValidateKeyRequest): ValidateKeyResponse => {
    const issued = keys.get(key)
    return issued?.secret === secret ? issued.accepted : { valid: false, status: 401, error: 'unauthorized' }
  }
  return {
    validate: (request) => Promise.resolve(decide(request)),
    resolveHook: () => Promise.resolve({ found: false }),
    close: () => undefined,
  }
}

const issue = (user: number): IssuedKey => ({
  secret: apiSecret(user),
  accepted: {
    valid: true,
    keyId: randomUUID(),
    userId: userId(user),
    permissions: [...SCOPES],
    ipWhitelist: [],
    expiresAt: null,
  },
})
