import { describeAccessible } from './support/accessible.js'
import { busyFirm } from './support/screens-stage.js'

const TABS = [
  'orders',
  'history',
  'fills',
  'allOrders',
  'calendar',
  'journal',
  'analytics',
  'breaches',
  'funding',
  'ledger',
  'payouts',
  'rules',
]

describeAccessible(
  'lists of an account',
  TABS.map((tab) => `/accounts/:id?tab=${tab}`),
  busyFirm,
)
