import type { OracleRules, PathStep, Symbol } from './loss-oracle.js'

const price = (symbol: Symbol, at: number): PathStep => ({ kind: 'price', symbol, price: at })
const trade = (symbol: Symbol, quantity: number): PathStep => ({ kind: 'trade', symbol, quantity })
const RESET: PathStep = { kind: 'reset' }

/** As many BTC-USD at 50,000 as the initial balance buys. */
const full = (initial: number): number => Math.round((initial / 50_000) * 100) / 100

export const PATHS: Readonly<Record<string, (initial: number) => readonly PathStep[]>> = {
  // 2 % are lost each day, and nothing is won back
  'a slow loss': (initial) => [
    trade('BTC-USD', full(initial)),
    ...[49_000, 48_000, 47_000, 46_000, 45_000, 44_000].flatMap((at) => [price('BTC-USD', at), RESET]),
  ],
  // 2 % are lost each day, and realised: a day begins lower each time, until the floor of all days is the higher one
  'a slow loss, realised': (initial) =>
    [49_000, 48_000, 47_000, 46_000, 45_000, 44_000].flatMap((at, day) => [
      ...[price('BTC-USD', at + 1_000), trade('BTC-USD', full(initial))],
      ...[price('BTC-USD', at), trade('BTC-USD', -full(initial)), RESET],
      ...(day === 2 ? [RESET] : []),
    ]),
  // 8 % are won, half of it realised, part of it paid out, and given back within two days
  'a profit, a payout, and a loss': (initial) => [
    trade('BTC-USD', full(initial)),
    price('BTC-USD', 52_000),
    RESET,
    price('BTC-USD', 54_000),
    trade('BTC-USD', -full(initial) / 2),
    RESET,
    { kind: 'payout', amount: initial / 100 },
    { kind: 'credit', amount: initial / 200 },
    ...[53_000, 52_000].map((at) => price('BTC-USD', at)),
    RESET,
    ...[51_000, 50_000, 49_000, 48_000].map((at) => price('BTC-USD', at)),
    RESET,
    ...[46_000, 44_000, 42_000, 40_000].map((at) => price('BTC-USD', at)),
    RESET,
  ],
  // realised gains stand against open losses over the reset: the balance is far above the equity
  'a hedge': (initial) => [
    trade('BTC-USD', full(initial)),
    trade('SOL-USD', full(initial) * 500),
    price('BTC-USD', 51_500),
    price('SOL-USD', 97),
    trade('BTC-USD', -full(initial)),
    RESET,
    price('SOL-USD', 96.5),
    price('SOL-USD', 94.5),
    RESET,
    price('SOL-USD', 92.5),
    trade('SOL-USD', -full(initial) * 500),
    RESET,
  ],
  'a gap through both floors': (initial) => [trade('BTC-USD', full(initial)), price('BTC-USD', 40_000), RESET],
}
export interface Firm {
  readonly name: string
  readonly rules: OracleRules
  /** By path: each crossing with its step and its floor, and the state at the end. */
  readonly ends: Readonly<Record<string, readonly string[]>>
}

const daily = (pct: number, fields: Partial<NonNullable<OracleRules['daily']>> = {}): OracleRules['daily'] => ({
  ...{ pct, reference: 'BALANCE', amount_base: 'INITIAL', action: 'TERMINATE' },
  ...fields,
})
const fixed = (pct: number): OracleRules['drawdown'] => ({ mode: 'STATIC', pct })

