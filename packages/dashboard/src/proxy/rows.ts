import type { Row, Service } from './row.js'
import { always, changesWebhook, makesDangerousKey, unlessPaused, unlessPreview } from './step-up.js'

type Terms = Pick<Row, 'answersWithinMs' | 'bodyBytesMax' | 'isStream' | 'needsStepUp'>

const KB = 1024

/** As it is read in a review: a row for each request that pages may send. */
const rowsOf =
  (service: Service, role: Row['role']) =>
  (method: Row['method'], path: string, terms: Terms = {}): Row => ({ service, role, method, path, ...terms })

const engine = rowsOf('engine', 'trader')
const wallet = rowsOf('wallet', 'trader')

const ACCOUNT = '/v1/account/:account_id'
const STREAM = { isStream: true } as const
const STEP_UP = { needsStepUp: always } as const

const lab = rowsOf('lab', 'trader')
const operator = rowsOf('operator', 'operator')
const read = (path: string): Row => operator('GET', path)
/** Every change by an operator moves money or a rule. */
const change = (method: 'POST' | 'DELETE', path: string): Row => operator(method, path, STEP_UP)
const importOf = (path: string, kilobytes: number): Row =>
  operator('PUT', path, { bodyBytesMax: kilobytes * KB, needsStepUp: unlessPreview })

const ENGINE_ROWS: readonly Row[] = [
  engine('GET', '/openapi.json'),
  engine('POST', '/v1/order'),
  engine('POST', '/v1/order/preview'),
  engine('POST', '/v1/orders/batch', { bodyBytesMax: 32 * KB }),
  engine('GET', '/v1/plans'),
  engine('POST', '/v1/lab/odds', { bodyBytesMax: 128 * KB }),
  engine('GET', '/v1/programs'),
  engine('GET', '/v1/programs/:program_id'),
  engine('GET', '/v1/challenges'),
  engine('POST', '/v1/challenges'),
  engine('GET', '/v1/challenges/:challenge_id'),
  engine('POST', '/v1/challenges/:challenge_id/reset'),
  engine('POST', '/v1/account/:account_id/certificate'),
  engine('GET', '/v1/certificate-key'),
  engine('GET', '/v1/certificates'),
  engine('GET', '/v1/certificates/:code'),
  engine('GET', '/v1/certificates/:code/picture'),
  engine('GET', '/v1/copy-links'),
  engine('POST', '/v1/copy-links'),
  engine('GET', '/v1/copy-links/:copy_link_id'),
  engine('GET', '/v1/copy-links/:copy_link_id/events'),
  engine('POST', '/v1/copy-links/:copy_link_id/sync'),
  engine('PATCH', '/v1/copy-links/:copy_link_id', { needsStepUp: unlessPaused }),
  engine('DELETE', '/v1/copy-links/:copy_link_id'),
  engine('GET', '/v1/competition-entries'),
  engine('GET', '/v1/competitions'),
  engine('GET', '/v1/competitions/:competition_id'),
  engine('POST', '/v1/competitions/:competition_id/entries'),
  engine('GET', '/v1/challenge-grants'),
  engine('GET', '/v1/grants'),
  engine('GET', '/v1/accounts'),
  engine('POST', '/v1/accounts'),
  engine('GET', '/v1/accounts/stream', STREAM),
  engine('GET', ACCOUNT),
  engine('PATCH', ACCOUNT),
  engine('GET', `${ACCOUNT}/summary`),
  engine('GET', `${ACCOUNT}/risk`),
  engine('GET', `${ACCOUNT}/objectives`),
  engine('GET', `${ACCOUNT}/stream`, STREAM),
  engine('GET', `${ACCOUNT}/orders`),
  engine('GET', `${ACCOUNT}/orders/:order_id`),
  engine('POST', `${ACCOUNT}/orders/:order_id/modify`),
  engine('POST', `${ACCOUNT}/orders/:order_id/cancel`),
  engine('POST', `${ACCOUNT}/orders/cancel-all`),
  engine('GET', `${ACCOUNT}/positions`),
  engine('GET', `${ACCOUNT}/positions/history`),
  engine('PUT', `${ACCOUNT}/positions/:position_id/protection`),
  engine('POST', `${ACCOUNT}/close-position`),
  engine('GET', `${ACCOUNT}/trades`),
  engine('GET', `${ACCOUNT}/ledger`),
  engine('GET', `${ACCOUNT}/events`),
  engine('GET', `${ACCOUNT}/equity`),
  engine('GET', `${ACCOUNT}/days`),
  engine('GET', `${ACCOUNT}/funding`),
  engine('GET', `${ACCOUNT}/breaches`),
  engine('GET', `${ACCOUNT}/violations`),
  engine('GET', `${ACCOUNT}/analytics`),
  engine('GET', `${ACCOUNT}/journal`),
  engine('PUT', `${ACCOUNT}/positions/:position_id/note`),
  engine('GET', `${ACCOUNT}/tax-summary`),
  engine('GET', `${ACCOUNT}/history.csv`),
  engine('GET', `${ACCOUNT}/leverage`),
  engine('PUT', `${ACCOUNT}/leverage`),
  engine('POST', `${ACCOUNT}/kill-switch`),
  engine('DELETE', `${ACCOUNT}/kill-switch`),
  engine('GET', `${ACCOUNT}/payouts`),
  engine('POST', `${ACCOUNT}/payouts`, STEP_UP),
  engine('GET', `${ACCOUNT}/payouts/available`),
  engine('GET', `${ACCOUNT}/payouts/:payout_id/statement.csv`),
  engine('GET', `${ACCOUNT}/payouts/:payout_id/statement.pdf`),
  engine('GET', `${ACCOUNT}/profit-adjustments`),
  engine('POST', `${ACCOUNT}/payouts/:payout_id/cancel`, STEP_UP),
  engine('GET', `${ACCOUNT}/dead-man-switch`),
  engine('PUT', `${ACCOUNT}/dead-man-switch`),
  engine('DELETE', `${ACCOUNT}/dead-man-switch`),
  engine('GET', '/v1/webhook-deliveries'),
  engine('POST', '/v1/webhook-deliveries/redeliver'),
  engine('POST', '/v1/webhook-deliveries/:delivery_id/redeliver'),
  engine('POST', '/v1/webhook-test-event'),
  engine('POST', '/v1/notification-messages'),
  engine('POST', '/v1/hooks/:token'),
  engine('GET', '/v1/hooks/:hook_id/deliveries'),
  engine('GET', '/v1/stream', STREAM),
  engine('GET', '/v1/price'),
  engine('GET', '/v1/prices'),
  engine('GET', '/v1/orderbook'),
  engine('GET', '/v1/trades'),
  engine('GET', '/v1/candles'),
  engine('GET', '/v1/funding-rates'),
  engine('GET', '/v1/tickers'),
  engine('GET', '/v1/ticker/metadata'),
  engine('GET', '/v1/metrics'),
  engine('GET', '/v1/config'),
  engine('GET', '/v1/news'),
  engine('POST', '/v1/sandbox/market'),
  engine('DELETE', '/v1/sandbox/market'),
]

