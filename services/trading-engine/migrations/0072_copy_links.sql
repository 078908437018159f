-- Links by which the fills of one account, the leader, are ordered on another, the follower.
create table copy_links (
  id uuid primary key,
  leader_account_id uuid not null references accounts (id),
  -- an invitation may name an account that does not exist: then nobody can accept it
  follower_account_id uuid not null,
  leader_user_id text not null,
  follower_user_id text,
  status text not null check (status in ('INVITED', 'ACTIVE', 'PAUSED', 'ENDED')),
  reason text check (reason in ('USER', 'REFUSED', 'ACCOUNT_ENDED')),
  sizing_mode text not null check (sizing_mode in ('FIXED', 'MULTIPLIER', 'EQUITY_RATIO', 'RISK_PCT')),
  sizing_value numeric(38, 18) not null check (sizing_value > 0 and sizing_value < 1e20),
  max_quantity numeric(38, 18) check (max_quantity > 0 and max_quantity < 1e20),
  rounding text not null check (rounding in ('DOWN', 'NEAREST')),
  -- canonical; null: all
  symbols text[] check (cardinality(symbols) > 0),
  copies text[] not null check (cardinality(copies) > 0),
  on_refusal text not null check (on_refusal in ('SKIP', 'PAUSE')),
  max_slippage_pct numeric(38, 18) check (max_slippage_pct > 0 and max_slippage_pct <= 100),
  max_delay_ms integer not null check (max_delay_ms > 0),
  -- fills of the leader after this moment are copied, entries after the other one
  copies_from timestamptz,
  entries_from timestamptz,
  created_at timestamptz not null,
  accepted_at timestamptz,
  updated_at timestamptz not null,
  ended_at timestamptz,
  version integer not null default 1 check (version > 0),
  check (leader_account_id <> follower_account_id),
  check ((status = 'ENDED') = (ended_at is not null)),
  check (status not in ('ACTIVE', 'PAUSED') or (accepted_at is not null and follower_user_id is not null)),
  check ((accepted_at is null) = (copies_from is null) and (accepted_at is null) = (entries_from is null)),
  check ((reason is null) = (status in ('INVITED', 'ACTIVE')))
);
create unique index copy_links_of_two on copy_links (leader_account_id, follower_account_id) where status <> 'ENDED';
create index copy_links_of_leader on copy_links (leader_account_id);
create index copy_links_of_follower on copy_links (follower_account_id) where status <> 'ENDED';
create index copy_links_of_leading_user on copy_links (leader_user_id, created_at desc);
create index copy_links_of_following_user on copy_links (follower_user_id, created_at desc);
