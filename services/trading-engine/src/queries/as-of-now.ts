/** Accounts as they are shown: trailing stops with the peak and the trigger of this tick. */
import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { withPeaks } from '../core/model/order/follow-peak.js'
import { tickAt } from '../core/values/tick.js'

/** The same value for all who read the account in one tick: what is made of it once serves all of them. */
const shown = new WeakMap<Account, { readonly tick: number; readonly account: Account }>()

export function asOfNow(account: Account, context: DecisionContext): Account {
  const tick = tickAt(context.now)
  const known = shown.get(account)
  if (known?.tick === tick) return known.account
  const now = withPeaks(account, context)
  if (now !== account) shown.set(account, { tick, account: now })
  return now
}
