/** Words of the examples that the editor of plans works out. */
export const text = {
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
  objective: (target: string, balance: string, days: number, isFlat: boolean) =>
    `It passes with ${target} earned${isFlat ? ' and nothing open' : ''}, that is at a balance of ${balance}` +
    `${days === 0 ? '.' : `, after ${days} trading ${days === 1 ? 'day' : 'days'} at least.`}`,
  noNews: 'News changes nothing.',
  news: (at: string, from: string, until: string, scope: string) =>
    `With news at ${at}, ${scope} from ${from} until ${until}.`,
  newsEffects: {
    FREEZE: { OPENING: 'nothing opens', ALL: 'no order is accepted' },
    EXCLUDE_PROFIT: {
      OPENING: 'what opens or adds earns nothing that is paid out',
      ALL: 'what is filled earns nothing that is paid out',
    },
    FACTOR: {
      OPENING: 'only a share of what opens or adds is paid out',
      ALL: 'only a share of what is filled is paid out',
    },
  },
  newsOthers: (impacts: string) => `News of ${impacts} impact changes nothing.`,
}
