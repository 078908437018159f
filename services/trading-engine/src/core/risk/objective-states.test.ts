/** The words and figures of an objective, and what a fill does to the profit that consistency asks for. */
import { previewPlace } from '../decide/preview-place.js'
import { computeFigures } from '../margin/figures.js'
import type { ConsistencyRule, ObjectiveRule } from '../model/plan/objective-rule.js'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { areAllMet, objectiveStates, raisedProfit } from './objective-states.js'
import { market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const dollars = (amount: string) => usd(decimal(amount))
const HALF: ConsistencyRule = {
  ...{ pct: rate(decimal('50')), numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LE' },
  ...{ applies: ['PASS'], window: 'PHASE' },
}

const begin = (rule: Partial<ObjectiveRule>): Trader => {
  const profitTarget = { pct: null, amount: dollars('8000') }
  const trader = aTrader({ plan: aPlan({ objective: { profitTarget, ...rule } }) })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const earn = (trader: Trader, mark: string): void => {
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '5'))
  trader.script.setPrice('BTC-USD', mark)
  trader.placed(market('SELL', '5'))
}
const nextDay = (trader: Trader): void => {
  trader.script.passTime(24 * 3_600_000)
  trader.advance()
}
const statesOf = ({ account, script }: Trader) => {
  const context = script.context()
  return objectiveStates(account, computeFigures(account, context).equity, context.now)
}
const sentencesOf = (trader: Trader) => statesOf(trader).map(({ isMet, sentence }) => `${isMet}: ${sentence}`)

test('each part says what it is and what is missing', () => {
  const tradingDays = { min: 2, counts: 'NET_PROFIT', threshold: { pct: null, amount: dollars('150') } } as const
  const trader = begin({ tradingDays, consistency: HALF, daysMax: 30 })
  trader.placed(market('BUY', '1'))
  expect(sentencesOf(trader)).toEqual([
    'false: realised profit is -12 USD of 8000 USD: 8012 USD to go',
    'false: 1 position open: all have to be closed',
    'false: 0 of 2 trading days that ended with a profit of at least 150 USD: 2 to go',
    'false: nothing is earned on the whole: the best day may be at most 50 % of what was earned to pass',
    'true: day 1 of 30',
  ])
  trader.script.setPrice('BTC-USD', '20500')
  trader.placed(market('SELL', '1'))
  nextDay(trader)
  // 500 − 12 − 12.3
  expect(sentencesOf(trader)).toEqual([
    'false: realised profit is 475.7 USD of 8000 USD: 7524.3 USD to go',
    'true: no position is open',
    'false: 1 of 2 trading days that ended with a profit of at least 150 USD: 1 to go',
    'false: the best day, 475.7 USD, is 100 % of what was earned, 475.7 USD, and may be at most 50 % to pass: that takes 951.4 USD, 475.7 USD more, on other days',
    'true: day 2 of 30',
  ])
  expect(areAllMet(statesOf(trader))).toBe(false)
})

test('met, each part says so; consistency of payouts alone is shown, and not asked for a pass', () => {
  const consistency = { ...HALF, pct: rate(decimal('30')), applies: ['PAYOUT'], comparison: 'LT' } as const
  const trader = begin({ consistency, profitTarget: { pct: rate(decimal('1')), amount: null } })
  earn(trader, '20400')
  expect(sentencesOf(trader)).toEqual([
    'true: realised profit is at the target of 1000 USD',
    'true: no position is open',
    'false: the best day, 1878.8 USD, is 100 % of what was earned, 1878.8 USD, and may be under 30 % for a payout: that takes more than 6262.67 USD, 4383.87 USD more, on other days',
  ])
  expect([areAllMet(statesOf(trader)), trader.account.state]).toEqual([true, 'PASSED'])
})

test('without require_flat there is no such part, and of EQUITY what is open counts', () => {
  const trader = begin({ requiresFlat: false, targetBasis: 'EQUITY' })
  trader.placed(market('BUY', '5'))
  trader.script.setPrice('BTC-USD', '20100')
  expect(sentencesOf(trader)[0]).toBe('false: profit, with what is open, is 440 USD of 8000 USD: 7560 USD to go')
  expect(statesOf(trader).map(({ objective }) => objective)).toEqual(['profit_target'])
})

test('a plan without an objective has no part', () => {
  expect(statesOf(aTrader())).toEqual([])
})

test('a preview tells what the fill raises the profit to that consistency asks for', () => {
  const trader = begin({ consistency: HALF })
  const raisedBy = (size: string) => {
    const outcome = previewPlace(trader.account, market('SELL', size), trader.script.context(), null)
    if (outcome.kind === 'problem') throw new Error('a problem')
    return raisedProfit(trader.account, outcome.answer.after)
  }
  trader.placed(market('BUY', '5'))
  trader.script.setPrice('BTC-USD', '20400')
  // 800 − 24 − 24.48 of 2 units, of which 36 of the others has been paid
  expect(raisedBy('2')).toMatchObject({
    sentence: 'this fill raises the profit you need to 1431.04 USD: 715.52 USD more',
  })
  expect(formatDecimal(raisedBy('5')!.required)).toBe('3757.6')
  trader.script.setPrice('BTC-USD', '19000')
  expect(raisedBy('5')).toBeNull()
})
