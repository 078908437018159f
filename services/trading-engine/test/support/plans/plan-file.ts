/** A plan as an operator writes it, with `changes` to its fields at any depth: undefined removes one. */
export const planFile = (id: string, changes: object = {}): Record<string, unknown> =>
  merge(
    {
      id,
      name: 'Evaluation 100k',
      currency: 'USD',
      initial_balance: 100_000,
      allowed_venues: ['GMX', 'OSTIUM'],
      risk_config: {
        trading_day: { reset_time: '17:00', reset_tz: 'America/New_York' },
        max_drawdown: { mode: 'STATIC', pct: 10 },
        daily_loss: { pct: 5, reference: 'BALANCE', amount_base: 'INITIAL', warn_at_pct: 80, action: 'TERMINATE' },
        news_freeze: { before_minutes: 2, after_minutes: 2, impacts: ['HIGH'], scope: 'OPENING' },
        exposure: {
          max_symbol_notional: '500000',
          max_total_notional: '1000000',
          max_leverage: 20,
          max_open_orders: 200,
          max_positions: 50,
        },
        objective: { profit_target_pct: 8, min_trading_days: 4 },
      },
    },
    changes,
  )

function merge(target: Record<string, unknown>, changes: object): Record<string, unknown> {
  const merged = { ...target }
  for (const [name, value] of Object.entries(changes) as [string, unknown][]) {
    const before = merged[name]
    if (isObject(value) && isObject(before)) merged[name] = merge(before, value)
    else if (value === undefined) delete merged[name]
    else merged[name] = value
  }
  return merged
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
