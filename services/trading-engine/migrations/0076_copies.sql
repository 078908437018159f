-- What links order: its origin, and the event of what they skip, in the checks as they are; the fills up to which each
-- leader is copied, and what became of each copy.
alter table orders add column copied_from jsonb;
do $$
declare
  found record;
begin
  for found in
    select conrelid::regclass as relation, conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where conname in ('orders_words', 'fills_words', 'commands_origin', 'events_row')
        and conrelid in ('orders'::regclass, 'fills'::regclass, 'commands'::regclass, 'events'::regclass)
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s', found.relation, found.conname, found.conname,
      replace(replace(found.definition, 'SYSTEM,OPERATOR', 'SYSTEM,OPERATOR,COPY'), 'dead_man_switch.ran_out',
        'copy.skipped,dead_man_switch.ran_out'));
  end loop;
end
$$;

-- Up to which of its fills a leader is copied.
create table copy_cursors (
  leader_account_id uuid primary key references accounts (id),
  copied_to timestamptz not null
);
insert into copy_cursors select leader_account_id, max(copies_from) from copy_links
  where status in ('ACTIVE', 'PAUSED') group by leader_account_id;

-- Counts the changes of links, in the order in which they are committed: those after a count that is known are new.
create table copy_changes (
  id boolean primary key default true check (id),
  revision bigint not null check (revision >= 0)
);
insert into copy_changes (revision) values (0);
alter table copy_links add column revision bigint not null default 0 check (revision >= 0);
create index copy_links_by_revision on copy_links (revision);
create function copy_link_changed() returns trigger language plpgsql as $$
begin
  update copy_changes set revision = revision + 1 returning revision into new.revision;
  return new;
end
$$;
create trigger copy_links_counted before insert or update on copy_links for each row
  execute function copy_link_changed();

create table copy_events (
  -- that of the command
  id uuid primary key,
  copy_link_id uuid not null references copy_links (id),
  created_at timestamptz not null,
  action text not null check (action in ('ENTRY', 'EXIT')),
  -- null: an order was placed
  reason text,
  message text,
  rules text[] not null,
  symbol text not null,
  venue text not null,
  side text not null check (side in ('BUY', 'SELL')),
  quantity numeric(38, 18) check (quantity > 0 and quantity < 1e20),
  leader_fill_id uuid not null,
  leader_order_id uuid not null,
  order_id uuid
);
create index copy_events_of_link on copy_events (copy_link_id, created_at desc);

-- A copy is kept with its command, or neither is: one that was decided on a link which has changed since is refused.
create function copy_recorded() returns trigger language plpgsql as $$
declare
  body jsonb := new.response::jsonb;
  copied jsonb := body -> 'copied';
  link uuid := (copied ->> 'copy_link_id')::uuid;
begin
  perform from copy_links where id = link and version = (body ->> 'link_version')::int and status <> 'ENDED'
    for key share;
  if not found then
    raise exception 'copy link % has changed since it was decided on', link;
  end if;
  if copied ->> 'reason' is distinct from 'no_position' then
    insert into copy_events (id, copy_link_id, created_at, action, reason, message, rules, symbol, venue, side, quantity,
      leader_fill_id, leader_order_id, order_id)
    values (new.id, link, new.created_at, copied ->> 'action', copied ->> 'reason', copied ->> 'message',
      array(select jsonb_array_elements_text(copied -> 'rules')), copied ->> 'symbol', copied ->> 'venue',
      copied ->> 'side', (copied ->> 'quantity')::numeric, (copied ->> 'leader_fill_id')::uuid,
      (copied ->> 'leader_order_id')::uuid, (copied ->> 'order_id')::uuid);
  end if;
  if copied ->> 'reason' = 'account_ended' then
    update copy_links set status = 'ENDED', reason = 'ACCOUNT_ENDED', updated_at = new.created_at,
      ended_at = new.created_at, version = version + 1 where id = link;
  elsif (body ->> 'is_refusal')::boolean then
    update copy_links set status = 'PAUSED', reason = 'REFUSED', updated_at = new.created_at, version = version + 1
      where id = link and status = 'ACTIVE' and on_refusal = 'PAUSE';
  end if;
  return null;
end
$$;
create trigger commands_record_copy after insert on commands for each row
  when (new.kind = 'copy_fill') execute function copy_recorded();
