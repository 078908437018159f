import { Tabs } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { text } from '../text/en/account.js'
import { usePositions, useWorkingOrders } from './account-queries.js'
import { Analytics } from './analytics.js'
import { Calendar } from './calendar.js'
import { Funding } from './funding.js'
import { Journal } from './journal.js'
import { AllOrders, Breaches, Fills, History, Ledger } from './lists.js'
import { Orders } from './trading/orders.js'
import { Payouts } from './payouts/payouts.js'
import { lossRules } from './loss-rules.js'
import { planRules } from './plan-rules.js'
import { Positions } from './trading/positions.js'
import { RulesList } from './rules-list.js'
import styles from './account-tabs.module.css'

type Tab = keyof typeof text.tabs
const FIRST: Tab = 'positions'

/** The lists of an account. The one that is open is part of the address. */
export function AccountTabs({ account }: { readonly account: Account }) {
  const [params, setParams] = useSearchParams()
  const open = params.get('tab') ?? FIRST
  const show = (tab: string | null): void => setParams(tab === null || tab === FIRST ? {} : { tab }, { replace: true })
  const counts: Partial<Record<Tab, number | undefined>> = {
    positions: usePositions().data?.length,
    orders: useWorkingOrders().data?.length,
  }
  const { resetTime, resetZone } = lossRules(account.risk_config)
  const panels: Record<Tab, ReactNode> = {
    positions: <Positions />,
    orders: <Orders />,
    history: <History />,
    fills: <Fills />,
    allOrders: <AllOrders />,
    calendar: <Calendar resets={`${resetTime} (${resetZone})`} />,
    journal: <Journal />,
    analytics: <Analytics />,
    breaches: <Breaches />,
    funding: <Funding />,
    ledger: <Ledger />,
    payouts: <Payouts />,
    rules: <RulesList rules={planRules(account)} />,
  }
  const tabs = Object.keys(panels) as Tab[]
  return (
    <Tabs value={tabs.includes(open as Tab) ? open : FIRST} onChange={show} keepMounted={false} className={styles.tabs}>
      <Tabs.List className={styles.list}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab} className={styles.tab}>
            {text.tabs[tab]}
            {counts[tab] !== undefined && <span className={styles.count}>{counts[tab]}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt="md">
          {panels[tab]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
