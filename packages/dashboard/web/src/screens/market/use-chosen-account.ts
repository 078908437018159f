import type { Account } from '@ats/sdk/types'
import { useState } from 'react'

const KEY = 'account'
const ENDED: readonly Account['state'][] = ['TERMINATED', 'CLOSED', 'PASSED']

/** The account that orders go to: the one chosen last in this browser, else the first that has not ended. */
export function useChosenAccount(accounts: readonly Account[] | undefined) {
  const [chosen, setChosen] = useState(() => window.localStorage.getItem(KEY))
  const open = (accounts ?? []).filter(({ state }) => !ENDED.includes(state))
  const choose = (id: string): void => {
    window.localStorage.setItem(KEY, id)
    setChosen(id)
  }
  return { account: open.find(({ id }) => id === chosen) ?? open[0], choose, open }
}
