import type { Account } from '../core/account.js'
import { ASSET_CLASSES } from '../core/instrument.js'
import type { Micros } from '../core/market-view.js'
import { formatTimestamp } from '../core/time.js'
import type { WriteDecimal } from './decimals.js'

/**
 * Funding of an account, by asset class. Amounts above 0 were received; `paid` and `received` themselves are never
 * negative. Positions are not charged funding yet, so there are no payments to add up.
 */
export function fundingBody(
  account: Account,
  { from, to }: { from: Micros | null; to: Micros | null },
  write: WriteDecimal,
): Record<string, unknown> {
  const none = { paid: write(0n), received: write(0n), net: write(0n) }
  return {
    account_id: account.id,
    currency: account.plan.currency,
    from: from === null ? null : formatTimestamp(from),
    to: to === null ? null : formatTimestamp(to),
    totals: none,
    by_asset_class: Object.fromEntries(ASSET_CLASSES.map((assetClass) => [assetClass, { ...none, payments: [] }])),
  }
}
