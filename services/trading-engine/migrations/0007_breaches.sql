-- Crossings of a plan's limits, each recorded once.
create table breaches (
  id uuid primary key,
  account_id uuid not null,
  rule text not null check (rule in ('max_drawdown', 'daily_loss_limit')),
  severity text not null check (severity in ('WARN', 'SOFT', 'HARD')),
  message text not null,
  limit_value numeric(38, 18) not null check (limit_value between -1e20 and 1e20),
  value numeric(38, 18) not null check (value between -1e20 and 1e20),
  equity numeric(38, 18) not null check (equity between -1e20 and 1e20),
  balance numeric(38, 18) not null check (balance between -1e20 and 1e20),
  action text not null check (action in ('NONE', 'LOCKED', 'LIQUIDATED', 'TERMINATED')),
  created_at timestamptz not null
);
create index breaches_of_account on breaches (account_id, created_at desc);
-- An account ends once.
create unique index breaches_end_once on breaches (account_id) where action = 'TERMINATED';
create trigger breaches_append_only before update or delete on breaches
  for each row execute function refuse_change();

alter table accounts add column day_warned boolean not null default false;
