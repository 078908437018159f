import type { HookAction, HookRecord, HookTemplate } from '@ats/contracts'

/** At most so many hooks of one user are active (neither revoked nor expired) at the same time. */
export const ACTIVE_HOOKS_MAX = 10

/** `svc_hk_` and the first 8 of the 64 hex characters. */
export const TOKEN_PREFIX_LENGTH = 15

/** Stands in a list of addresses for those that TradingView sends alerts from. */
export const TRADINGVIEW = 'tradingview'

/** https://www.tradingview.com/support/solutions/43000529348 */
const TRADINGVIEW_ADDRESSES = ['52.89.214.238', '34.212.75.30', '54.218.53.128', '52.32.178.7']

/** The rights of an alert that comes by a hook, and where it has to come from. */
export interface HookTerms {
  readonly label: string
  /** As written; empty: every symbol. */
  readonly symbols: readonly string[]
  readonly actions: readonly HookAction[]
  /** The most that one alert may open, in units of the base asset; a decimal as text. */
  readonly maxQuantity: string
  readonly maxOrdersPerMinute: number
  /** Canonical addresses and CIDR ranges, and `tradingview`; empty: every address. */
  readonly ipList: readonly string[]
  readonly template: HookTemplate | null
  /** When it ends by itself; null: it does not. */
  readonly expiresAt: Date | null
}

/** A hook as its owner sees it. Its token exists nowhere after the answer that made it. */
export interface Hook extends HookTerms {
  readonly id: string
  readonly accountId: string
  readonly tokenPrefix: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly lastUsedIp: string | null
}

/** The hook of a token, and whether the token opens it. */
export interface StoredHook extends Hook {
  readonly userId: string
  readonly isRevoked: boolean
}

/** As the engine is told of it. */
export const hookRecord = ({ id, userId, ipList, expiresAt, ...hook }: StoredHook): HookRecord => ({
  hookId: id,
  userId,
  accountId: hook.accountId,
  symbols: hook.symbols,
  actions: hook.actions,
  maxQuantity: hook.maxQuantity,
  maxOrdersPerMinute: hook.maxOrdersPerMinute,
  ipWhitelist: ipList.flatMap((entry) => (entry === TRADINGVIEW ? TRADINGVIEW_ADDRESSES : [entry])),
  template: hook.template,
  expiresAt: expiresAt?.toISOString() ?? null,
})
