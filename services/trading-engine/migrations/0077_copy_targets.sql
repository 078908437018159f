-- What each link would have its follower hold, had all of its copies been ordered and filled: above 0 is long. The
-- difference is shown as drift.
create table copy_targets (
  copy_link_id uuid not null references copy_links (id),
  venue text not null,
  symbol text not null,
  quantity numeric(38, 18) not null check (quantity > -1e20 and quantity < 1e20),
  primary key (copy_link_id, venue, symbol)
);
alter table copy_events
  alter column leader_fill_id drop not null,
  alter column leader_order_id drop not null,
  drop constraint copy_events_action_check,
  add constraint copy_events_action_check check (action in ('ENTRY', 'EXIT', 'SYNC'));

-- An entry adds to the target; an exit takes the same part off it as the leader closes, in whole lots, the last one all.
create function aim_copy(link uuid, copied jsonb, target jsonb) returns void language plpgsql as $$
declare
  closed numeric := (target ->> 'closed')::numeric;
  before numeric := (target ->> 'before')::numeric;
  lot numeric := (target ->> 'lot')::numeric;
begin
  if target ? 'add' then
    insert into copy_targets (copy_link_id, venue, symbol, quantity)
    values (link, copied ->> 'venue', copied ->> 'symbol', (target ->> 'add')::numeric)
    on conflict (copy_link_id, venue, symbol) do update set quantity = copy_targets.quantity + excluded.quantity;
  elsif target ? 'closed' then
    update copy_targets set quantity = case
        when closed >= before then 0
        when target ->> 'rounding' = 'DOWN'
          then quantity - sign(quantity) * lot * div(abs(quantity) * closed, before * lot)
        else quantity - sign(quantity) * lot * div(2 * abs(quantity) * closed + before * lot, 2 * before * lot)
      end
    where copy_link_id = link and venue = copied ->> 'venue' and symbol = copied ->> 'symbol';
  end if;
end
$$;

create or replace function copy_recorded() returns trigger language plpgsql as $$
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
  perform aim_copy(link, copied, body -> 'target');
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
drop trigger commands_record_copy on commands;
create trigger commands_record_copy after insert on commands for each row
  when (new.kind in ('copy_fill', 'copy_sync')) execute function copy_recorded();
