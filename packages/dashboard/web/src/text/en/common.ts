/** Words of more than one screen. */
export const text = {
  product: 'Trading dashboard',
  notKnown: 'not known',
  loading: 'Loading',
  notSignedIn: 'You are not signed in',
  tryAgain: 'Try again',
  logInAgain: 'Log in again',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Select and copy it yourself',
  failed: 'Something went wrong',
  unreachable: 'No connection',
  unreachableHint: 'The dashboard does not respond. It is tried again.',
  tooMany: 'Too many requests',
  notFound: 'Not found',
  serviceFailed: 'The service failed',
  refused: 'Refused',
  requestId: (id: string) => `request ${id}`,
  shownAsOf: (time: string) => `What is shown is as of ${time}.`,
  asOf: (time: string) => `as of ${time}`,
  limitUntil: (time: string, span: string) => `Requests are accepted again at ${time}, in ${span}.`,
  limitOver: 'Requests are accepted again.',
  rule: 'Rule',
  limit: 'Limit',
  value: 'Value',
  downloadCsv: 'CSV',
  downloadCsvOf: (list: string) => `Download ${list} as CSV`,
  loadMore: 'Load more',
  notADecimal: 'A number above 0, such as 1250.5',
  rows: (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`,
}

/** The rules of plans, as a reader calls them. */
export const RULES: Readonly<Record<string, string>> = {
  max_drawdown: 'Max drawdown',
  daily_loss_limit: 'Daily loss limit',
  news_freeze: 'News freeze',
  symbol_exposure_cap: 'Max exposure per symbol',
  class_exposure_cap: 'Max exposure per asset class',
  stop_required: 'Stop required',
  max_loss_per_idea: 'Max loss per symbol and direction',
  hedging: 'Opposite positions',
  flat_by: 'Flat by',
  total_exposure_cap: 'Max total exposure',
  insufficient_margin: 'Margin',
  max_leverage: 'Max leverage',
  max_open_orders: 'Max open orders',
  max_positions: 'Max open positions',
  reduce_only: 'Reduce only',
  post_only: 'Post only',
  trigger_would_fire: 'Trigger would fire immediately',
  market_closed: 'Market closed',
  venue_not_allowed: 'Venue not allowed',
  account_state: 'Account state',
  stale_market_data: 'Stale market data',
  venue_limit: 'Venue limit',
  strikes: 'Strikes',
  holding_time: 'Holding time',
}

export const ruleName = (rule: string): string => RULES[rule] ?? rule

/** The states of accounts. */
export const STATES: Readonly<Record<string, string>> = {
  ACTIVE: 'Active',
  REDUCE_ONLY: 'Reduce only',
  HALTED: 'Halted',
  PASSED: 'Passed',
  TERMINATED: 'Terminated',
  CLOSED: 'Closed',
}

export const stateName = (state: string): string => STATES[state] ?? state
