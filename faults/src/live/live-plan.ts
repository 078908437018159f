/** LIVE plans as an operator writes them. */
interface DailyLoss {
  readonly pct: number
  readonly action: 'TERMINATE' | 'LOCK'
}

const HALF_A_DAY_MS = 12 * 60 * 60 * 1_000
/** No day ends during a run, and no lock with it. */
const RESET_TIME = new Date(Date.now() + HALF_A_DAY_MS)
  .toISOString()
  .slice('0000-00-00T'.length, '0000-00-00T00:00'.length)

const livePlan = (id: string, { pct, action }: DailyLoss) => ({
  id,
  name: `Fault suite, ${id}`,
  currency: 'USD',
  execution: 'LIVE',
  max_slippage_pct: 5,
  initial_balance: 100_000,
  allowed_venues: ['GMX', 'OSTIUM'],
  risk_config: {
    trading_day: { reset_time: RESET_TIME, reset_tz: 'UTC' },
    max_drawdown: { mode: 'STATIC', pct: 90 },
    daily_loss: { pct, reference: 'BALANCE', amount_base: 'INITIAL', warn_at_pct: 99, action },
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
})

/** So roomy that no bot loses the account by trading. */
export const ROOMY_PLAN = 'live'
/** Ten dollars: a few fees are too much. */
const NARROW_PCT = 0.01

export const LIVE_PLANS = [
  livePlan(ROOMY_PLAN, { pct: 90, action: 'TERMINATE' }),
  livePlan('live-lock', { pct: NARROW_PCT, action: 'LOCK' }),
  livePlan('live-end', { pct: NARROW_PCT, action: 'TERMINATE' }),
]
