import type { Pool } from 'pg'

export const PLAN_ID = 'faults'
/** More digits than a float holds: one anywhere on a balance's way would show. */
const INITIAL_BALANCE = '10000000.123456789012345678'

/** A plan so roomy that no bot ever trades itself out of it. */
const DEFINITION = {
  name: 'Fault suite',
  currency: 'USD',
  initial_balance: INITIAL_BALANCE,
  allowed_venues: ['GMX', 'OSTIUM'],
  risk_config: {
    max_drawdown: { mode: 'STATIC', pct: '90', lock_at_initial: false },
    daily_loss: {
      pct: '90',
      base: 'INITIAL',
      reset_time: '00:00',
      reset_tz: 'UTC',
      warn_at_pct: '99',
      action: 'TERMINATE',
    },
    news_freeze: null,
    exposure: {
      max_symbol_notional: '50000000',
      max_total_notional: '100000000',
      max_leverage: '20',
      max_open_orders: 200,
      max_positions: 50,
    },
    objective: null,
  },
}

export async function insertPlan(database: Pool): Promise<void> {
  await database.query('insert into plans (id, version, definition) values ($1, 1, $2)', [PLAN_ID, DEFINITION])
}
