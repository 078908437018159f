import type { TradingDatabase } from '../servers/trading-database.js'

/** Moves all accounts to a plan of which every rule is asked and none binds, with a week's calendar for its freezes. */
export async function seedLoosePlan({ pool }: TradingDatabase): Promise<void> {
  await pool.query(PLAN, [JSON.stringify(RISK_CONFIG)])
  await pool.query(`update accounts set plan_id = 'bench-loose', plan_version = 1`)
  await pool.query(NEWS)
}

const RISK_CONFIG = {
  max_drawdown: { mode: 'TRAILING_INTRADAY', pct: '90', lock_at_initial: true },
  daily_loss: { base: 'HIGHER_OF', pct: '90', action: 'TERMINATE' },
  news_freeze: { before_minutes: 5, after_minutes: 10, impacts: ['HIGH'], scope: 'OPENING' },
  objective: { profit_target_pct: '1000', min_trading_days: 5 },
}

/** Each part of it over that of the standard plan. */
const PLAN = `
  insert into plans (id, version, definition)
  select 'bench-loose', 1, jsonb_set(definition, '{risk_config}', definition -> 'risk_config' || jsonb_build_object(
    'max_drawdown', definition #> '{risk_config,max_drawdown}' || ($1::jsonb -> 'max_drawdown'),
    'daily_loss', definition #> '{risk_config,daily_loss}' || ($1::jsonb -> 'daily_loss'),
    'news_freeze', $1::jsonb -> 'news_freeze',
    'objective', $1::jsonb -> 'objective'))
  from plans where id = 'standard-100k' and version = 1`

const NEWS = `
  insert into news_events (id, title, at, impact, currencies, symbols)
  select 'bench-' || n, 'Interest rate decision', now() + interval '1 day' + n * interval '1 hour', 'HIGH', '{USD}', '{}'
  from generate_series(1, 50) n`