/** Not among them: to ask whether a key and its secret are right is for services alone. */
const WALLET_ROWS: readonly Row[] = [
  wallet('GET', '/openapi.json'),
  wallet('GET', '/api/api-keys'),
  wallet('POST', '/api/api-keys', { needsStepUp: makesDangerousKey }),
  wallet('PATCH', '/api/api-keys/:id', { needsStepUp: changesWebhook }),
  wallet('DELETE', '/api/api-keys/:id'),
  wallet('GET', '/api/api-keys/activity'),
  wallet('POST', '/api/api-keys/:id/rotate', STEP_UP),
  wallet('POST', '/api/api-keys/:id/rotate-webhook-secret', STEP_UP),
  wallet('GET', '/api/hooks'),
  wallet('POST', '/api/hooks', STEP_UP),
  wallet('PATCH', '/api/hooks/:id', STEP_UP),
  wallet('POST', '/api/hooks/:id/rotate', STEP_UP),
  wallet('DELETE', '/api/hooks/:id'),
  wallet('GET', '/api/notification-rules'),
  wallet('POST', '/api/notification-rules', STEP_UP),
  wallet('PATCH', '/api/notification-rules/:id'),
  wallet('POST', '/api/notification-rules/:id/prove'),
  wallet('DELETE', '/api/notification-rules/:id'),
]

const RUN = '/v1/lab/runs/:run_id'

/** Not the API of a run itself: its own key opens that. */
const LAB_ROWS: readonly Row[] = [
  lab('GET', '/v1/lab/tapes'),
  lab('GET', '/v1/lab/runs'),
  // Such as a tape that was written by hand, and rules of one's own.
  lab('POST', '/v1/lab/runs', { bodyBytesMax: 1_024 * KB }),
  lab('GET', RUN),
  lab('GET', `${RUN}/report`),
  lab('GET', `${RUN}/result`),
  lab('POST', `${RUN}/advance`),
  lab('DELETE', RUN),
]

const OPERATED = '/operator/v1/accounts/:account_id'

