/** Words of the editor of plans. */
export const text = {
  editTitle: (id: string) => `Edit ${id}`,
  newTitle: 'New plan',
  copyTitle: (id: string) => `New plan, from ${id}`,
  editSubtitle: (version: number) => `Version ${version} is in force. What you save becomes the next one.`,
  newSubtitle: 'Once it is saved, accounts can be opened on it.',
  toPlan: 'Back',
  notFound: 'There is no such plan',
  json: 'JSON',
  jsonLabel: 'The plan as JSON',
  jsonHint: 'Form and JSON are the same document: a change of either is in both.',
  jsonFine: (lines: number) => `${lines} lines, valid JSON`,
  position: (line: number, column: number) => `line ${line}, column ${column}`,
  jsonFaults: {
    value_expected: 'a value is expected here',
    name_expected: 'a name in double quotes is expected here',
    colon_expected: 'a colon is expected here',
    comma_expected: 'a comma, or the end of the list or object, is expected here',
    string_unfinished: 'this text has no closing quote in its line',
    string_wrong: 'this text has a character or an escape that JSON does not allow',
    number_unfinished: 'this number is not finished',
    symbol_unknown: 'JSON does not know this: names and texts are in double quotes',
    comment: 'JSON has no comments',
    name_twice: 'this name is there twice in its object',
    too_deep: 'this is nested too deeply',
    more_follows: 'there is more after the end of the document',
  },
  formWaits: 'The JSON cannot be read, so the form waits. Nothing of what you wrote is lost.',
  goTo: 'Go there',
  notObject: 'A plan is an object: { "id": … }',
  onlyInJson: 'Only the JSON can show what is there.',
  unknown: 'Not on the form, and kept as it is:',
  optional: {
    stop: 'Stops rising',
    daily: 'Has a limit of a day',
    objective: 'Has a profit target',
    payouts: 'Has terms of payouts',
    news: 'Freezes around news',
    costs: 'Says which costs apply',
  },
  sections: {
    plan: 'Plan',
    day: 'Trading day',
    drawdown: 'Maximum drawdown',
    stop: 'Where the floor stops',
    daily: 'Daily loss',
    exposure: 'Exposure and margin',
    objective: 'Profit target',
    payouts: 'Payouts',
    news: 'News freeze',
    costs: 'Venue costs',
    execution: 'Execution',
  },
  sectionHints: {
    plan: '',
    day: 'From one reset to the next.',
    drawdown: 'The account ends below this floor.',
    stop: 'A floor that follows a peak may stop. "lock_at": "TARGET" in the JSON: at the profit target.',
    daily: 'The floor of each trading day. Without it no day has a limit.',
    exposure: 'How much may be open.',
    objective: 'What has to be earned to pass. Without it there is nothing to pass.',
    payouts:
      'When profit is paid, and how much. The split, and how long positions have to be held, are in the JSON. ' +
      'Without it whatever is free and above the initial balance may be asked for.',
    news: 'Without it news freezes nothing.',
    costs: 'What is charged beyond fees and funding. Without it the setting VENUE_COSTS of the service applies.',
    execution: 'Whether orders meet the market of the service, or are carried out by the venues with real money.',
  },
  /** The fields by their paths: name, unit, what is allowed, what it means. */
  fields: {
    id: {
      label: 'Id',
      range: '1 to 64 of A-Z a-z 0-9 . _ -',
      meaning: 'The same id is the next version of that plan.',
    },
    name: { label: 'Name', range: 'Up to 128 characters', meaning: 'Traders read it.' },
    currency: { label: 'Currency', range: 'USD', meaning: 'What all amounts are in.' },
    initial_balance: {
      ...{ label: 'Initial balance', unit: 'USD', range: 'Above 0' },
      meaning: 'What an account begins with.',
    },
    allowed_venues: { label: 'Venues', range: 'One at least', meaning: 'Where its accounts may open positions.' },
    source_url: {
      ...{ label: 'Published at', range: 'An address; may be empty' },
      meaning: 'Where the rules can be read.',
    },
    verified_on: {
      ...{ label: 'Compared on', unit: 'YYYY-MM-DD', range: 'A date; may be empty' },
      meaning: 'When they were compared with that page.',
    },
    'risk_config.trading_day.reset_time': {
      ...{ label: 'A day begins at', unit: 'HH:MM', range: '00:00 to 23:59' },
      meaning: 'By the clocks of the zone.',
    },
    'risk_config.trading_day.reset_tz': {
      ...{ label: 'Time zone', range: 'IANA, such as Europe/Prague' },
      meaning: 'Its summer time counts.',
    },
    'risk_config.max_drawdown.mode': {
      ...{ label: 'Floor', range: 'One of five' },
      meaning: 'Whether the floor stays, or which peak it follows.',
    },
    'risk_config.max_drawdown.pct': {
      ...{ label: 'Maximum drawdown', unit: '%', range: 'Above 0, to 100; or an amount' },
      meaning: 'Of the initial balance; of the peak, where the floor is a share of it.',
    },
    'risk_config.max_drawdown.amount': {
      ...{ label: 'Maximum drawdown', unit: 'USD', range: 'To the initial balance; or a share' },
      meaning: 'The same loss whatever the balance.',
    },
    'risk_config.max_drawdown.peak_of': {
      ...{ label: 'Peak of', range: 'One of two' },
      meaning: 'For ends of days, and for a share of the peak.',
    },
    'risk_config.max_drawdown.includes_open_pnl': {
      ...{ label: 'Open profit and loss count', range: 'Yes or no' },
      meaning: 'Without them the balance is compared with the floor.',
    },
    'risk_config.max_drawdown.evaluation': {
      ...{ label: 'Judged', range: 'One of two' },
      meaning: 'At every mark, or once, when the day ends.',
    },
    'risk_config.max_drawdown.on_first_payout': {
      ...{ label: 'After a payout', range: 'One of two' },
      meaning: 'Where the floor then stands.',
    },
    'risk_config.max_drawdown.lock_at.offset': {
      ...{ label: 'Above the initial balance', unit: 'USD', range: '0 or more' },
      meaning: 'The floor goes no higher than that.',
    },
    'risk_config.daily_loss.pct': {
      ...{ label: 'Daily loss', unit: '%', range: 'Above 0, to 100; or an amount' },
      meaning: 'Of the initial balance, or of what it is measured from.',
    },
    'risk_config.daily_loss.amount': {
      ...{ label: 'Daily loss', unit: 'USD', range: 'To the initial balance; or a share' },
      meaning: 'The same loss on every day.',
    },
    'risk_config.daily_loss.reference': {
      ...{ label: 'Measured from', range: 'One of four' },
      meaning: 'Balance and equity are those the day began with.',
    },
    'risk_config.daily_loss.amount_base': {
      ...{ label: 'The share is of', range: 'One of two' },
      meaning: 'For a loss in percent.',
    },
    'risk_config.daily_loss.includes_open_pnl': {
      ...{ label: 'Open profit and loss count', range: 'Yes or no' },
      meaning: 'Without them the balance is compared with the floor.',
    },
    'risk_config.daily_loss.evaluation': {
      ...{ label: 'Judged', range: 'One of two' },
      meaning: 'At every mark, or once, when the day ends.',
    },
    'risk_config.daily_loss.warn_at_pct': {
      ...{ label: 'Warn at', unit: '%', range: '0 to 100' },
      meaning: 'Of the loss that a day allows.',
    },
    'risk_config.daily_loss.action': {
      ...{ label: 'Below the floor', range: 'One of two' },
      meaning: 'Whether the account ends, or waits for the next day.',
    },
    'risk_config.exposure.max_symbol_notional': {
      ...{ label: 'In one symbol', unit: 'USD', range: 'Above 0' },
      meaning: 'On all venues together, working orders included.',
    },
    'risk_config.exposure.max_total_notional': {
      ...{ label: 'In all', unit: 'USD', range: 'Above 0' },
      meaning: 'All symbols together, working orders included.',
    },
    'risk_config.exposure.max_leverage': {
      ...{ label: 'Leverage', unit: '×', range: '1 or more' },
      meaning: 'Exposure by equity; and of each position, where its market gives no less.',
    },
    'risk_config.exposure.max_open_orders': {
      ...{ label: 'Working orders', range: '1 to 100,000' },
      meaning: 'Orders that reduce have as many again.',
    },
    'risk_config.exposure.max_positions': {
      ...{ label: 'Open positions', range: '1 to 100,000' },
      meaning: 'By venue and symbol.',
    },
    'risk_config.exposure.margin_mode': {
      ...{ label: 'Margin', range: 'One of two' },
      meaning: 'What carries a position. Where the JSON says nothing it is its own margin.',
    },
    'risk_config.objective.profit_target_pct': {
      ...{ label: 'Profit target', unit: '%', range: 'Above 0, to 100' },
      meaning: 'Of the initial balance, realised.',
    },
    'risk_config.objective.min_trading_days': {
      ...{ label: 'Trading days', range: '0 to 1,000' },
      meaning: 'Days on which something was opened.',
    },
    'risk_config.payouts.first_after_days': {
      ...{ label: 'The first after', unit: 'days', range: '0 to 1,000' },
      meaning: 'Counted from the opening of the account.',
    },
    'risk_config.payouts.every_days': {
      ...{ label: 'The next after', unit: 'days', range: '0 to 1,000' },
      meaning: 'Counted from the payout before.',
    },
    'risk_config.payouts.min_amount': {
      ...{ label: 'At least', unit: 'USD', range: 'Above 0' },
      meaning: 'Less is not paid out.',
    },
    'risk_config.payouts.max_amount': {
      ...{ label: 'At most', unit: 'USD', range: 'Not under the least amount; may be empty' },
      meaning: 'Of one payout.',
    },
    'risk_config.payouts.max_pct_of_balance': {
      ...{ label: 'At most', unit: '%', range: 'Above 0, to 100; may be empty' },
      meaning: 'Of the balance, when it is asked for.',
    },
    'risk_config.payouts.max_pct_of_profit': {
      ...{ label: 'At most', unit: '%', range: 'Above 0, to 100; may be empty' },
      meaning: 'Of the profit, when it is asked for.',
    },
    'risk_config.payouts.buffer_amount': {
      ...{ label: 'Stays in the account', unit: 'USD', range: '0 or more' },
      meaning: 'Profit under this is not paid out.',
    },
    'risk_config.payouts.flat': {
      ...{ label: 'Nothing may be open', range: 'Yes or no' },
      meaning: 'When a payout is asked for.',
    },
    'risk_config.news_freeze.before_minutes': {
      ...{ label: 'Before', unit: 'minutes', range: '0 to 1,440' },
      meaning: 'The freeze begins so long before an event.',
    },
    'risk_config.news_freeze.after_minutes': {
      ...{ label: 'After', unit: 'minutes', range: '0 to 1,440' },
      meaning: 'It ends so long after the event.',
    },
    'risk_config.news_freeze.impacts': {
      ...{ label: 'Impacts', range: 'One at least' },
      meaning: 'Events of these freeze.',
    },
    'risk_config.news_freeze.scope': {
      ...{ label: 'What is frozen', range: 'One of two' },
      meaning: 'What opens a position, or all orders.',
    },
    'venue_costs.borrowing': {
      label: 'Borrowing',
      range: 'Yes or no',
      meaning: 'GMX: for the time a position is open.',
    },
    'venue_costs.rollover': { label: 'Rollover', range: 'Yes or no', meaning: 'Ostium: in place of funding.' },
    'venue_costs.oracle_fee': { label: 'Oracle fee', range: 'Yes or no', meaning: 'Ostium: for each price requested.' },
    'venue_costs.overnight_leverage': {
      ...{ label: 'Overnight leverage', range: 'One of three' },
      meaning: 'Whether the lower leverage of the night applies.',
    },
    execution: {
      ...{ label: 'Orders are filled by', range: 'One of two' },
      meaning: 'LIVE needs a grant, a trading wallet for each account, and its own margin for each position.',
    },
    max_slippage_pct: {
      ...{ label: 'Slippage at most', unit: '%', range: 'Above 0, to 20; empty: 1' },
      meaning: 'How far from the mark a market order, or a stop that has fired, may fill.',
    },
  },
  options: {
    USD: 'US dollar',
    GMX: 'GMX',
    OSTIUM: 'Ostium',
    STATIC: 'Stays where it is',
    TRAILING_EOD: 'Follows the ends of days',
    TRAILING_CLOSED: 'Follows realised results',
    TRAILING_INTRADAY: 'Follows every high',
    PCT_OF_PEAK: 'A share below the peak',
    DAY_HIGH: 'The highest equity of the day',
    REFERENCE: 'What it is measured from',
    INTRADAY: 'At every mark',
    END_OF_DAY: 'When the day ends',
    KEEP: 'Stays where it is',
    INITIAL: 'Initial balance',
    BALANCE: 'Balance',
    EQUITY: 'Equity',
    HIGHER_OF: 'Balance or equity, the higher',
    TERMINATE: 'The account ends',
    LOCK: 'Locked until the next day',
    CROSS: 'The whole equity',
    ISOLATED: 'Its own margin',
    LOW: 'Low',
    MEDIUM: 'Medium',
    HIGH: 'High',
    OPENING: 'What opens',
    ALL: 'All orders',
    OFF: 'Does not apply',
    LIMIT: 'Limits what opens',
    CLOSE: 'Limits, and closes what is above',
    PAPER: 'PAPER: the service',
    LIVE: 'LIVE: the venues',
    true: 'Yes',
    false: 'No',
  } as Readonly<Record<string, string>>,
  choose: 'Choose',
  example: 'Worked example',
  tryOn: 'Try it on a day',
  tryOnHint: 'The rules below are worked out with these figures. They are not part of the plan.',
  scenario: {
    startBalance: 'Balance at the beginning',
    startEquity: 'Equity at the beginning',
    highest: 'Highest equity before',
    equity: 'Equity now',
  },
  scenarioReset: 'Back to the usual figures',
  waits: 'The example follows once these fields and the initial balance are right.',
  waitsFigures: 'The example follows once all four figures are amounts.',
  drawdown: (allowed: string, floor: string) => `It may lose ${allowed}. The account ends below ${floor}.`,
  trailing: (highest: string, floor: string) => `The peak is ${highest}: the floor is at ${floor}.`,
  stoppedAt: (floor: string) => `The floor has reached ${floor} and goes no higher.`,
  atReset: 'It is judged once, when the day ends.',
  noDaily: 'No day has a limit.',
  daily: (base: string, allowed: string, floor: string) =>
    `Measured from ${base}, the day may lose ${allowed}: the floor is at ${floor}.`,
  warn: (equity: string) => `A warning comes at ${equity}.`,
  reset: (time: string) => `The day ends ${time}.`,
  loss: (loss: string) => `a loss of ${loss} today`,
  gain: (gain: string) => `a gain of ${gain} today`,
  even: 'no loss today',
  at: (equity: string, change: string) => `At ${equity}, ${change}:`,
  outcomes: {
    max_drawdown: (floor: string) => `the account ends, as it is below the drawdown floor of ${floor}.`,
    TERMINATE: (floor: string) => `the account ends, as it is below the floor of the day of ${floor}.`,
    LOCK: (floor: string, until: string) => `below ${floor}, so it is locked until ${until}.`,
    WARN: (level: string) => `a warning, as it is not above ${level}. Trading goes on.`,
    NONE: (left: string, floor: string) => `trading goes on, with ${left} left to the floor at ${floor}.`,
  },
  exposure: {
    max_leverage: (equity: string, leverage: string, largest: string) =>
      `Equity of ${equity} at leverage ${leverage} carries ${largest} in all; that is the limit here.`,
    max_total_notional: (largest: string, byLeverage: string) =>
      `At most ${largest} in all; leverage would carry ${byLeverage}.`,
  },
  symbol: (symbol: string, margin: string) =>
    `${symbol} in one symbol takes ${margin} of margin, where its market gives that leverage.`,
  marginModes: {
    CROSS: 'The rest of the equity carries its losses, too.',
    ISOLATED: 'It is liquidated when that margin is used up; the rest of the equity is not touched.',
  },
  noObjective: 'There is nothing to pass.',
  objective: (target: string, balance: string, days: number) =>
    `It passes with ${target} earned and nothing open, that is at a balance of ${balance}` +
    `${days === 0 ? '.' : `, after ${days} trading ${days === 1 ? 'day' : 'days'} at least.`}`,
  noNews: 'News freezes nothing.',
  news: (at: string, from: string, until: string, scope: string) =>
    `With news at ${at}, ${scope} from ${from} until ${until}.`,
  newsScopes: { OPENING: 'nothing opens', ALL: 'no order is accepted' },
  newsOthers: (impacts: string) => `News of ${impacts} impact freezes nothing.`,
  changes: (version: number) => `Changes to version ${version}`,
  noChanges: 'Nothing differs from the version in force.',
  change: { field: 'Field', before: 'Before', after: 'After' },
  absent: 'none',
  check: 'Check',
  checkHint: 'The engine reads it, and tells what would change. Nothing is saved.',
  checkAgain: 'It was changed since it was checked: check it again.',
  issues: (count: number) => `${count} ${count === 1 ? 'problem' : 'problems'}: nothing was saved`,
  fine: 'The engine would take it',
  unchanged: (version: number) => `It is the same as version ${version}: there is nothing to save.`,
  wouldCreate: 'It becomes version 1 of a new plan. Accounts can be opened on it immediately.',
  wouldChange: (version: number) => `It becomes version ${version}, which new accounts get.`,
  overwrites: (id: string, version: number) => `A plan ${id} exists: this would become version ${version} of it.`,
  keep: (accounts: string, grants: string, version: number) => `${accounts} and ${grants} keep version ${version}.`,
  keepNone: 'No account and no unused grant has an earlier version.',
  save: (version: number) => `Save as version ${version}`,
  saveTitle: (id: string, version: number) => `Save ${id} as version ${version}?`,
  saveText: 'Versions stay: what was saved is changed by a further version alone.',
  saved: (id: string, version: number) => `${id} was saved as version ${version}.`,
  savedUnchanged: (id: string, version: number) => `${id} is as it was: version ${version}.`,
  moved: (version: number) =>
    `Version ${version} came after this draft was begun. Compare before you save: your draft would replace it.`,
  draft: 'This is your draft, as you left it. Nothing of it is saved.',
  discard: 'Discard the draft',
  discardTitle: 'Discard the draft?',
  discardText: 'What you changed here is lost.',
  leaveTitle: 'Leave without saving?',
  leaveText: 'The draft stays in this tab until you discard it.',
  leave: 'Leave',
  stay: 'Stay here',
}

export type FieldWords = {
  readonly label: string
  readonly range: string
  readonly meaning: string
  readonly unit?: string
}

const FIELDS: Readonly<Record<string, FieldWords>> = text.fields

/** The words of a field by its path; of one that is not on the form, its path. */
export const wordsOf = (name: string): FieldWords => FIELDS[name] ?? { label: name, range: '', meaning: '' }
