import type { WordsByField } from './field-words.js'

/** The words of fields that every plan has. */
export const PLAN_FIELDS: WordsByField = {
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
  'risk_config.max_drawdown.lock_at': {
    ...{ label: 'It stops', range: 'One of two' },
    meaning: 'At an amount above the initial balance, or where its peak has reached the profit target.',
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
}
