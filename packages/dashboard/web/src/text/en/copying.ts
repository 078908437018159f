export const text = {
  title: 'Copying',
  subtitle: 'Links by which an account orders what another one fills. The plan of the follower decides on each order.',
}

export const links = {
  create: 'Create a link',
  kept: 'You have logged in again: what you had filled in is still here.',
  none: 'You have no link yet',
  noneHint: 'A link lets one account follow another: two of yours, or one of yours and one of somebody you invite.',
  noAccount: 'Open an account first: a link needs one.',
  change: 'Change terms',
  save: 'Save terms',
  changed: (name: string) => `Terms changed: ${name}`,
  more: 'Load more links',
  name: (follower: string, leader: string) => `${follower} follows ${leader}`,
  ofOther: (tail: string) => `Account …${tail}`,
  leader: 'Leader',
  follower: 'Follower',
  others: 'of another user',
  sizing: 'Quantity',
  maxQuantity: 'Most for one order',
  copied: 'Copied',
  symbols: 'Symbols',
  anySymbol: 'every symbol',
  slippage: 'Worst price',
  slippageOf: (pct: string) => `${pct} % from the leader’s`,
  anyPrice: 'any',
  delay: 'Latest',
  delayOf: (ms: string) => `${ms} ms after the leader`,
  onRefusal: 'When a rule refuses',
  created: 'Created',
  noMost: 'no limit',
  statuses: { INVITED: 'Invited', ACTIVE: 'Active', PAUSED: 'Paused', ENDED: 'Ended' },
  reasons: { USER: 'by hand', REFUSED: 'after an order was refused', ACCOUNT_ENDED: 'the account has ended' },
  kinds: { ENTRIES: 'Entries', EXITS: 'Exits', PROTECTION: 'Stops and targets' },
  kindHints: {
    ENTRIES: 'What opens a position or adds to one',
    EXITS: 'What closes a position, or a part of it',
    PROTECTION: 'With the same prices and trails',
  },
  refusals: { SKIP: 'Skip that order', PAUSE: 'Pause the link' },
  sizings: {
    FIXED: (value: string) => `${value} for each order`,
    MULTIPLIER: (value: string) => `${value} × the leader’s`,
    EQUITY_RATIO: (value: string) => `${value} × the leader’s, by equity`,
    RISK_PCT: (value: string) => `${value} % of equity at the leader’s stop`,
  },
}

export const form = {
  leader: 'Leader',
  leaderHint: 'The account of yours whose fills are copied',
  follower: 'Follower',
  otherFollower: 'An account of another user',
  followerId: 'Account id of the follower',
  followerIdHint: 'Its owner is invited, and has to accept before anything is copied.',
  sameAccount: 'Another account than the leader',
  mode: 'Quantity of an entry',
  modes: {
    MULTIPLIER: 'A multiple of the leader’s',
    EQUITY_RATIO: 'A multiple, scaled by equity',
    FIXED: 'The same for each order',
    RISK_PCT: 'By what its stop would lose',
  },
  value: {
    MULTIPLIER: 'Multiple',
    EQUITY_RATIO: 'Multiple at equal equity',
    FIXED: 'Quantity',
    RISK_PCT: 'Percent of equity to lose at the stop',
  },
  maxQuantity: 'Most for one order of the leader',
  optional: 'Empty: no limit',
  copied: 'What is copied',
  symbols: 'Symbols',
  symbolsHint: 'Separated by commas. Empty: every symbol.',
  onRefusal: 'When a rule refuses an entry',
  slippage: 'Percent from the leader’s price, at most',
  slippageHint: 'Of entries. Empty: any price.',
  delay: 'Milliseconds after the leader, at most',
  delayHint: 'Later entries are skipped; exits never are.',
}

export const drift = {
  title: 'Differs from its target',
  none: 'Holds what its links would have it hold',
  row: (symbol: string, venue: string, actual: string, target: string) =>
    `${symbol} on ${venue}: holds ${actual}, should hold ${target}`,
  sync: 'Order the difference',
  hint: 'Orders at the market, by the follower’s plan. What a rule refuses stays different.',
  over: 'There is nothing to order any more.',
}

export const actions = {
  nameFor: (action: string, link: string) => `${action}: ${link}`,
  /** The name of a button and of its dialog, the consequence, and what is said when it is done. */
  of: {
    accept: {
      name: 'Accept',
      hint: 'What the leader fills from then on is ordered on your account, on the terms of the link.',
      done: (link: string) => `Accepted: ${link}`,
    },
    decline: {
      name: 'Decline',
      hint: 'The invitation ends. Nothing has been copied.',
      done: (link: string) => `Declined: ${link}`,
    },
    withdraw: {
      name: 'Withdraw',
      hint: 'The invitation ends. Nothing has been copied.',
      done: (link: string) => `Withdrawn: ${link}`,
    },
    pause: {
      name: 'Pause',
      hint: 'Entries are not copied until it goes on, nor made up for then. Exits are.',
      done: (link: string) => `Paused: ${link}`,
    },
    resume: {
      name: 'Go on',
      hint: 'Entries from then on are copied. Those of the pause are not.',
      done: (link: string) => `Goes on: ${link}`,
    },
    end: {
      name: 'End',
      hint: 'Nothing is copied any more, exits neither. Positions and orders stay open. This cannot be undone.',
      done: (link: string) => `Ended: ${link}`,
    },
  },
}

export const events = {
  title: 'Copies',
  of: 'Link',
  label: 'Copies made by the link',
  time: 'Time',
  action: 'What',
  actions: { ENTRY: 'Entry', EXIT: 'Exit', PROTECTION: 'Stop or target', SYNC: 'Difference' },
  symbol: 'Symbol',
  side: 'Side',
  quantity: 'Quantity',
  outcome: 'Outcome',
  ordered: 'Ordered',
  order: 'Order',
  why: 'Why',
  reasons: {
    too_late: 'Too late',
    below_lot: 'Less than a lot',
    no_stop: 'The leader has no stop',
    no_equity: 'No equity to measure by',
    refused: 'Refused by a rule',
    not_possible: 'Not possible',
    max_slippage: 'Price too far from the leader’s',
    no_position: 'No position to exit',
    account_ended: 'The account has ended',
  },
  none: 'Nothing has been copied yet',
  noneHint: 'What the leader fills is here a moment later, also what was skipped.',
}
