-- An operator is the name of a token. Who has proposed a payout is kept with the tokens of that person, so that a token
-- which has been given another name is known again; null in rows from before. The note is what `X-Operator` said.
alter table payouts add column proposed_with text[];
alter table operator_audit add column note text;

create or replace function audit_command() returns trigger language plpgsql as $$
begin
  insert into operator_audit (id, at, operator, note, action, subject, request, outcome)
  values (new.id, new.created_at, new.operator ->> 'name', new.operator ->> 'note', new.kind, new.account_id::text,
    new.operator -> 'request', new.response::jsonb);
  return null;
end
$$;

create or replace function payout_changed() returns trigger language plpgsql as $$
declare
  body jsonb := new.response::jsonb;
begin
  update payouts set status = body ->> 'status', reason = body ->> 'reason',
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
