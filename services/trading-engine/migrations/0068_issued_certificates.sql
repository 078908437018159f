-- Accounts that have passed and have no certificate yet: they may be given one without being asked.
create table certificates_due (
  account_id uuid primary key references accounts (id),
  passed_at timestamptz not null
);
insert into certificates_due
  select id, clock from accounts a where state = 'PASSED' and not exists (select from certificates where account_id = a.id);
create function certificate_due() returns trigger language plpgsql as $$
begin
  insert into certificates_due (account_id, passed_at)
    select new.id, new.clock where not exists (select from certificates where account_id = new.id)
    on conflict do nothing;
  return null;
end
$$;
create trigger accounts_certified after update of state on accounts for each row
  when (new.state = 'PASSED' and old.state is distinct from 'PASSED') execute function certificate_due();
create index certificates_by_time on certificates (issued_at desc);

-- The events that are there are of fewer types: nobody has to look through them.
alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,account.strike,account.passed,account.inactivity_warning,account.closed,account.breach_reversed,account.scaled,certificate.issued,challenge.promoted,challenge.funded,challenge.failed,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected,payout.cancelled}'::text[])
) not valid;
