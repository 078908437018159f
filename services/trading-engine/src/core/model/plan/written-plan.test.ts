/** The written form of a plan, in the names of the API. */
import { aPlan } from '../../../../test/support/plans/plans.js'
import {
  NO_VENUE_COSTS,
  readVenueCosts,
  VENUE_COST_NAMES,
  venueCostsOf,
  writeVenueCosts,
} from '../market/venue-costs.js'
import { decimal, formatDecimal, rate } from '../../values/decimal.js'
import { readRiskConfig, writeRiskConfig } from './risk-config.js'

test('the rules of a plan', () => {
  const objective = { profitTargetPct: rate(decimal('8')), tradingDaysMin: 4 }
  const { risk } = aPlan({
    newsFreeze: { scope: 'ALL' },
    objective,
    maxDrawdown: { pct: rate(decimal('10')), lockAtInitial: true },
  })
  expect(writeRiskConfig(risk, formatDecimal)).toEqual({
    max_drawdown: { mode: 'STATIC', pct: '10', lock_at_initial: true },
    daily_loss: {
      ...{ pct: '1000', base: 'INITIAL', reset_time: '00:00', reset_tz: 'UTC' },
      ...{ warn_at_pct: '80', action: 'TERMINATE' },
    },
    news_freeze: { before_minutes: 5, after_minutes: 10, impacts: ['HIGH'], scope: 'ALL' },
    exposure: {
      ...{ max_symbol_notional: '500000', max_total_notional: '1000000', max_leverage: '20' },
      ...{ max_open_orders: 200, max_positions: 50, margin_mode: 'ISOLATED' },
    },
    objective: { profit_target_pct: '8', min_trading_days: 4 },
  })
  expect(writeRiskConfig(aPlan().risk, formatDecimal)).toMatchObject({ news_freeze: null, objective: null })
})

test('the terms of payouts, which most plans do not have', () => {
  expect(writeRiskConfig(aPlan().risk, formatDecimal)).not.toHaveProperty('payouts')
  const payouts = {
    ...{ first_after_days: 14, every_days: 7, min_amount: '100', max_amount: '5000', max_pct_of_balance: '50' },
    ...{ max_pct_of_profit: '40', buffer_amount: '250', split: [{ up_to_total: '10000', pct: '100' }, { pct: '90' }] },
    qualifying_days: { min: 5, counts: 'NET_PROFIT', threshold_amount: '150' } as const,
    consistency: { pct: '40', numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LT' } as const,
    ...{ holding_time: { min_seconds: 60, share_of_profit_pct: '50' }, flat: true },
  }
  const written = { ...writeRiskConfig(aPlan().risk, formatDecimal), payouts }
  expect(writeRiskConfig(readRiskConfig(written, decimal), formatDecimal)).toEqual(written)
})

test('the costs of venues, which the setting names', () => {
  expect(venueCostsOf([])).toEqual(NO_VENUE_COSTS)
  expect(VENUE_COST_NAMES.map((name) => writeVenueCosts(venueCostsOf([name])))).toEqual([
    { borrowing: true, rollover: false, oracle_fee: false, overnight_leverage: 'OFF' },
    { borrowing: false, rollover: true, oracle_fee: false, overnight_leverage: 'OFF' },
    { borrowing: false, rollover: false, oracle_fee: true, overnight_leverage: 'OFF' },
    { borrowing: false, rollover: false, oracle_fee: false, overnight_leverage: 'LIMIT' },
    { borrowing: false, rollover: false, oracle_fee: false, overnight_leverage: 'CLOSE' },
  ])
  const costs = venueCostsOf(['borrowing', 'oracle_fee', 'overnight_leverage'])
  expect(readVenueCosts(writeVenueCosts(costs))).toEqual(costs)
  expect(readVenueCosts(undefined)).toEqual(NO_VENUE_COSTS)
})
