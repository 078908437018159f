-- The plans that ship measure a day from the balance it began with, and its loss in percent of the initial balance; a
-- payout leaves the drawdown floor. A plan that the operator has changed stays; accounts and grants keep their version.
with rules (id, rules) as (values
  ('standard-100k', '{
    "trading_day": {"reset_time": "00:00", "reset_tz": "UTC"},
    "max_drawdown": {"mode": "STATIC", "pct": "10", "evaluation": "INTRADAY", "includes_open_pnl": true, "lock_at": null, "on_first_payout": "KEEP"},
    "daily_loss": {"pct": "5", "reference": "BALANCE", "amount_base": "INITIAL", "includes_open_pnl": true, "evaluation": "INTRADAY", "warn_at_pct": "80", "action": "TERMINATE"}
  }'::jsonb),
  ('one-step-50k', '{
    "trading_day": {"reset_time": "00:00", "reset_tz": "Europe/Prague"},
    "max_drawdown": {"mode": "TRAILING_EOD", "pct": "6", "peak_of": "BALANCE", "evaluation": "INTRADAY", "includes_open_pnl": true, "lock_at": {"offset": "0"}, "on_first_payout": "KEEP"},
    "daily_loss": {"pct": "3", "reference": "BALANCE", "amount_base": "INITIAL", "includes_open_pnl": true, "evaluation": "INTRADAY", "warn_at_pct": "80", "action": "TERMINATE"}
  }'),
  ('two-step-100k', '{
    "trading_day": {"reset_time": "00:00", "reset_tz": "Europe/Prague"},
    "max_drawdown": {"mode": "STATIC", "pct": "10", "evaluation": "INTRADAY", "includes_open_pnl": true, "lock_at": null, "on_first_payout": "KEEP"},
    "daily_loss": {"pct": "5", "reference": "BALANCE", "amount_base": "INITIAL", "includes_open_pnl": true, "evaluation": "INTRADAY", "warn_at_pct": "80", "action": "TERMINATE"}
  }'),
  ('instant-25k', '{
    "trading_day": {"reset_time": "17:00", "reset_tz": "America/New_York"},
    "max_drawdown": {"mode": "TRAILING_INTRADAY", "pct": "5", "evaluation": "INTRADAY", "includes_open_pnl": true, "lock_at": {"offset": "0"}, "on_first_payout": "KEEP"},
    "daily_loss": {"pct": "3", "reference": "BALANCE", "amount_base": "INITIAL", "includes_open_pnl": true, "evaluation": "INTRADAY", "warn_at_pct": "70", "action": "LOCK"}
  }')
), newest as (
  select distinct on (id) id, version, definition from plans order by id, version desc
)
insert into plans (id, version, definition)
select id, newest.version + 1, jsonb_set(newest.definition, '{risk_config}', newest.definition -> 'risk_config' || rules)
  from newest join rules using (id) join plans as first using (id)
 where first.version = 1
   and newest.definition - 'venue_costs' = jsonb_set(first.definition, '{risk_config,exposure,margin_mode}', '"CROSS"');
