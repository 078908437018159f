/** Where an account stands, for estimates of what becomes of it. */
import type { Account } from '../model/account/account.js'
import { NO_HOLDS } from '../model/account/hold.js'
import type { Usd } from '../values/decimal.js'

/**
 * The account as if what it has open were closed at its marks, for `equity`, and nothing rested. A lock of the day
 * stays until the day ends.
 */
export const standingAccount = (account: Account, equity: Usd): Account => ({
  ...account,
  ...{ balance: equity, positions: new Map(), orders: new Map(), consumedDepth: [], leverages: new Map() },
  ...{ holds: NO_HOLDS, stateReason: null, lockedUntil: null, openPayout: null },
})

/** Whether it is over, or halted by somebody, in words; null: it goes on. */
export function whyNotRunning({ state }: Pick<Account, 'state'>): string | null {
  if (state === 'ACTIVE' || state === 'REDUCE_ONLY') return null
  return state === 'HALTED' ? 'the account is halted' : 'the account has ended'
}
