/** Validates a request's key, for its user and its scopes: from the cache where there is one, else at the wallet. */
import { createKeyCache, validateThroughCache, type AskWallet, type ValidateKey } from '@ats/key-cache'
import type { Redis } from '@ats/service-kit/db'
import type { Metrics, Tracing } from '@ats/service-kit/process'
import type { WalletClient } from './wallet.js'

export interface ValidateKeysOptions {
  readonly wallet: Pick<WalletClient, 'validate'>
  /** Null: the wallet is asked about every request. */
  readonly redis: Redis | null
  readonly serviceToken: string
  /** Unix ms. */
  readonly now: () => number
  readonly metrics: Metrics
  readonly tracing: Tracing
}

export function createValidateKeys({
  wallet,
  redis,
  serviceToken,
  now,
  metrics,
  tracing,
}: ValidateKeysOptions): ValidateKey {
  const ask = counting(wallet, metrics)
  if (redis === null) return ask
  const cache = createKeyCache({
    redis,
    serviceToken,
    now,
    onLookup: metrics.counter({
      name: 'key_cache_lookups_total',
      help: 'Lookups of keys in the cache, by result: hit; leased (missing, and this request may store it); contended (missing, and another request may); invalid (too old, or not signed by this service); error (Redis failed).',
      label: 'result',
    }),
    onFill: metrics.counter({
      name: 'key_cache_fills_total',
      help: 'Keys written to the cache, by result: stored; refused (revoked or too late since the lookup); error (Redis failed).',
      label: 'result',
    }),
  })
  const validate = validateThroughCache({ cache, ask, now })
  return tracing.isOn ? (request, hashed) => tracing.part(VALIDATING, () => validate(request, hashed)) : validate
}

const VALIDATING = { name: 'validate key' }

function counting(wallet: Pick<WalletClient, 'validate'>, metrics: Metrics): AskWallet {
  const count = metrics.counter({
    name: 'wallet_validations_total',
    help: 'Keys validated by the wallet, by result: valid, refused, or failed when it gave no decision.',
    label: 'result',
  })
  return async (request) => {
    try {
      const decision = await wallet.validate(request)
      count(decision.valid ? 'valid' : 'refused')
      return decision
    } catch (error) {
      count('failed')
      throw error
    }
  }
}