/** The reads of an account that its trader has, too. */
const OPERATED_READS = [
  'summary',
  'risk',
  'objectives',
  'orders',
  'orders/:order_id',
  'positions',
  'positions/history',
  'trades',
  'ledger',
  'events',
  'equity',
  'days',
  'funding',
  'breaches',
  'violations',
  'analytics',
  'journal',
  'tax-summary',
  'history.csv',
  'leverage',
  'dead-man-switch',
  'payouts',
  'payouts/available',
  'payouts/:payout_id/statement.csv',
  'payouts/:payout_id/statement.pdf',
  'profit-adjustments',
]

const OPERATOR_ROWS: readonly Row[] = [
  read('/operator/v1/health'),
  read('/operator/v1/overview'),
  read('/operator/v1/exposure'),
  read('/operator/v1/accounts'),
  read(OPERATED),
  ...OPERATED_READS.map((name) => read(`${OPERATED}/${name}`)),
  change('POST', `${OPERATED}/halt`),
  change('POST', `${OPERATED}/release`),
  change('POST', `${OPERATED}/close`),
  change('POST', `${OPERATED}/capital`),
  change('POST', `${OPERATED}/reverse-breach`),
  change('POST', `${OPERATED}/sweep`),
  change('POST', `${OPERATED}/write-off/propose`),
  change('POST', `${OPERATED}/write-off/approve`),
  read('/operator/v1/evidence/:id'),
  read('/operator/v1/payouts'),
  change('POST', '/operator/v1/payouts/:payout_id/propose'),
  change('POST', '/operator/v1/payouts/:payout_id/approve'),
  change('POST', '/operator/v1/payouts/:payout_id/reject'),
  change('POST', '/operator/v1/accounts/:account_id/profit-adjustments'),
  read('/operator/v1/grants'),
  change('POST', '/operator/v1/grants'),
  change('DELETE', '/operator/v1/grants/:grant_id'),
  read('/operator/v1/news'),
  importOf('/operator/v1/news', 1_024),
  change('DELETE', '/operator/v1/news/:event_id'),
  read('/operator/v1/plans'),
  importOf('/operator/v1/plans', 256),
  read('/operator/v1/programs'),
  importOf('/operator/v1/programs', 256),
  read('/operator/v1/challenges'),
  read('/operator/v1/challenge-grants'),
  change('POST', '/operator/v1/challenge-grants'),
  change('DELETE', '/operator/v1/challenge-grants/:grant_id'),
  read('/operator/v1/promotions'),
  change('POST', '/operator/v1/promotions/:promotion_id/approve'),
  change('POST', '/operator/v1/promotions/:promotion_id/reject'),
  read('/operator/v1/kyc'),
  read('/operator/v1/contracts'),
  change('POST', '/operator/v1/kyc'),
  change('POST', '/operator/v1/contracts'),
  read('/operator/v1/wallets'),
  change('POST', '/operator/v1/wallets'),
  read('/operator/v1/wallets/:address/differences'),
  change('POST', '/operator/v1/wallets/:address/pause'),
  change('POST', '/operator/v1/wallets/:address/drain'),
  change('POST', '/operator/v1/wallets/:address/resume'),
  read('/operator/v1/breaches'),
  read('/operator/v1/audit'),
  read('/operator/v1/ledger-check'),
  read('/operator/v1/webhook-endpoints'),
  change('POST', '/operator/v1/webhook-endpoints'),
  change('DELETE', '/operator/v1/webhook-endpoints/:endpoint_id'),
  change('POST', '/operator/v1/webhook-endpoints/:endpoint_id/test'),
  read('/operator/v1/webhook-deliveries'),
  change('POST', '/operator/v1/webhook-deliveries/:delivery_id/redeliver'),
  read('/operator/v1/certificates'),
  change('POST', `${OPERATED}/certificate`),
  change('POST', '/operator/v1/certificates/:code/revoke'),
  read('/operator/v1/competitions'),
  change('POST', '/operator/v1/competitions'),
  change('POST', '/operator/v1/competitions/:competition_id/close'),
  read('/operator/v1/competitions/:competition_id'),
  read('/operator/v1/surveillance'),
  // It decides what accounts have done in all of their life, and changes nothing.
  operator('POST', '/operator/v1/shadows', { bodyBytesMax: 64 * KB, answersWithinMs: 150_000 }),
  read('/operator/v1/ticks'),
]

/** Everything that pages may send to the services, and nothing else. */
export const ROWS: readonly Row[] = [...ENGINE_ROWS, ...WALLET_ROWS, ...LAB_ROWS, ...OPERATOR_ROWS]
