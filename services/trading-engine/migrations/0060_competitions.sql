-- Competitions over a time on one version of a plan, and the accounts entered. Ranks are not stored: they are those of
-- the ledger at the end, which is only ever added to.
create table competitions (
  id text primary key,
  name text not null,
  plan_id text not null,
  plan_version integer not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  entry_cap integer not null check (entry_cap between 1 and 1000),
  rank_by text not null check (rank_by in ('RETURN', 'RETURN_PER_DRAWDOWN')),
  min_trades integer not null check (min_trades >= 0),
  visibility text not null check (visibility in ('MASKED', 'NAMED')),
  created_at timestamptz not null,
  foreign key (plan_id, plan_version) references plans (id, version)
);
create index competitions_by_time on competitions (begins_at desc);

create table competition_entries (
  id uuid primary key,
  competition_id text not null references competitions (id),
  account_id uuid not null references accounts (id),
  user_id text not null,
  display_name text,
  entered_at timestamptz not null,
  unique (competition_id, account_id),
  unique (competition_id, user_id)
);
