export { createKeyCache, type Fill, type Found, type KeyCache, type Lease, type Lookup } from './key-cache.js'
export { createKeyRevoker, FORGET_WITHIN_MS, type KeyRevoker } from './key-revoker.js'
export { LEASE_MS, cacheKey } from './protocol.js'
export { validateThroughCache, type AskWallet } from './validate-through-cache.js'
