import type { Redis } from '@ats/service-kit/db'
import { createFailureLimit, createRateLimit, type FailureLimit, type RateLimit } from '@ats/service-kit/http'
import type { WalletConfig } from '../config.js'

/** Wallets with the same Redis share them. Engines may have the same, so the names are the wallet's own. */
export interface WalletLimits {
  /** All that a user asks for. */
  readonly userLimit: RateLimit
  /**
   * The limit of what a user adds: keys, their changes, secrets. Each leaves an entry in the audit that is kept for
   * ever.
   */
  readonly changeLimit: RateLimit
  /** The limit of failed authentications; it never holds up a valid one. */
  readonly failureLimit: FailureLimit
  /** Documents per client address; null: not limited. */
  readonly publicLimit: RateLimit | null
}

export function createWalletLimits(config: WalletConfig, redis: Redis | null): WalletLimits {
  const { PUBLIC_REQUESTS_PER_MINUTE: perIp } = config
  return {
    userLimit: createRateLimit({ policy: 'wallet-per-user', limit: config.REQUESTS_PER_MINUTE_PER_USER, redis }),
    changeLimit: createRateLimit({
      policy: 'wallet-key-changes',
      limit: config.KEY_CHANGES_PER_HOUR,
      windowSeconds: 3_600,
      counted: 'changes to the keys of one user',
      redis,
    }),
    failureLimit: createFailureLimit({ prefix: 'wallet-', limit: config.FAILED_AUTHENTICATIONS_PER_MINUTE, redis }),
    publicLimit: perIp === 0 ? null : createRateLimit({ policy: 'wallet-per-ip', limit: perIp, redis }),
  }
}
