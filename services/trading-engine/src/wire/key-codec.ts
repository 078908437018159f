import { SCOPES, type Scope } from '@ats/contracts'
import type { Micros } from '../core/values/time.js'
import { codecOf, field } from './codec/codec.js'
import { listOf, oneOf, orNull, present, text, time, uuid, whole } from './codec/kinds.js'

interface Budget {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: Micros
}

interface KeyInUse {
  /** Null of a signed user. */
  readonly keyId: string | null
  readonly userId: string
  readonly permissions: readonly Scope[]
  readonly ipWhitelist: readonly string[]
  readonly expiresAt: Micros | null
  readonly budget: Budget
}

const budgetCodec = codecOf<Budget>('RequestBudget')({
  limit: field(whole, ({ limit }) => limit),
  remaining: field(whole, ({ remaining }) => remaining),
  reset_at: field(time, ({ resetAt }) => resetAt),
})

export const keyCodec = codecOf<KeyInUse>('CurrentKey')({
  key_id: field(present(uuid), ({ keyId }) => keyId),
  user_id: field(text, ({ userId }) => userId),
  permissions: field(listOf(oneOf(SCOPES)), ({ permissions }) => permissions),
  ip_whitelist: field(listOf(text), ({ ipWhitelist }) => ipWhitelist),
  expires_at: field(orNull(time), ({ expiresAt }) => expiresAt),
  rate_limit: field(budgetCodec, ({ budget }) => budget),
})
