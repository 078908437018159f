-- The first plans, with the field names of the API's risk_config. Percentages are in percent, money in US dollars.
insert into plans (id, version, definition) values
('standard-100k', 1, '{
  "name": "Standard 100k", "currency": "USD", "initial_balance": "100000", "allowed_venues": ["GMX", "OSTIUM"],
  "risk_config": {
    "max_drawdown": {"mode": "STATIC", "pct": "10", "lock_at_initial": false},
    "daily_loss": {"pct": "5", "base": "INITIAL", "reset_time": "00:00", "reset_tz": "UTC", "warn_at_pct": "80", "action": "TERMINATE"},
    "news_freeze": null,
    "exposure": {"max_symbol_notional": "500000", "max_total_notional": "1000000", "max_leverage": "20", "max_open_orders": 200, "max_positions": 50},
    "objective": null
  }
}'),
('one-step-50k', 1, '{
  "name": "One-step challenge 50k", "currency": "USD", "initial_balance": "50000", "allowed_venues": ["GMX", "OSTIUM"],
  "risk_config": {
    "max_drawdown": {"mode": "TRAILING_EOD", "pct": "6", "lock_at_initial": true},
    "daily_loss": {"pct": "3", "base": "BALANCE", "reset_time": "00:00", "reset_tz": "Europe/Prague", "warn_at_pct": "80", "action": "TERMINATE"},
    "news_freeze": {"before_minutes": 2, "after_minutes": 2, "impacts": ["HIGH"], "scope": "OPENING"},
    "exposure": {"max_symbol_notional": "250000", "max_total_notional": "500000", "max_leverage": "10", "max_open_orders": 100, "max_positions": 20},
    "objective": {"profit_target_pct": "10", "min_trading_days": 5}
  }
}'),
('two-step-100k', 1, '{
  "name": "Two-step challenge 100k", "currency": "USD", "initial_balance": "100000", "allowed_venues": ["GMX", "OSTIUM"],
  "risk_config": {
    "max_drawdown": {"mode": "STATIC", "pct": "10", "lock_at_initial": false},
    "daily_loss": {"pct": "5", "base": "HIGHER_OF", "reset_time": "00:00", "reset_tz": "Europe/Prague", "warn_at_pct": "80", "action": "TERMINATE"},
    "news_freeze": {"before_minutes": 2, "after_minutes": 2, "impacts": ["HIGH"], "scope": "OPENING"},
    "exposure": {"max_symbol_notional": "500000", "max_total_notional": "1000000", "max_leverage": "20", "max_open_orders": 200, "max_positions": 30},
    "objective": {"profit_target_pct": "8", "min_trading_days": 4}
  }
}'),
('instant-25k', 1, '{
  "name": "Instant funding 25k", "currency": "USD", "initial_balance": "25000", "allowed_venues": ["GMX", "OSTIUM"],
  "risk_config": {
    "max_drawdown": {"mode": "TRAILING_INTRADAY", "pct": "5", "lock_at_initial": true},
    "daily_loss": {"pct": "3", "base": "EQUITY", "reset_time": "17:00", "reset_tz": "America/New_York", "warn_at_pct": "70", "action": "LOCK"},
    "news_freeze": {"before_minutes": 5, "after_minutes": 5, "impacts": ["HIGH"], "scope": "ALL"},
    "exposure": {"max_symbol_notional": "100000", "max_total_notional": "200000", "max_leverage": "10", "max_open_orders": 50, "max_positions": 10},
    "objective": null
  }
}');
