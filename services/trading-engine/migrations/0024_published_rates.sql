-- What venues charge positions for time, as published ticks told it: the rates in force at the beginning of each hour,
-- kept for ever. They are read from the ticks, which are dropped after TICK_RETENTION_DAYS.
create table published_rates (
  -- the tick with which the hour begins
  hour bigint primary key check (hour % 14400 = 0),
  block bytea not null
);
