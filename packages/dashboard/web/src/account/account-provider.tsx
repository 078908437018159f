import type { Account } from '@ats/sdk/types'
import { useMemo, type ReactNode } from 'react'
import { anyAccount, ownAccounts } from '../api/account-reads.js'
import { AccountContext } from './account-context.js'

const VIEWERS = {
  trader: { reads: ownAccounts, canTrade: true, accounts: '/accounts' },
  operator: { reads: anyAccount, canTrade: false, accounts: '/firm/accounts' },
} as const

/** The reader of an account. */
export type Viewer = keyof typeof VIEWERS

interface AccountProviderProps {
  readonly account: Pick<Account, 'id' | 'currency' | 'execution'>
  readonly viewer: Viewer
  readonly children: ReactNode
}

/** Makes an account the one that is shown: to its trader, or to an operator, who only reads it. */
export function AccountProvider({ account: { id, currency, execution }, viewer, children }: AccountProviderProps) {
  const isLive = execution === 'LIVE'
  const shown = useMemo(() => {
    const { accounts, ...terms } = VIEWERS[viewer]
    return { id, currency, isLive, path: `${accounts}/${id}`, ...terms }
  }, [id, currency, isLive, viewer])
  return <AccountContext value={shown}>{children}</AccountContext>
}
