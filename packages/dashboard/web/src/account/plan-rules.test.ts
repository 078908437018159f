import type { Plan } from '@ats/sdk/types'
import { planRules } from './plan-rules.js'

const plan = {
  currency: 'USD',
  risk_config: {
    initial_balance: '50000',
    max_drawdown: { mode: 'TRAILING_EOD', pct: '6', lock_at_initial: true },
    daily_loss: {
      ...{ pct: '2.5', base: 'HIGHER_OF', reset_time: '17:00', reset_tz: 'America/New_York' },
      ...{ warn_at_pct: '80', action: 'LOCK' },
    },
    news_freeze: { before_minutes: 2, after_minutes: 3, impacts: ['HIGH'], scope: 'OPENING' },
    exposure: {
      ...{ max_symbol_notional: '250000', max_total_notional: '500000', max_leverage: '10' },
      ...{ max_open_orders: 100, max_positions: 20, margin_mode: 'ISOLATED' },
    },
    objective: { profit_target_pct: '8', min_trading_days: 1 },
  },
} as unknown as Plan

const sentences = (of: Plan) => planRules(of).map(({ sentence }) => sentence)

describe('a plan in words', () => {
  it('works its amounts out', () => {
    const [drawdown, daily, objective, exposure, margin, news] = sentences(plan)
    expect(drawdown).toContain('begins at $47,000.00')
    expect(drawdown).toContain('6 % of the initial balance ($3,000.00) below it, until it reaches the initial balance')
    expect(daily).toContain('2.5 % of the balance or the equity at its beginning, whichever is higher')
    expect(daily).toContain('17:00 (America/New_York). Below that nothing can be opened until the next day.')
    expect(objective).toBe('8 % ($4,000.00), with at least 1 trading day.')
    expect(exposure).toContain('$250,000.00 in one symbol and $500,000.00 in all, leverage 10, 20 open positions')
    expect(margin).toContain('its own margin')
    expect(news).toContain('From 2 minutes before to 3 minutes after news of high impact, nothing can be opened')
  })

  it('says that real money is traded, and how far from the mark', () => {
    expect(sentences({ ...plan, execution: 'PAPER' })).toHaveLength(6)
    const live = sentences({ ...plan, execution: 'LIVE', max_slippage_pct: '0.50' })
    expect(live[6]).toMatch(/real money.* up to 0\.5 % from the mark/)
  })

  it('says when payouts come, how much, and how they are split', () => {
    const payouts = {
      ...{ first_after_days: 14, every_days: 1, min_amount: '100', max_amount: '5000', max_pct_of_balance: '50' },
      ...{ buffer_amount: '250', split: [{ up_to_total: '10000', pct: '100' }, { pct: '90' }], flat: true },
      holding_time: { min_seconds: 60, share_of_profit_pct: '80' },
    }
    const risk_config = { ...plan.risk_config, payouts }
    expect(sentences({ ...plan, risk_config })[3]).toBe(
      'The first after 14 days, the next 1 day after each. At least $100.00, at most $5,000.00, 50 % of the balance. ' +
        '$250.00 of profit stays in the account. 80 % of the profit has to come from positions that were open for ' +
        "60 seconds or longer. Nothing may be open when it is asked for. The trader's share: 100 % of the first " +
        '$10,000.00 paid, 90 % after that.',
    )
  })

  it('says that there is nothing to pass, and no freeze', () => {
    const risk_config = { ...plan.risk_config, objective: null, news_freeze: null }
    const [, , objective, , , news] = sentences({ ...plan, risk_config })
    expect([objective, news]).toEqual(['None: there is nothing to pass.', 'No trading is frozen around news.'])
  })

  it('says by which steps an account grows, and what becomes of one that rests', () => {
    const { risk_config: rules } = plan
    const scaling = [
      {
        when: { months: 3, profit_pct: '10', payouts: 1, all: true },
        then: { initial_balance_pct: '25', max_initial_balance: '200000', split_pct: '90' },
      },
    ]
    const inactivity = { warn_after_days: 30, close_after_days_from_warning: 1 }
    const said = sentences({ ...plan, risk_config: { ...rules, scaling, inactivity } })
    expect(said).toContain(
      'With a payout after 3 months, 10 % of profit, 1 payout: the initial balance grows by 25 % of the first one, ' +
        'up to $200,000.00, and the trader’s share becomes 90 %.',
    )
    expect(said.join()).toContain('for 30 days there is a warning; 1 day later the account is closed.')
  })

  it('says which days count for the target, and how even the profit has to be', () => {
    const objective = {
      ...{ profit_target_pct: '8', min_trading_days: 5, require_flat: false, max_days: 30, target_basis: 'EQUITY' },
      trading_days: { min: 5, counts: 'NET_PROFIT', threshold_amount: '150' },
      consistency: {
        ...{ pct: '40', numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LE' },
        ...{ applies: ['PASS', 'PAYOUT'], window: 'PHASE' },
      },
    }
    const said = sentences({ ...plan, risk_config: { ...plan.risk_config, objective } } as unknown as Plan)
    expect(said).toContain(
      '8 % ($4,000.00), with at least 5 trading days that earned $150.00 at least. Open profit and loss count. ' +
        'What is open is closed when the target is reached. An account that has not passed after 30 days is closed. ' +
        'The best day may be at most 40 % of all that was earned, to pass and for a payout.',
    )
  })
})
