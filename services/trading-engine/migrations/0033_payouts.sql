-- What traders ask to be paid out. A request becomes PROPOSED when an operator says how it is split, and PAID when
-- another one approves it: in the transaction of the debit, or not at all.
create table payouts (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  user_id text not null,
  client_id text not null,
  -- taken from the account, in whole cents; what the trader gets of it
  amount numeric(38, 18) not null check (amount > 0 and amount < 1e15 and amount = round(amount, 2)),
  trader_share_pct numeric(38, 18) check (trader_share_pct between 0 and 100),
  trader_amount numeric(38, 18) check (trader_amount between 0 and amount),
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'PROPOSED', 'PAID', 'REJECTED')),
  reason text,
  requested_at timestamptz not null,
  proposed_by text,
  proposed_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  -- the debit
  command_id uuid unique references commands (id),
  version integer not null default 1,
  check ((status = 'PAID') = (command_id is not null)),
  check ((status in ('PAID', 'REJECTED')) = (decided_by is not null)),
  check (status not in ('PROPOSED', 'PAID') or (proposed_by is not null and trader_amount is not null)),
  -- the second pair of eyes
  check (status <> 'PAID' or decided_by <> proposed_by)
);
create unique index payouts_open on payouts (account_id) where status in ('REQUESTED', 'PROPOSED');
create index payouts_of_account on payouts (account_id, requested_at desc);
create index payouts_by_time on payouts (requested_at desc);

-- A request is in the table as soon as its answer is kept: both or neither, and once a client_id.
create function payout_requested() returns trigger language plpgsql as $$
declare
  body jsonb := new.response::jsonb;
begin
  insert into payouts (id, account_id, user_id, client_id, amount, requested_at)
  values ((body ->> 'id')::uuid, new.account_id, new.user_id, new.client_id, (body ->> 'amount')::numeric, new.created_at);
  return null;
end
$$;
create trigger commands_request_payout after insert on commands for each row
  when (new.kind = 'request_payout') execute function payout_requested();

-- The debit of a payout that has been rejected or changed since it was decided on is refused with all its rows.
create function payout_approved() returns trigger language plpgsql as $$
declare
  body jsonb := new.response::jsonb;
begin
  update payouts set status = 'PAID', decided_by = new.operator ->> 'name', decided_at = new.created_at,
    command_id = new.id, version = version + 1
  where id = (body ->> 'id')::uuid and account_id = new.account_id and status = 'PROPOSED'
    and version = (body ->> 'version')::int - 1;
  if not found then
    raise exception 'payout % has changed since it was decided on', body ->> 'id';
  end if;
  return null;
end
$$;
create trigger commands_approve_payout after insert on commands for each row
  when (new.kind = 'approve_payout') execute function payout_approved();
