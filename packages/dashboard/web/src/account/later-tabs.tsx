import type { Account } from '@ats/sdk/types'
import type { ReactNode } from 'react'
import type { text } from '../text/en/account.js'
import { Analytics } from './analytics.js'
import { Calendar } from './calendar.js'
import { Funding } from './funding.js'
import { Journal } from './journal.js'
import { AllOrders, Breaches, Fills, History, Ledger } from './lists.js'
import { lossRules } from './loss-rules.js'
import { Payouts } from './payouts/payouts.js'
import { planRules } from './plan-rules.js'
import { RulesList } from './rules-list.js'

interface LaterTabProps {
  readonly account: Account
  readonly tab: Exclude<keyof typeof text.tabs, 'positions' | 'orders'>
}

/** One of the tabs of an account that are fetched after it: all but its positions and orders. */
export default function LaterTab({ account, tab }: LaterTabProps) {
  const { resetTime, resetZone } = lossRules(account.risk_config)
  const panels: Record<LaterTabProps['tab'], ReactNode> = {
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
  return panels[tab]
}
