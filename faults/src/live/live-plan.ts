/** A LIVE plan as an operator writes it, so roomy that nobody trades himself out of it. */
export const LIVE_PLAN = {
  id: 'live',
  name: 'Fault suite, live',
  currency: 'USD',
  execution: 'LIVE',
  max_slippage_pct: 5,
  initial_balance: 100_000,
  allowed_venues: ['GMX', 'OSTIUM'],
  risk_config: {
    max_drawdown: { mode: 'STATIC', pct: 90, lock_at_initial: false },
    daily_loss: {
      pct: 90,
      base: 'INITIAL',
      reset_time: '00:00',
      reset_tz: 'UTC',
      warn_at_pct: 99,
      action: 'TERMINATE',
    },
    news_freeze: { before_minutes: 1, after_minutes: 0, impacts: ['HIGH'], scope: 'OPENING' },
    exposure: {
      max_symbol_notional: '500000',
      max_total_notional: '1000000',
      max_leverage: 20,
      max_open_orders: 200,
      max_positions: 50,
    },
    objective: null,
  },
}
