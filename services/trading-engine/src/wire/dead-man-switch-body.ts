import type { DeadManSwitch } from '../core/model/dead-man-switch.js'
import { formatTimestamp } from '../core/values/time.js'

export const armedBody = (armed: DeadManSwitch): Record<string, unknown> => ({
  account_id: armed.accountId,
  armed: true,
  timeout_ms: armed.timeoutMs,
  action: armed.action,
  armed_at: formatTimestamp(armed.armedAt),
  expires_at: formatTimestamp(armed.expiresAt),
})

export const disarmedBody = (accountId: string): Record<string, unknown> => ({
  account_id: accountId,
  armed: false,
  timeout_ms: null,
  action: null,
  armed_at: null,
  expires_at: null,
})
