-- Evidence of breaches and liquidations, a bundle a row: what it is recomputed from, sealed row by row, and the hash of
-- the account's bundle before it. The ticks it needs are copied beside it, and stay whatever becomes of the others.
create table evidence (
  account_id uuid not null,
  sequence bigint not null check (sequence > 0),
  sealed text not null,
  hash text not null check (length(hash) = 64),
  created_at timestamptz not null default now(),
  primary key (account_id, sequence)
);
create table evidence_ticks (
  account_id uuid not null,
  sequence bigint not null,
  venue text not null check (venue in ('GMX', 'OSTIUM')),
  symbol text not null,
  tick bigint not null,
  -- JSON text
  prices text not null,
  primary key (account_id, sequence, venue, symbol, tick),
  foreign key (account_id, sequence) references evidence (account_id, sequence)
);
create trigger evidence_append_only before update or delete on evidence
  for each row execute function refuse_change();
create trigger evidence_ticks_append_only before update or delete on evidence_ticks
  for each row execute function refuse_change();

-- Breaches and liquidated positions, and the number of the bundle that each is in; null while it is still to be made.
-- Triggers write it, so that the statement of every order stays as it is, and no version of the service can forget it.
create table evidence_subjects (
  id uuid primary key,
  account_id uuid not null,
  kind text not null check (kind in ('breach', 'liquidation')),
  occurred_at timestamptz not null,
  sequence bigint
);
create index evidence_due on evidence_subjects (occurred_at) where sequence is null;
create index evidence_of_account on evidence_subjects (account_id, occurred_at);

create function await_evidence_of_breach() returns trigger language plpgsql as $$
begin
  insert into evidence_subjects (id, account_id, kind, occurred_at)
    values (new.id, new.account_id, 'breach', new.created_at) on conflict do nothing;
  return null;
end $$;
create function await_evidence_of_liquidation() returns trigger language plpgsql as $$
begin
  insert into evidence_subjects (id, account_id, kind, occurred_at)
    values (new.id, new.account_id, 'liquidation', new.closed_at) on conflict do nothing;
  return null;
end $$;
create trigger breaches_await_evidence after insert on breaches
  for each row when (new.tick is not null) execute function await_evidence_of_breach();
create trigger positions_await_evidence after insert or update on positions
  for each row when (new.liquidation_tick is not null) execute function await_evidence_of_liquidation();

-- What drawdown floors trail from now on; the days of before have not kept it.
update trading_days set start_high_water_mark = high_water_mark
  from accounts where accounts.id = account_id and date = trading_day and start_high_water_mark is null;
