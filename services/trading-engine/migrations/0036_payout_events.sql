-- Every step of a payout is an event of its account. So all of them are commands on it, numbered with its other events,
-- and the payout's row changes with the row of the command, at the times that the response tells. The events that are
-- there are of fewer types: nobody has to look through them.
alter table events drop constraint events_type_check, add constraint events_type_check check (type in (
  'order.ack', 'order.fill', 'order.cancel', 'position.close', 'account.breach',
  'payout.requested', 'payout.proposed', 'payout.paid', 'payout.rejected')) not valid;

create or replace function payout_requested() returns trigger language plpgsql as $$
declare
  body jsonb := new.response::jsonb;
begin
  insert into payouts (id, account_id, user_id, client_id, amount, requested_at)
  values ((body ->> 'id')::uuid, new.account_id, new.user_id, new.client_id, (body ->> 'amount')::numeric,
    (body ->> 'requested_at')::timestamptz);
  return null;
end
$$;

-- What was decided on a payout that has changed since then is refused with all its rows.
create function payout_changed() returns trigger language plpgsql as $$
declare
  body jsonb := new.response::jsonb;
begin
  update payouts set status = body ->> 'status', reason = body ->> 'reason',
    -- to the last digit, which the response need not have
    trader_share_pct = case when new.kind = 'propose_payout'
      then (new.operator -> 'request' ->> 'trader_share_pct')::numeric else trader_share_pct end,
    trader_amount = (body ->> 'trader_amount')::numeric,
    proposed_by = body ->> 'proposed_by', proposed_at = (body ->> 'proposed_at')::timestamptz,
    decided_by = body ->> 'decided_by', decided_at = (body ->> 'decided_at')::timestamptz,
    command_id = case when new.kind = 'approve_payout' then new.id end,
    version = version + 1
  where id = (body ->> 'id')::uuid and account_id = new.account_id
    and status in ('REQUESTED', 'PROPOSED') and version = (body ->> 'version')::int - 1;
  if not found then
    raise exception 'payout % has changed since it was decided on', body ->> 'id';
  end if;
  return null;
end
$$;
drop trigger commands_approve_payout on commands;
drop function payout_approved();
-- Approving again is answered from the row that is there: it is not inserted, and changes nothing.
create trigger commands_change_payout after insert on commands for each row
  when (new.kind in ('propose_payout', 'approve_payout', 'reject_payout')) execute function payout_changed();
