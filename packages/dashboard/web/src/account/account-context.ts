import { createContext, use } from 'react'
import type { AccountReads } from '../api/account-reads.js'

/** The account that is shown, how its lists are read, and whether who looks at it may trade. */
export interface ShownAccount {
  readonly id: string
  readonly currency: string
  readonly reads: AccountReads
  readonly canTrade: boolean
  /** Its orders are carried out by the venues, with real money. */
  readonly isLive: boolean
  /** The path of the account's page, under which its breaches are. */
  readonly path: string
}

export const AccountContext = createContext<ShownAccount | null>(null)

export function useShownAccount(): ShownAccount {
  const account = use(AccountContext)
  if (account === null) throw new Error('no account is shown here')
  return account
}
