import { words, type OptionsByField, type WordsByField } from './field-words.js'

const STOP = 'risk_config.stop_required'
const IDEA = 'risk_config.max_loss_per_idea'
const FLAT = 'risk_config.flat_by'
const HOLDING = 'risk_config.holding_time'
const STRIKES = 'risk_config.strikes'
const NEWS = 'risk_config.news_freeze'
const CLASSES = 'risk_config.exposure.by_class'

const CLASS_NAMES = {
  crypto: 'Crypto',
  forex: 'Forex',
  commodity: 'Commodities',
  equity: 'Equities',
  index: 'Indices',
}

const capWords = ([id, name]: readonly [string, string]): WordsByField => ({
  [`${CLASSES}.${id}.max_notional`]: words(`${name}: at most`, 'USD', 'Above 0; may be empty', 'All of them together.'),
  [`${CLASSES}.${id}.max_margin_pct`]: words(
    `${name}: margin`,
    '%',
    'Above 0, to 100; may be empty',
    'Of the initial balance.',
  ),
  [`${CLASSES}.${id}.max_positions`]: words(
    `${name}: positions`,
    undefined,
    '1 to 100,000; may be empty',
    'By venue and symbol.',
  ),
})

export const ORDER_FIELDS: WordsByField = {
  ...Object.fromEntries(Object.entries(CLASS_NAMES).flatMap((entry) => Object.entries(capWords(entry)))),
  [`${STOP}.grace_seconds`]: words(
    'May be without for',
    'seconds',
    '0 to 86,400; 0: never',
    'In sum over the life of a position. 0: each order that opens brings its stop.',
  ),
  [`${STOP}.max_risk_pct`]: words(
    'The most at risk',
    '%',
    'Above 0, to 100; empty: any',
    'What is lost at the stops, of the initial balance.',
  ),
  [`${STOP}.action`]: words('After that', undefined, 'One of two', 'What becomes of a position without its stop.'),
  [`${IDEA}.pct`]: words('Loss of an idea', '%', 'Above 0, to 100', 'Of the initial balance.'),
  [`${IDEA}.action`]: words('Above it', undefined, 'One of two', 'Judged at every mark.'),
  'risk_config.hedging': words(
    'Opposite positions',
    undefined,
    'One of three',
    'Of the same symbol, on all venues together.',
  ),
  'risk_config.copying': words(
    'Links to other accounts',
    undefined,
    'One of three',
    'By which an account copies, or is copied.',
  ),
  [`${FLAT}.time`]: words('Flat by', 'HH:MM', '00:00 to 23:59', 'By the clocks of the zone.'),
  [`${FLAT}.tz`]: words('Time zone', undefined, 'IANA, such as America/New_York', 'Its summer time counts.'),
  [`${FLAT}.lead_minutes`]: words('Nothing opens for', 'minutes', '0 to 1,440', 'Before that moment.'),
  [`${FLAT}.severity`]: words('At the time', undefined, 'One of two', 'What becomes of what is open.'),
  [`${FLAT}.days`]: words('Days', undefined, 'One at least', 'On which it is so.'),
  [`${FLAT}.classes`]: words('Instruments', undefined, 'None: all', 'Which of them have to be flat.'),
  [`${HOLDING}.min_seconds`]: words(
    'Held for',
    'seconds',
    '1 to 86,400',
    'The profit of what is closed sooner is not paid out.',
  ),
  [`${HOLDING}.per`]: words('Counted by', undefined, 'One', 'Each part that is closed, by itself.'),
  [`${STRIKES}.rule`]: words('A break of', undefined, 'One of three', 'Each once in the list.'),
  [`${STRIKES}.max`]: words('Strikes', undefined, '1 to 100', 'At so many within the days, and at each later one.'),
  [`${STRIKES}.window_days`]: words('Within', 'days', '1 to 366', 'Of 24 hours.'),
  [`${STRIKES}.then`]: words('Then', undefined, 'One of two', 'What becomes of the account.'),
  [`${NEWS}.before_minutes`]: words('Before', 'minutes', '0 to 1,440', 'The window begins so long before an event.'),
  [`${NEWS}.after_minutes`]: words('After', 'minutes', '0 to 1,440', 'It ends so long after the event.'),
  [`${NEWS}.impacts`]: words('Impacts', undefined, 'One at least', 'Events of these have a window.'),
  [`${NEWS}.scope`]: words('What it concerns', undefined, 'One of two', 'What opens a position, or all orders.'),
  [`${NEWS}.treatment`]: words('Within the window', undefined, 'One of three', 'Whether orders are refused.'),
  [`${NEWS}.counts_pct`]: words(
    'Counts of the profit',
    '%',
    'Above 0, to 100',
    'The rest is taken off what can be paid out.',
  ),
  [`${NEWS}.exempt_if_opened_before_minutes`]: words(
    'Not of positions from before',
    'minutes',
    '0 to 1,440; may be empty',
    'Last added to so long before the event, they may close in the window.',
  ),
}

export const ORDER_OPTIONS: OptionsByField = {
  [`${STOP}.action`]: { CLOSE: 'It is closed', STRIKE: 'It stays, as a strike' },
  [`${IDEA}.action`]: { CLOSE: 'The idea is closed', TERMINATE: 'The account ends' },
  'risk_config.hedging': {
    ALLOWED: 'Are allowed',
    REFUSE_ACCOUNT: 'Refused within an account',
    REFUSE_USER: 'Refused in all accounts of a user',
  },
  'risk_config.copying': {
    ALLOWED: 'Are allowed',
    OWN_ONLY: 'Between accounts of one user',
    FORBIDDEN: 'Are forbidden',
  },
  [`${FLAT}.severity`]: { CLOSE: 'It is closed', WARN: 'It stays, as a strike' },
  [`${FLAT}.days`]: {
    ...{ MON: 'Monday', TUE: 'Tuesday', WED: 'Wednesday', THU: 'Thursday', FRI: 'Friday' },
    ...{ SAT: 'Saturday', SUN: 'Sunday' },
  },
  [`${FLAT}.classes`]: CLASS_NAMES,
  [`${HOLDING}.per`]: { TRADE: 'Trade' },
  [`${STRIKES}.rule`]: {
    stop_required: 'A required stop',
    max_loss_per_idea: 'The loss of an idea',
    flat_by: 'A moment to be flat by',
  },
  [`${STRIKES}.then`]: { LOCK: 'Nothing opens until the day ends', TERMINATE: 'The account ends' },
  [`${NEWS}.treatment`]: {
    FREEZE: 'Orders are refused',
    EXCLUDE_PROFIT: 'None of the profit is paid out',
    FACTOR: 'A share of the profit is paid out',
  },
}
