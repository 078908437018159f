-- The prices of MARKET_FEED=live. One process at a time publishes them: a tick is the slot of 250 ms, since the epoch,
-- from which on it holds, and what it says never changes. `docs/adr/0017-published-ticks.md` tells how.

-- The listings by the numbers that ticks name them by. A listing whose grid changes is a new one.
create table published_listings (
  id int primary key check (id > 0),
  venue text not null check (venue in ('GMX', 'OSTIUM')),
  symbol text not null,
  -- the price of one step of its grid; prices of ticks and candles are counted in it
  tick_size numeric(38, 18) not null check (tick_size > 0),
  unique (venue, symbol, tick_size)
);

-- A partition a day (345,600 numbers), made ahead and dropped after TICK_RETENTION_DAYS by the process that publishes.
create table published_ticks (
  number bigint primary key check (number > 0),
  -- tells every listing, not only those that changed since the tick before
  is_snapshot boolean not null,
  block bytea not null
) partition by range (number);

-- Candles of those ticks, kept for ever: a row a span, of all listings that moved in it.
create table published_candles (
  minutes int not null check (minutes in (1, 60, 1440)),
  -- the first tick of the span
  first_tick bigint not null check (first_tick % (minutes * 240) = 0),
  block bytea not null,
  primary key (minutes, first_tick)
);
