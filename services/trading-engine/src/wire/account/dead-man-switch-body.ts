import type { DeadManSwitch } from '../../core/model/account/dead-man-switch.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'

export const armedBody = (armed: DeadManSwitch): Record<string, unknown> => ({
  account_id: armed.accountId,
  armed: true,
  timeout_ms: armed.timeoutMs,
  action: armed.action,
  armed_at: formatTimestamp(armed.armedAt),
  expires_at: formatTimestamp(armed.expiresAt),
  origin: armed.origin?.by ?? null,
  key_id: armed.origin?.keyId ?? null,
})

export const disarmedBody = (accountId: string): Record<string, unknown> => ({
  account_id: accountId,
  armed: false,
  timeout_ms: null,
  action: null,
  armed_at: null,
  expires_at: null,
  origin: null,
  key_id: null,
})

/** The switch, and when it acted last. */
export const switchBody = (
  accountId: string,
  { armed, ranOutAt }: { readonly armed: DeadManSwitch | null; readonly ranOutAt: Micros | null },
): Record<string, unknown> => ({
  ...(armed === null ? disarmedBody(accountId) : armedBody(armed)),
  last_ran_out_at: ranOutAt === null ? null : formatTimestamp(ranOutAt),
})
