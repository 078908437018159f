-- The tick that a fill, a trigger, a liquidation and a breach were decided on: a slot of 250 ms since the epoch. Null in
-- rows from before.
alter table fills add column tick bigint;
alter table orders add column trigger_tick bigint;
alter table positions add column liquidation_tick bigint;
alter table breaches add column tick bigint;

-- With what a trading day began, beyond its balance and equity; null in rows from before.
alter table trading_days
  add column tick bigint,
  add column start_capital numeric(38, 18),
  add column start_high_water_mark numeric(38, 18);
