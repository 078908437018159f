export { createKeyCache, type Fill, type Found, type KeyCache, type Lease, type Lookup } from './key-cache.js'
export { createKeyRevoker, FORGET_WITHIN_MS, type KeyRevoker } from './key-revoker.js'
export { LEASE_MS, cacheKey } from './protocol.js'
export {
  hashCredentials,
  validateThroughCache,
  type AskWallet,
  type HashedCredentials,
  type ValidateKey,
} from './validate-through-cache.js'
