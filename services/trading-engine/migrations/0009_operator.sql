-- The operator's door: who changed what, and which plans were granted to whom.

-- One row a change, in the transaction of the change.
create table operator_audit (
  id uuid primary key,
  at timestamptz not null,
  operator text not null check (length(operator) between 1 and 64),
  action text not null,
  -- what was changed: an account, a plan, a grant, a news event, or a whole file
  subject text not null,
  request jsonb not null,
  outcome jsonb not null
);
create index operator_audit_by_time on operator_audit (at desc, id desc);
create trigger operator_audit_append_only before update or delete on operator_audit
  for each row execute function refuse_change();

-- A command that came through the door says so, and its audit row is written with it: nothing can come between them.
alter table commands add column operator jsonb;
create function audit_command() returns trigger language plpgsql as $$
begin
  insert into operator_audit (id, at, operator, action, subject, request, outcome)
  values (new.id, new.created_at, new.operator ->> 'name', new.kind, new.account_id::text,
    new.operator -> 'request', new.response::jsonb);
  return null;
end
$$;
create trigger commands_audited after insert on commands for each row
  when (new.operator is not null) execute function audit_command();

-- The right to open one account on the plan as it was when it was sold.
create table grants (
  id uuid primary key,
  user_id text not null,
  plan_id text not null,
  plan_version integer not null,
  challenge_id text,
  created_at timestamptz not null default now(),
  -- the account it was used for
  account_id uuid unique references accounts (id),
  foreign key (plan_id, plan_version) references plans (id, version)
);
-- An absent challenge counts as a value.
create unique index grants_unused on grants (user_id, plan_id, coalesce(challenge_id, ''), (challenge_id is null))
  where account_id is null;
create index grants_by_time on grants (created_at desc);

-- Found by time, whoever's they are.
create index accounts_by_time on accounts (created_at desc);
create index breaches_by_time on breaches (created_at desc);
