-- An engine of before takes the name of an operator from a header: while both versions run, it approves nothing.
create function refuse_unknown_approver() returns trigger language plpgsql as $$
begin
  raise exception 'payouts are approved by an engine that knows whose token it is';
end
$$;
create trigger commands_approved_by_person before insert on commands for each row
  when (new.kind = 'approve_payout' and not coalesce(new.operator ? 'tokens', false))
  execute function refuse_unknown_approver();
