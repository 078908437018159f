-- Alerts that came by hooks, and what became of each: the newest 1,000 or so of a hook. A placed one is written in the
-- transaction of its order, and counted there against the orders that its hook may place in a minute.
create table hook_deliveries (
  id uuid primary key,
  hook_id uuid not null,
  user_id text not null,
  account_id uuid not null,
  received_at timestamptz not null,
  ip text not null check (char_length(ip) <= 64),
  outcome text not null check (outcome = any
    ('{PLACED,REFUSED,NOTHING_TO_DO,REPEATED,INVALID,WRONG_ADDRESS,NOT_FOUND,LIMITED,FAILED}'::text[])),
  status smallint not null check (status between 200 and 599),
  order_id uuid,
  message text check (char_length(message) <= 1000),
  body text not null check (char_length(body) <= 2000)
);
create index hook_deliveries_of_hook on hook_deliveries (hook_id, received_at desc, id desc);

-- Alerts without an id or a time, from the first that had these bytes: for 60 s of this clock all of them are one.
create table hook_alerts (
  hook_id uuid not null,
  bytes_hash bytea not null check (octet_length(bytes_hash) = 32),
  first_seen_at timestamptz not null,
  -- the id of the alert that they are
  alert_id uuid not null,
  primary key (hook_id, bytes_hash)
);
create index hook_alerts_by_age on hook_alerts (hook_id, first_seen_at);

-- Orders of alerts are of origin HOOK; the rest of each check stays as it is.
do $$
declare
  found record;
begin
  for found in
    select conrelid::regclass as of_table, conname, pg_get_constraintdef(oid) as definition from pg_constraint
     where conname in ('orders_words', 'fills_words', 'commands_origin')
       and conrelid in ('orders'::regclass, 'fills'::regclass, 'commands'::regclass)
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s', found.of_table, found.conname, found.conname,
      replace(found.definition, 'SYSTEM,OPERATOR', 'SYSTEM,OPERATOR,HOOK'));
  end loop;
end $$;
