-- What the operator adds and pays out moves the floors but is no profit; days traded count towards the objective; the
-- calendar that news freezes follow.

alter table accounts
  -- added (+) and paid out (−) since the account was opened
  add column capital numeric(38, 18) not null default 0 check (capital between -1e20 and 1e20),
  add column day_start_capital numeric(38, 18) not null default 0,
  add column day_traded boolean not null default false,
  add column traded_days integer not null default 0 check (traded_days >= 0);

create table news_events (
  -- the calendar's own: importing an event again changes it
  id text primary key check (length(id) between 1 and 256),
  title text not null check (length(title) between 1 and 256),
  at timestamptz not null,
  impact text not null check (impact in ('LOW', 'MEDIUM', 'HIGH')),
  currencies text[] not null,
  symbols text[] not null,
  updated_at timestamptz not null default now(),
  check (cardinality(currencies) + cardinality(symbols) > 0)
);
create index news_events_at on news_events (at);
