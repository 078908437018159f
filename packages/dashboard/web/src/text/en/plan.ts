/** The rules of plans, in words. */
export const text = {
  drawdown: 'Maximum drawdown',
  drawdownModes: {
    STATIC: (pct: string, amount: string, floor: string, _locks: boolean) =>
      `Equity may never fall ${pct} % (${amount}) below the initial balance: the account ends at ${floor}.`,
    TRAILING_EOD: (pct: string, amount: string, floor: string, locks: boolean) =>
      `The floor begins at ${floor} and follows the highest equity at the end of a day, ${pct} % of the initial ` +
      `balance (${amount}) below it${locks ? ', until it reaches the initial balance' : ''}. Below it the account ends.`,
    TRAILING_INTRADAY: (pct: string, amount: string, floor: string, locks: boolean) =>
      `The floor begins at ${floor} and follows the highest equity at any moment, ${pct} % of the initial balance ` +
      `(${amount}) below it${locks ? ', until it reaches the initial balance' : ''}. Below it the account ends.`,
  },
  dailyLoss: 'Daily loss',
  daily: (pct: string, base: string, time: string, zone: string) =>
    `In a day equity may fall by ${pct} % of ${base}. A day begins at ${time} (${zone}).`,
  bases: {
    INITIAL: 'the initial balance',
    BALANCE: 'the balance at its beginning',
    EQUITY: 'the equity at its beginning',
    HIGHER_OF: 'the balance or the equity at its beginning, whichever is higher',
  },
  dailyActions: {
    TERMINATE: 'Below that the account ends.',
    LOCK: 'Below that nothing can be opened until the next day.',
  },
  warns: (pct: string) => `A warning comes when ${pct} % of it are used.`,
  objective: 'Profit target',
  noObjective: 'None: there is nothing to pass.',
  target: (pct: string, amount: string, days: number) =>
    `${pct} % (${amount}), with at least ${days} trading ${days === 1 ? 'day' : 'days'}.`,
  exposure: 'Exposure',
  caps: (symbol: string, total: string, leverage: string, positions: number, orders: number) =>
    `At most ${symbol} in one symbol and ${total} in all, leverage ${leverage}, ${positions} open positions and ` +
    `${orders} working orders.`,
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
  freeze: (before: number, after: number, impacts: string, scope: 'OPENING' | 'ALL') =>
    `From ${before} minutes before to ${after} minutes after news of ${impacts} impact, ` +
    `${scope === 'ALL' ? 'nothing can be traded' : 'nothing can be opened'} in the symbols concerned.`,
}
