export {
  openLabRun,
  TradingClient,
  type AccountsOptions,
  type Lab,
  type LabRun,
  type RunOptions,
  type TradingClientOptions,
} from './trading-client.js'
export { WalletClient, type WalletClientOptions } from './wallet-client.js'
export type { ClientOptions } from './engine-api.js'
export type { CallOptions } from './transport/transport.js'
export { Account, type AccountOrder } from './account.js'
export {
  HISTORY_TABLES,
  type Analytics,
  type EventsOptions,
  type Funding,
  type FundingPayment,
  type HistoryOptions,
  type HistoryTable,
  type JournalEntry,
  type Span,
  type TaxSummary,
} from './account-reads.js'
export { DeadManSwitch, type ArmedSwitch, type DeadManSwitchTerms, type HeartbeatOptions } from './dead-man-switch.js'
export { Orders, type NewOrder } from './orders.js'
export type { BatchOrder, BatchResult, Failed } from './order-batch.js'
export { orThrow, type Closing, type Placed, type Placement, type Refused } from './placement.js'
export { Market, type CandlesOptions } from './market.js'
export type { Advance, NewRun, ReportOptions, RunAccess, TapeOddsOptions } from './lab.js'
export { labRunOfEnvironment } from './lab-run-of-environment.js'
export { Certificates } from './certificates.js'
export { CopyLinks } from './copy-links.js'
export { Competitions } from './competitions.js'
export { Hooks, type Alert, type SendAlertOptions } from './hooks.js'
export { Notifications } from './notifications.js'
export { Challenges, type ChallengesOptions, type ProgramOptions } from './challenges.js'
export { Payouts, type NewPayout } from './payouts.js'
export { Sandbox } from './sandbox.js'
export { WebhookLog, type DeliveriesOptions } from './webhook-log.js'
export type { StreamOptions } from './stream/reconnect.js'
export type {
  AccountFrame,
  AccountsFrame,
  AccountStreamOptions,
  Channel,
  MarketFrame,
  MarketStreamOptions,
} from './stream/streams.js'
export { Rows } from './pages.js'
export { newClientId, toIntent, type ClientId, type Intent } from './client-id.js'
export { add, compare, divide, fromNumber, multiply, subtract, toMultiple, type Decimal } from './numbers/decimal.js'
export { maxQuantity, toLot, toTick, type Grid, type Side } from './numbers/grid.js'
export * from './errors.js'
export type { AccountEvent, CancelledBy, TestEvent } from './events.js'
export type * from './types.js'
export type { Clock } from './transport/clock.js'
export { SDK_VERSION } from './version.js'
