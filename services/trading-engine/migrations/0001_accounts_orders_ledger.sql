-- The trading database. Money, prices and quantities are exact decimals; CHECKs restate the core's invariants and keep
-- NaN out (NaN is greater than every number, so an upper bound excludes it). Ids are UUIDs made by the engine; times
-- are the database's clock, strictly increasing within an account.

create table plans (
  id text not null,
  version integer not null check (version > 0),
  definition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (id, version)
);

create table accounts (
  id uuid primary key,
  user_id text not null,
  plan_id text not null,
  plan_version integer not null,
  challenge_id text,
  name text not null,
  state text not null check (state in ('ACTIVE', 'REDUCE_ONLY', 'HALTED', 'PASSED', 'TERMINATED', 'CLOSED')),
  state_reason text,
  locked_until timestamptz,
  default_venue text check (default_venue in ('GMX', 'OSTIUM')),
  balance numeric(38, 18) not null check (balance between -1e20 and 1e20),
  trading_day date not null,
  day_ends_at timestamptz not null,
  day_start_balance numeric(38, 18) not null,
  day_start_equity numeric(38, 18) not null,
  high_water_mark numeric(38, 18) not null,
  created_at timestamptz not null,
  -- the latest timestamp given to any row of the account
  clock timestamptz not null,
  event_sequence bigint not null check (event_sequence >= 0),
  version bigint not null check (version > 0),
  foreign key (plan_id, plan_version) references plans (id, version)
);

-- One live account per user, plan and challenge, an absent challenge counting as a value.
create unique index accounts_live on accounts (user_id, plan_id, coalesce(challenge_id, ''), (challenge_id is null))
  where state not in ('TERMINATED', 'CLOSED');
create index accounts_of_user on accounts (user_id, created_at desc);

-- One row per decision: the proof that it happened, and the answer a retry gets.
create table commands (
  id uuid primary key,
  user_id text not null,
  client_id text,
  account_id uuid not null,
  kind text not null,
  fingerprint bytea not null,
  -- false when the decision changed nothing (an order refused by a rule)
  moves boolean not null,
  status smallint not null,
  response text not null,
  created_at timestamptz not null,
  unique (user_id, client_id)
);

create table orders (
  id uuid primary key,
  account_id uuid not null,
  client_id text,
  symbol text not null,
  venue text not null check (venue in ('GMX', 'OSTIUM')),
  side text not null check (side in ('BUY', 'SELL')),
  kind text not null check (kind in ('MARKET', 'LIMIT', 'STOP', 'TAKE_PROFIT')),
  tif text not null check (tif in ('GTC', 'GTD', 'GTX', 'IOC', 'FOK')),
  post_only boolean not null,
  reduce_only boolean not null,
  trigger_on_index boolean not null,
  trigger_on_mark boolean not null,
  quantity numeric(38, 18) not null check (quantity > 0 and quantity < 1e20),
  limit_price numeric(38, 18) check (limit_price > 0 and limit_price < 1e20),
  requested_price numeric(38, 18) check (requested_price > 0 and requested_price < 1e20),
  filled_quantity numeric(38, 18) not null check (filled_quantity >= 0 and filled_quantity <= quantity),
  filled_notional numeric(38, 18) not null check (filled_notional >= 0 and filled_notional < 1e20),
  fees numeric(38, 18) not null check (fees >= 0 and fees < 1e20),
  status text not null
    check (status in ('PENDING', 'OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED')),
  reason text,
  position_id uuid,
  parent_order_id uuid,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null check (version > 0),
  check ((kind = 'MARKET') = (limit_price is null)),
  check ((status = 'FILLED') = (filled_quantity = quantity)),
  check (status <> 'OPEN' or filled_quantity = 0)
);
create index orders_working on orders (account_id) where status in ('PENDING', 'OPEN', 'PARTIALLY_FILLED');
create index orders_of_account on orders (account_id, created_at desc);
create index orders_by_client_id on orders (account_id, client_id) where client_id is not null;

