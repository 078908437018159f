import type { Payout } from '../model/account/payout.js'
import type { Draft } from '../model/draft.js'

/** The account can no longer pay what its open payout reserves, or has ended: the payout ends with it. */
export function rejectReserved(draft: Draft, reason: string): void {
  const { openPayout } = draft.account
  if (openPayout === null) return
  const payout: Payout = {
    ...openPayout,
    status: 'REJECTED',
    code: 'insufficient_profit',
    reason,
    decidedAt: draft.stamp(),
    version: openPayout.version + 1,
  }
  draft.endPayout(payout)
  draft.emit({ type: 'payout.rejected', payout })
}
