import type { PlanVersion } from '../api/firm/firm-plans.js'
import { planDocument } from './plan-versions.js'

const rules = { max_drawdown: {}, daily_loss: {}, news_freeze: null, exposure: {}, objective: null }
const paper = {
  ...{ id: 'a', name: 'A', currency: 'USD', initial_balance: '50000', allowed_venues: ['GMX'], execution: 'PAPER' },
  ...{ venue_costs: {}, risk_config: { ...rules, initial_balance: '50000' } },
  ...{ version: 3, accounts: 1, unused_grants: 0, created_at: '2026-03-01T00:00:00Z' },
} as unknown as PlanVersion

test('a version as a file is without what the engine says of it', () => {
  const { id, name, currency, initial_balance, allowed_venues, venue_costs } = paper
  const written = { id, name, currency, initial_balance, allowed_venues, venue_costs, risk_config: rules }
  expect(planDocument(paper)).toEqual(written)
})

test('a LIVE plan that is edited or duplicated stays LIVE', () => {
  const live = { ...paper, execution: 'LIVE', max_slippage_pct: '0.5' } as unknown as PlanVersion
  expect(planDocument(live)).toEqual({ ...planDocument(paper), execution: 'LIVE', max_slippage_pct: '0.5' })
})

test.each([
  [
    { profit_target_pct: '8', min_trading_days: 4 },
    { profit_target_pct: '8', min_trading_days: 4 },
  ],
  [
    {
      profit_target_pct: '3',
      min_trading_days: 5,
      profit_target_amount: '3000',
      trading_days: { min: 5 },
      max_days: 30,
    },
    { profit_target_amount: '3000', trading_days: { min: 5 }, max_days: 30 },
  ],
])('an objective is written once, in the words of its plan', (objective, written) => {
  const version = { ...paper, risk_config: { ...paper.risk_config, objective } } as unknown as PlanVersion
  expect(planDocument(version)).toMatchObject({ risk_config: { objective: written } })
  expect(Object.keys(planDocument(version).risk_config.objective ?? {})).toEqual(Object.keys(written))
})