create table positions (
  id uuid primary key,
  account_id uuid not null,
  venue text not null check (venue in ('GMX', 'OSTIUM')),
  symbol text not null,
  direction text not null check (direction in ('LONG', 'SHORT')),
  quantity numeric(38, 18) not null check (quantity >= 0 and quantity < 1e20),
  cost numeric(38, 18) not null check (cost >= 0 and cost < 1e20),
  leverage numeric(38, 18) not null check (leverage > 0 and leverage < 1e6),
  opened_quantity numeric(38, 18) not null check (opened_quantity > 0 and opened_quantity < 1e20),
  opened_notional numeric(38, 18) not null check (opened_notional > 0 and opened_notional < 1e20),
  closed_notional numeric(38, 18) not null check (closed_notional >= 0 and closed_notional < 1e20),
  realized_pnl numeric(38, 18) not null check (realized_pnl between -1e20 and 1e20),
  fees numeric(38, 18) not null check (fees >= 0 and fees < 1e20),
  funding numeric(38, 18) not null check (funding between -1e20 and 1e20),
  opened_at timestamptz not null,
  closed_at timestamptz,
  close_reason text check (close_reason in ('USER', 'TAKE_PROFIT', 'STOP_LOSS', 'LIQUIDATION', 'RISK')),
  check ((closed_at is null) = (quantity > 0)),
  check ((closed_at is null) = (close_reason is null)),
  check (quantity > 0 or cost = 0)
);
create unique index positions_open on positions (account_id, venue, symbol) where closed_at is null;
create index positions_closed on positions (account_id, closed_at desc) where closed_at is not null;

create table fills (
  id uuid primary key,
  order_id uuid not null,
  position_id uuid not null,
  account_id uuid not null,
  client_id text,
  symbol text not null,
  venue text not null check (venue in ('GMX', 'OSTIUM')),
  side text not null check (side in ('BUY', 'SELL')),
  quantity numeric(38, 18) not null check (quantity > 0 and quantity < 1e20),
  price numeric(38, 18) not null check (price > 0 and price < 1e20),
  fee numeric(38, 18) not null check (fee >= 0 and fee < 1e20),
  liquidity text not null check (liquidity in ('MAKER', 'TAKER')),
  realized_pnl numeric(38, 18) not null check (realized_pnl between -1e20 and 1e20),
  -- the book the quantity was taken from: nobody takes the same depth twice
  book_sequence bigint not null,
  created_at timestamptz not null
);
create index fills_of_account on fills (account_id, created_at desc);

-- The ledger. One row moves one positive amount between the trading account and a house account.
create table transfers (
  id uuid primary key,
  account_id uuid not null,
  command_id uuid not null,
  house text not null check (house in ('realized_pnl', 'fees', 'funding', 'capital')),
  direction text not null check (direction in ('IN', 'OUT')),
  amount numeric(38, 18) not null check (amount > 0 and amount < 1e20),
  fill_id uuid,
  position_id uuid,
  balance_after numeric(38, 18) not null check (balance_after between -1e20 and 1e20),
  created_at timestamptz not null
);
create index transfers_of_account on transfers (account_id, created_at desc);

-- Lifecycle events, in the transaction of their cause; delivery reads them from here.
create table events (
  id uuid not null,
  account_id uuid not null,
  sequence bigint not null check (sequence > 0),
  type text not null check (type in ('order.ack', 'order.fill', 'order.cancel', 'position.close', 'account.breach')),
  data text not null,
  created_at timestamptz not null,
  primary key (account_id, sequence)
);

-- The figures each trading day began with, once per account and day.
create table trading_days (
  account_id uuid not null,
  date date not null,
  start_balance numeric(38, 18) not null,
  start_equity numeric(38, 18) not null,
  created_at timestamptz not null,
  primary key (account_id, date)
);

-- The ledger and the events are only ever added to.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger transfers_append_only before update or delete on transfers
  for each row execute function refuse_change();
create trigger events_append_only before update or delete on events
  for each row execute function refuse_change();
create trigger commands_append_only before update or delete on commands
  for each row execute function refuse_change();

-- Installation-wide secrets and settings of the engine, e.g. the seed of the synthetic market.
create table settings (
  name text primary key,
  value text not null
);

-- Sandbox control of the synthetic market: from a tick on, a symbol stands at a price (null: returns to the feed).
create table market_moves (
  id bigint generated always as identity primary key,
  symbol text not null,
  started_tick bigint not null,
  price numeric(38, 18) check (price > 0 and price < 1e20),
  over_ticks bigint not null check (over_ticks >= 0),
  created_at timestamptz not null default now()
);
