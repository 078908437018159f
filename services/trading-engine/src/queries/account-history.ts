/** The history of an account, newest first and a page at a time. */
export { listEvents } from '../store/read/events.js'
export {
  listBreaches,
  listClosedPositions,
  listFills,
  listFunding,
  listHardBreaches,
  listOrders,
  listTransfers,
  sumFunding,
  type Page,
  type TimeWindow,
} from '../store/read/history.js'
export { listJournal, putNote } from '../store/read/journal.js'
export { readTaxSummary } from '../store/read/tax-summary.js'
export { listAdjustments } from '../store/operator/profit-adjustments.js'
export { listDeliveries } from '../store/webhooks/webhook-deliveries.js'
export { listHookDeliveries } from '../store/hooks/hook-deliveries.js'
