/** The operator's lists, newest first and a page at a time. */
export { definitionOf } from '../store/accounts/plan-rows.js'
export { findAccounts, findBreaches } from '../store/operator/find-accounts.js'
export { listGrants } from '../store/operator/grants.js'
export { findNews } from '../store/operator/news.js'
export { listAudit } from '../store/operator/operator-audit.js'
export { findOpenPayout, listPayouts } from '../store/operator/payouts.js'
export { listPlans } from '../store/operator/plans.js'
export { findTradingWallet, listTradingWallets } from '../store/venues/wallets.js'
