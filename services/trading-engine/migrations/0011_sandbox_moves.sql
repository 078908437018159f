-- Who moved the market, for the limits of a user; null in rows from before.
alter table market_moves add column user_id text;
create index market_moves_of_user on market_moves (user_id, created_at);

-- Moves of the past, a row a symbol and packing, in the order of their ticks. What they say of a tick stays as it was.
create table packed_market_moves (
  -- the id of the last move of all that were packed with these
  last_id bigint not null,
  symbol text not null,
  started_ticks bigint[] not null,
  prices numeric(38, 18)[] not null,
  over_ticks bigint[] not null,
  primary key (last_id, symbol),
  check (cardinality(started_ticks) = cardinality(prices) and cardinality(prices) = cardinality(over_ticks))
);
