-- Payouts of plans with terms: reserved from the request on, cancelled by their trader, rejected by themselves when the
-- account can no longer pay them. `code` says in a word why one was rejected.
alter table payouts
  add column code text check (code in ('insufficient_profit', 'rules', 'identity', 'other')),
  drop constraint payouts_status_check,
  add constraint payouts_status_check check (status in ('REQUESTED', 'PROPOSED', 'PAID', 'REJECTED', 'CANCELLED')),
  drop constraint payouts_check2,
  add constraint payouts_decided check (
    case when decided_by is null then status <> 'PAID' else status in ('PAID', 'REJECTED') end
  );

create or replace function payout_changed() returns trigger language plpgsql as $$
declare
  body jsonb := new.response::jsonb;
begin
  update payouts set status = body ->> 'status', reason = body ->> 'reason', code = body ->> 'code',
    -- to the last digit, which the response need not have
    trader_share_pct = case when new.kind = 'propose_payout'
      then (new.operator -> 'request' ->> 'trader_share_pct')::numeric else trader_share_pct end,
    trader_amount = (body ->> 'trader_amount')::numeric,
    proposed_by = body ->> 'proposed_by', proposed_at = (body ->> 'proposed_at')::timestamptz,
    proposed_with = case when new.kind = 'propose_payout'
      then (select array_agg(token) from jsonb_array_elements_text(new.operator -> 'tokens') as token)
      else proposed_with end,
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

-- The events that are there are of fewer types: nobody has to look through them.
alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,account.passed,account.inactivity_warning,account.closed,account.breach_reversed,account.scaled,challenge.promoted,challenge.funded,challenge.failed,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected,payout.cancelled}'::text[])
) not valid;

-- What rules have taken off the profit that can be paid; a negative amount gives some of it back. Books, equity and
-- floors know nothing of it.
create table profit_adjustments (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  position_id uuid references positions (id),
  rule text not null,
  amount numeric(38, 18) not null check (amount <> 0 and amount < 1e15),
  reason text not null,
  created_at timestamptz not null
);
create index profit_adjustments_of_account on profit_adjustments (account_id, created_at desc);