export const FIRMS: readonly Firm[] = [
  {
    name: 'FTMO 2-step',
    rules: { initial: 100_000, daily: daily(5), drawdown: fixed(10) },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 5 94940', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 23 90000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 17 98407.6', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 7 97818.2', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 95000', 'TERMINATED'],
    },
  },
  {
    name: 'FTMO 1-step',
    rules: { initial: 100_000, daily: daily(3), drawdown: { mode: 'TRAILING_EOD', pct: 10, peak_of: 'BALANCE' } },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 3 96940', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 23 90000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 16 100407.6', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 6 99818.2', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 97000', 'TERMINATED'],
    },
  },
  {
    name: 'FundedNext Stellar 1-step',
    rules: { initial: 50_000, daily: daily(3), drawdown: fixed(6) },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 3 48470', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 12 47000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 16 50203.8', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 6 49909.1', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 48500', 'TERMINATED'],
    },
  },
  {
    name: 'FundedNext Stellar Lite',
    rules: { initial: 50_000, daily: daily(4), drawdown: fixed(8) },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 5 47970', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 18 46000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 17 49703.8', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 7 49409.1', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 48000', 'TERMINATED'],
    },
  },
  {
    name: 'E8 One',
    rules: {
      ...{ initial: 100_000, daily: daily(4) },
      drawdown: { mode: 'TRAILING_CLOSED', pct: 6, lock_at: { offset: 0 } },
    },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 5 95940', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 12 94000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 17 99407.6', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 7 98818.2', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 96000', 'TERMINATED'],
    },
  },
  {
    name: 'Blue Guardian',
    rules: { initial: 100_000, daily: daily(4, { reference: 'HIGHER_OF' }), drawdown: fixed(8) },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 5 95940', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 18 92000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 17 99407.6', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 7 98818.2', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 96000', 'TERMINATED'],
    },
  },
  {
    name: 'The5ers High Stakes',
    rules: {
      initial: 100_000,
      daily: daily(5, { reference: 'HIGHER_OF', amount_base: 'REFERENCE' }),
      drawdown: fixed(10),
    },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 5 94943', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 23 90000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 17 98237.22', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 7 97677.29', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 95000', 'TERMINATED'],
    },
  },
  {
    name: 'FundingPips 3 %',
    rules: {
      initial: 25_000,
      daily: daily(3, { reference: 'HIGHER_OF', amount_base: 'REFERENCE' }),
      drawdown: fixed(10),
    },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 3 24235.45', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 23 22500', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 14 25561.343', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 6 24933.4135', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 24250', 'TERMINATED'],
    },
  },
  {
    name: 'Alpha Capital Pro',
    rules: { initial: 100_000, daily: daily(5, { amount_base: 'REFERENCE' }), drawdown: fixed(10) },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 5 94943', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 23 90000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 17 98237.22', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 7 97677.29', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 95000', 'TERMINATED'],
    },
  },
  {
    name: 'Breakout 2-step',
    rules: {
      initial: 100_000,
      daily: daily(3, { amount_base: 'REFERENCE' }),
      drawdown: { mode: 'TRAILING_CLOSED', pct: 8 },
    },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 3 96941.8', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 18 92000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 16 100305.372', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 6 99733.654', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 97000', 'TERMINATED'],
    },
  },
  {
    name: 'Vertex',
    rules: { initial: 100_000, daily: daily(5), drawdown: { mode: 'TRAILING_CLOSED', pct: 8 } },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 5 94940', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 18 92000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 17 98407.6', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 7 97818.2', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 95000', 'TERMINATED'],
    },
  },
  {
    name: 'Apex EOD 100K, performance account',
    rules: {
      initial: 100_000,
      daily: { amount: 1_500, reference: 'BALANCE', action: 'LOCK' },
      drawdown: { mode: 'TRAILING_EOD', amount: 3_000, peak_of: 'BALANCE', lock_at: { offset: 100 } },
    },
    ends: {
      'a slow loss': [
        'daily_loss_limit LOCKED 1 98500',
        'daily_loss_limit LOCKED 2 98440',
        'max_drawdown TERMINATED 3 97000',
        'TERMINATED',
      ],
      'a slow loss, realised': ['daily_loss_limit LOCKED 2 98500', 'max_drawdown TERMINATED 7 97000', 'TERMINATED'],
      'a profit, a payout, and a loss': [
        'daily_loss_limit LOCKED 14 101907.6',
        'daily_loss_limit LOCKED 15 101907.6',
        'max_drawdown TERMINATED 16 100600',
        'TERMINATED',
      ],
      'a hedge': ['daily_loss_limit LOCKED 5 101318.2', 'max_drawdown TERMINATED 6 99818.2', 'TERMINATED'],
      'a gap through both floors': ['max_drawdown TERMINATED 1 97000', 'TERMINATED'],
    },
  },
  {
    name: 'HyroTrader standard',
    rules: { initial: 100_000, daily: daily(5, { reference: 'DAY_HIGH' }), drawdown: fixed(10) },
    ends: {
      'a slow loss': ['max_drawdown TERMINATED 9 90000', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 23 90000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 18 96407.6', 'TERMINATED'],
      'a hedge': ['ACTIVE'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 95000', 'TERMINATED'],
    },
  },
  {
    name: 'Topstep Combine',
    rules: {
      ...{ initial: 100_000, daily: null },
      drawdown: { mode: 'TRAILING_EOD', amount: 3_000, peak_of: 'BALANCE', lock_at: { offset: 0 } },
    },
    ends: {
      'a slow loss': ['max_drawdown TERMINATED 3 97000', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 7 97000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['max_drawdown TERMINATED 16 100500', 'TERMINATED'],
      'a hedge': ['max_drawdown TERMINATED 6 99818.2', 'TERMINATED'],
      'a gap through both floors': ['max_drawdown TERMINATED 1 97000', 'TERMINATED'],
    },
  },
  {
    name: 'Topstep XFA, FundedNext futures: the initial balance from the first payout on',
    rules: {
      ...{ initial: 100_000, daily: null },
      drawdown: { mode: 'TRAILING_EOD', amount: 6_000, peak_of: 'BALANCE', on_first_payout: 'INITIAL' },
    },
    ends: {
      'a slow loss': ['max_drawdown TERMINATED 5 94000', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 12 94000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['max_drawdown TERMINATED 16 100500', 'TERMINATED'],
      'a hedge': ['max_drawdown TERMINATED 9 96818.2', 'TERMINATED'],
      'a gap through both floors': ['max_drawdown TERMINATED 1 94000', 'TERMINATED'],
    },
  },
  {
    name: 'Apex intraday on Tradovate',
    rules: { initial: 100_000, daily: null, drawdown: { mode: 'TRAILING_INTRADAY', amount: 3_000 } },
    ends: {
      'a slow loss': ['max_drawdown TERMINATED 3 97000', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 7 97000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['max_drawdown TERMINATED 9 105440', 'TERMINATED'],
      'a hedge': ['max_drawdown TERMINATED 4 99880', 'TERMINATED'],
      'a gap through both floors': ['max_drawdown TERMINATED 1 97000', 'TERMINATED'],
    },
  },
  {
    name: 'Apex intraday on Rithmic',
    rules: {
      ...{ initial: 100_000, target: 6_000, daily: null },
      drawdown: { mode: 'TRAILING_INTRADAY', amount: 3_000, lock_at: 'TARGET' },
    },
    ends: {
      'a slow loss': ['max_drawdown TERMINATED 3 97000', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 7 97000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['max_drawdown TERMINATED 12 103500', 'TERMINATED'],
      'a hedge': ['max_drawdown TERMINATED 4 99880', 'TERMINATED'],
      'a gap through both floors': ['max_drawdown TERMINATED 1 97000', 'TERMINATED'],
    },
  },
  {
    name: 'MyFundedFutures Flex: a fixed floor for the balance at the end of a day',
    rules: {
      ...{ initial: 100_000, daily: null },
      drawdown: { mode: 'STATIC', amount: 3_000, evaluation: 'END_OF_DAY', includes_open_pnl: false },
    },
    ends: {
      'a slow loss': ['ACTIVE'],
      'a slow loss, realised': ['max_drawdown TERMINATED 9 97000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['ACTIVE'],
      'a hedge': ['max_drawdown TERMINATED 11 97000', 'TERMINATED'],
      'a gap through both floors': ['ACTIVE'],
    },
  },
  {
    name: 'FundingPips Zero',
    rules: {
      ...{ initial: 100_000, daily: daily(3) },
      drawdown: { mode: 'PCT_OF_PEAK', pct: 5, peak_of: 'EQUITY', lock_at: { offset: 0 } },
    },
    ends: {
      'a slow loss': ['daily_loss_limit TERMINATED 3 96940', 'TERMINATED'],
      'a slow loss, realised': ['max_drawdown TERMINATED 12 95000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['max_drawdown TERMINATED 16 100500', 'TERMINATED'],
      'a hedge': ['daily_loss_limit TERMINATED 6 99818.2', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 1 97000', 'TERMINATED'],
    },
  },
  {
    name: 'a share of the highest balance, judged at the end of a day beside a day that is',
    rules: {
      initial: 100_000,
      daily: daily(3, { reference: 'EQUITY', evaluation: 'END_OF_DAY' }),
      drawdown: { mode: 'PCT_OF_PEAK', pct: 6, peak_of: 'BALANCE', evaluation: 'END_OF_DAY', includes_open_pnl: false },
    },
    ends: {
      'a slow loss': ['ACTIVE'],
      'a slow loss, realised': ['max_drawdown TERMINATED 14 94000', 'TERMINATED'],
      'a profit, a payout, and a loss': ['daily_loss_limit TERMINATED 15 102407.6', 'TERMINATED'],
      'a hedge': ['max_drawdown TERMINATED 11 96649.108', 'TERMINATED'],
      'a gap through both floors': ['daily_loss_limit TERMINATED 2 97000', 'TERMINATED'],
    },
  },
]
