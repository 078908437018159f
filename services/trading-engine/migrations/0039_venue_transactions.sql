-- The road of live orders over a chain. A wallet has one account and an account one wallet; amounts are in wei.
create table venue_wallets (
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
  account_id uuid not null unique,
  venue text not null check (venue in ('GMX', 'OSTIUM')),
  chain_id bigint not null check (chain_id > 0),
  signer text not null check (signer in ('keystore', 'remote')),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'DRAINING')),
  state_reason text,
  gas_per_day_max numeric(78) not null check (gas_per_day_max >= 0),
  gas_per_order_max numeric(78) not null check (gas_per_order_max >= 0),
  created_at timestamptz not null
);

-- The calls of a request, as they were when it was first planned: later the venue may look different.
create table venue_plans (
  request_id uuid primary key,
  wallet text not null references venue_wallets (address),
  calls jsonb not null check (jsonb_typeof(calls) = 'array'),
  created_at timestamptz not null default clock_timestamp()
);
create index venue_plans_of_wallet on venue_plans (wallet);

-- Every signed transaction, stored before it is sent: after a crash the same bytes go out again.
create table venue_transactions (
  wallet text not null references venue_wallets (address),
  chain_id bigint not null,
  nonce bigint not null check (nonce >= 0),
  attempt integer not null check (attempt >= 0),
  purpose text not null check (purpose in ('request', 'prepare', 'filler')),
  request_id uuid,
  call_index integer not null check (call_index >= 0),
  call_count integer not null check (call_count > call_index),
  call jsonb not null check (jsonb_typeof(call) = 'object'),
  gas numeric(78) not null,
  max_fee_per_gas numeric(78) not null,
  max_priority_fee_per_gas numeric(78) not null check (max_priority_fee_per_gas <= max_fee_per_gas),
  -- the most that it can take: gas and value
  cost_max numeric(78) not null,
  raw bytea not null,
  hash text not null unique check (hash ~ '^0x[0-9a-f]{64}$'),
  state text not null check (state in ('SIGNED', 'SENT', 'MINED', 'REVERTED', 'DROPPED')),
  sent_at_block bigint,
  block bigint,
  block_hash text,
  cost numeric(78),
  venue_order_id text,
  -- US dollars
  accepted_fee numeric(38, 18) not null default 0,
  has_ended boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (wallet, nonce, attempt),
  check ((purpose = 'request') = (request_id is not null)),
  check ((state in ('MINED', 'REVERTED')) = (block is not null and block_hash is not null and cost is not null))
);
-- A call has one transaction an attempt, whatever its nonce: of two processes that sign for it, one fails.
create unique index venue_transactions_of_call on venue_transactions (request_id, call_index, attempt);
-- A nonce is used once.
create unique index venue_transactions_mined on venue_transactions (wallet, nonce) where state in ('MINED', 'REVERTED');
create index venue_transactions_unfinished on venue_transactions (wallet, nonce) where state in ('SIGNED', 'SENT');
create index venue_transactions_of_day on venue_transactions (wallet, created_at);
create index venue_transactions_of_order on venue_transactions (wallet, venue_order_id) where venue_order_id is not null;

-- The last block whose logs are booked.
create table venue_cursors (
  venue text not null,
  chain_id bigint not null,
  block bigint not null check (block >= 0),
  block_hash text not null,
  primary key (venue, chain_id)
);
