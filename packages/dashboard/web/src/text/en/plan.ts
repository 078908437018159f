interface DrawdownWords {
  readonly measure: string
  /** Percent; null of an amount. */
  readonly share: string | null
  readonly allowed: string
  readonly floor: string
  readonly peak: string
  /** Where the floor stops, if it does. */
  readonly stops: string
}

const trailing = ({ floor, share, allowed, stops }: DrawdownWords, follows: string): string =>
  `The floor begins at ${floor} and follows ${follows}, ` +
  `${share === null ? allowed : `${share} % of the initial balance (${allowed})`} below it${stops}. Below it the account ends.`

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

const countedProfit = (counts: string | null): string => (counts === null ? 'no profit' : `${counts} % of the profit`)

/** The rules of plans, in words. */
export const text = {
  drawdown: 'Max drawdown',
  drawdownModes: {
    STATIC: ({ measure, allowed, share, floor }: DrawdownWords) =>
      `${measure} may never fall ${share === null ? allowed : `${share} % (${allowed})`} below the initial balance: ` +
      `the account ends at ${floor}.`,
    TRAILING_EOD: (words: DrawdownWords) => trailing(words, `the highest ${words.peak} at the end of a day`),
    TRAILING_CLOSED: (words: DrawdownWords) => trailing(words, 'the highest balance after a position was reduced'),
    TRAILING_INTRADAY: (words: DrawdownWords) => trailing(words, 'the highest equity at any moment'),
    PCT_OF_PEAK: ({ floor, share, peak, stops }: DrawdownWords) =>
      `The floor begins at ${floor} and stays ${share} % below the highest ${peak} so far${stops}. Below it the account ends.`,
  },
  measures: { equity: 'Equity', balance: 'The balance' },
  peaks: { EQUITY: 'equity', BALANCE: 'balance' },
  stopsAt: (floor: string | null) => `, until it reaches ${floor ?? 'the initial balance'}`,
  stopsAtTarget: ', until that reaches the profit target',
  atReset: 'It is judged once, when the day ends.',
  leavesOut: 'Open profit and loss do not count.',
  payouts: {
    KEEP: 'A payout leaves the floor where it is.',
    INITIAL: 'From the first payout on it is the initial balance, or where it was if that was higher.',
  },
  dailyLoss: 'Daily loss limit',
  daily: (measure: string, loss: string, time: string, zone: string) =>
    `In a day ${measure} may fall by ${loss}. A day begins at ${time} (${zone}).`,
  noDaily: (time: string, zone: string) => `None: no day has a limit. A day begins at ${time} (${zone}).`,
  lossOf: (pct: string, reference: string) => `${pct} % of ${reference}`,
  lossFrom: (loss: string, reference: string) => `${loss} from ${reference}`,
  ofInitial: (pct: string, amount: string) => `${pct} % of the initial balance (${amount})`,
  bases: {
    INITIAL: 'the initial balance',
    BALANCE: 'the balance at its beginning',
    EQUITY: 'the equity at its beginning',
    HIGHER_OF: 'the balance or the equity at its beginning, whichever is higher',
    DAY_HIGH: 'the highest equity since its beginning',
  },
  dailyActions: {
    TERMINATE: 'Below that the account ends.',
    LOCK: 'Below that nothing can be opened until the next day.',
  },
  warns: (pct: string) => `A warning comes when ${pct} % of it are used.`,
  objective: 'Profit target',
  noObjective: 'None: there is nothing to pass.',
  target: (pct: string, amount: string, days: number, counted: string) =>
    `${pct} % (${amount}), with at least ${days} trading ${days === 1 ? 'day' : 'days'}${counted}.`,
  earningDays: (amount: string) => ` that earned ${amount} at least`,
  countedDays: {
    OPENED: ' on which something was opened',
    CLOSED: ' on which something was closed',
    OPENED_AND_CLOSED: ' on which something was opened and something closed',
    NET_PROFIT: ' that ended with a profit',
  },
  byEquity: 'Open profit and loss count.',
  closesAtTarget: 'What is open is closed when the target is reached.',
  maxDays: (most: number) => `An account that has not passed after ${days(most)} is closed.`,
  bests: { BEST_DAY: 'The best day', BEST_TRADE: 'The best trade' },
  earnings: { NET: 'all that was earned', POSITIVE_DAYS: 'what the days with a profit have earned' },
  consistencyUses: { PASS: 'to pass', PAYOUT: 'for a payout' },
  consistency: (best: string, pct: string, earned: string, isLess: boolean, uses: readonly string[]) =>
    `${best} may be ${isLess ? 'less than' : 'at most'} ${pct} % of ${earned}, ${uses.join(' and ')}.`,
  payoutTerms: 'Payouts',
  payoutDays: (first: number, every: number) => `The first after ${days(first)}, the next ${days(every)} after each.`,
  payoutAmounts: (least: string, most: readonly string[]) =>
    `At least ${least}${most.length === 0 ? '' : `, at most ${most.join(', ')}`}.`,
  ofBalance: (pct: string) => `${pct} % of the balance`,
  ofProfit: (pct: string) => `${pct} % of the profit`,
  payoutBuffer: (amount: string) => `${amount} of profit stays in the account.`,
  split: (pct: string, upTo: string | null, isFirst: boolean) =>
    upTo === null ? `${pct} %${isFirst ? '' : ' after that'}` : `${pct} % of the first ${upTo} paid`,
  yours: (shares: readonly string[]) => `The trader's share: ${shares.join(', ')}.`,
  held: (pct: string, seconds: number) =>
    `${pct} % of the profit has to come from positions that were open for ${seconds} seconds or longer.`,
  qualifyingDays: (count: number, counted: string) => `${days(count)}${counted} have to be over since the last payout.`,
  flat: 'Nothing may be open when it is asked for.',
  scaling: 'Scaling',
  scalingStep: (when: readonly string[], then: readonly string[]) =>
    `With a payout after ${when.join(', ')}: ${then.join(', and ')}.`,
  scalingMonths: (months: number) => `${months} ${months === 1 ? 'month' : 'months'}`,
  scalingProfit: (pct: string) => `${pct} % of profit`,
  scalingPayouts: (payouts: number) => `${payouts} ${payouts === 1 ? 'payout' : 'payouts'}`,
  grows: (pct: string, most: string | null) =>
    `the initial balance grows by ${pct} % of the first one${most === null ? '' : `, up to ${most}`}`,
  sharesThen: (pct: string) => `the trader’s share becomes ${pct} %`,
  inactivity: 'Inactivity',
  rests: (warned: number, closed: number) =>
    `Without a fill and an open position for ${days(warned)} there is a warning; ${days(closed)} later the account is closed.`,
  exposure: 'Exposure',
  caps: (symbol: string, total: string, leverage: string, positions: number, orders: number) =>
    `At most ${symbol} in one symbol and ${total} in all, leverage ${leverage}, ${positions} open positions and ` +
    `${orders} working orders.`,
  classes: (name: string, notional: string | null, margin: string | null, positions: number | null) =>
    `Of ${name} at most ${[
      ...(notional === null ? [] : [`${notional} of exposure`]),
      ...(margin === null ? [] : [`${margin} of margin`]),
      ...(positions === null ? [] : [`${positions} positions`]),
    ].join(', ')}.`,
  stops: 'Stops',
  stopAtEntry: 'Each order that opens a position comes with its stop.',
  stopWithin: {
    CLOSE: (seconds: number) =>
      `A position without stops for all of it is closed after ${seconds} seconds, in sum over its life.`,
    STRIKE: (seconds: number) =>
      `A position without stops for all of it is a strike after ${seconds} seconds, in sum over its life.`,
  },
  stopRisk: (amount: string) => `At its stops a position may lose at most ${amount}.`,
  idea: 'Loss per idea',
  ideaLimit: {
    CLOSE: (amount: string) =>
      `All positions of a symbol in one direction are closed once they have lost ${amount} together.`,
    TERMINATE: (amount: string) =>
      `Once all positions of a symbol in one direction have lost ${amount} together the account ends.`,
  },
  flatMoments: 'Flat by',
  flatBy: (
    time: string,
    zone: string,
    days: readonly string[],
    classes: readonly string[] | null,
    lead: number,
    severity: 'CLOSE' | 'WARN',
  ) =>
    `${classes === null ? 'All positions are' : `Positions of ${classes.join(', ')} are`} ` +
    `${severity === 'CLOSE' ? 'closed at' : 'to be closed by'} ${time} ${zone} on ` +
    `${days.join(', ')}; nothing is opened in the ${lead} minutes before.`,
  strikes: 'Strikes',
  strikesOf: (rule: string, most: number, days: number, then: 'LOCK' | 'TERMINATE') =>
    `${rule}: at strike ${most} within ${days} days ` +
    (then === 'LOCK' ? 'nothing can be opened until the trading day ends.' : 'the account ends.'),
  hedging: 'Hedging',
  hedgingModes: {
    ALLOWED: 'Opposite positions of a symbol are allowed.',
    REFUSE_ACCOUNT: 'No position opens against another one of the same symbol.',
    REFUSE_USER: 'No position opens against another one of the same symbol, in any of your accounts.',
  },
  copying: 'Copying',
  copyingModes: {
    ALLOWED: 'Links to other accounts are allowed.',
    OWN_ONLY: 'Links are allowed between your own accounts.',
    FORBIDDEN: 'Links to other accounts are not allowed.',
  },
  margin: 'Margin',
  marginModes: {
    CROSS: 'The whole equity carries every position.',
    ISOLATED: 'Each position is carried by its own margin.',
  },
  news: 'News',
  execution: 'Execution',
  live: (pct: string) =>
    'LIVE: orders are carried out by the venues, with real money. A market order, or a stop that has fired, may fill ' +
    `up to ${pct} % from the mark.`,
  noNews: 'No trading is frozen around news.',
  freeze: (before: number, after: number, impacts: string, effect: string) =>
    `From ${before} minutes before to ${after} minutes after news of ${impacts} impact, ${effect} in the symbols concerned.`,
  newsFrozen: { OPENING: 'nothing can be opened', ALL: 'nothing can be traded' },
  newsProfit: {
    OPENING: (counts: string | null) => `${countedProfit(counts)} of what is opened is paid out`,
    ALL: (counts: string | null) => `${countedProfit(counts)} of what is opened or closed is paid out`,
  },
  newsExempt: (minutes: number) =>
    `A position that was last added to ${minutes} minutes before it, or earlier, may be closed then.`,
  holdingTime: 'Holding time',
  heldFor: (seconds: number) =>
    `The profit of what is closed within ${seconds} seconds of its opening is not paid out.`,
}
