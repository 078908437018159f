-- When the accounts of each shard were last watched by a worker, so that what the market did meanwhile can be told apart.
create table shard_watch (
  shard smallint primary key check (shard between 0 and 63),
  seen_at timestamptz not null
);
