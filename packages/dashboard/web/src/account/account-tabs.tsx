import { Skeleton, Tabs } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorBoundary } from '../app/error-boundary.js'
import { text } from '../text/en/account.js'
import { usePositions, useWorkingOrders } from './account-queries.js'
import { Orders } from './trading/orders.js'
import { Positions } from './trading/positions.js'
import styles from './account-tabs.module.css'

type Tab = keyof typeof text.tabs
const TABS = Object.keys(text.tabs) as Tab[]
const FIRST: Tab = 'positions'

const fetchLater = () => import('./later-tabs.js')
const LaterTab = lazy(fetchLater)
const LATER_HEIGHT = 320

/** The lists of an account. The one that is open is part of the address. */
export function AccountTabs({ account }: { readonly account: Account }) {
  const [params, setParams] = useSearchParams()
  const open = params.get('tab') ?? FIRST
  const show = (tab: string | null): void => setParams(tab === null || tab === FIRST ? {} : { tab }, { replace: true })
  const counts: Partial<Record<Tab, number | undefined>> = {
    positions: usePositions().data?.length,
    orders: useWorkingOrders().data?.length,
  }
  useLaterFetched()
  return (
    <Tabs value={TABS.includes(open as Tab) ? open : FIRST} onChange={show} keepMounted={false} className={styles.tabs}>
      <Tabs.List className={styles.list}>
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab} className={styles.tab}>
            {text.tabs[tab]}
            {counts[tab] !== undefined && <span className={styles.count}>{counts[tab]}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt="md">
          <Panel tab={tab} account={account} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** One that cannot be fetched leaves the rest of the account as it is. */
function Panel({ tab, account }: { readonly tab: Tab; readonly account: Account }) {
  if (tab === 'positions') return <Positions />
  if (tab === 'orders') return <Orders />
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton height={LATER_HEIGHT} aria-busy />}>
        <LaterTab tab={tab} account={account} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Fetches the other tabs once the account is shown, so that one opens immediately, also when this service is away. */
function useLaterFetched(): void {
  // Failing, they are fetched again when one is opened.
  useEffect(() => void fetchLater().catch(() => undefined), [])
}
