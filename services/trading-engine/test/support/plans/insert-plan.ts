import type { Pool } from 'pg'

/** Differences from `standard-100k`, in the plan's own field names. Losses terminate nothing unless a limit is set. */
export interface PlanChanges {
  readonly initial_balance?: string
  readonly allowed_venues?: readonly string[]
  readonly exposure?: Readonly<Record<string, string | number>>
  readonly daily_loss?: Readonly<Record<string, string>>
}

/** Adds a plan for a test to open accounts on; one that is there already stays. */
export async function insertPlan(
  pool: Pool,
  id: string,
  { exposure, daily_loss, ...changes }: PlanChanges,
): Promise<void> {
  await pool.query(
    `insert into plans (id, version, definition)
     select $1, 1, jsonb_set(jsonb_set(jsonb_set(definition || $2,
       '{risk_config,exposure}', definition #> '{risk_config,exposure}' || $3),
       '{risk_config,daily_loss}', definition #> '{risk_config,daily_loss}' || $4),
       '{risk_config,max_drawdown}', definition #> '{risk_config,max_drawdown}' || '{"pct": "1000"}')
     from plans where id = 'standard-100k' and version = 1
     on conflict do nothing`,
    [id, JSON.stringify(changes), JSON.stringify(exposure ?? {}), JSON.stringify({ pct: '1000', ...daily_loss })],
  )
}

/** Limits so far away that only what a test is about binds. */
export const WIDE_EXPOSURE = {
  max_symbol_notional: '1000000000',
  max_total_notional: '1000000000',
  max_open_orders: 1000,
  max_positions: 1000,
} as const
