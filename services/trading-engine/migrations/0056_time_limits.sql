-- When time alone does something to an account that nobody trades: where its plan has time limits.
alter table accounts add column time_due_at timestamptz;
create index accounts_time_due on accounts (time_due_at) where time_due_at is not null;
-- A challenge whose account has not passed in time has failed.
create or replace function challenge_account_changed() returns trigger language plpgsql as $$
declare
  member challenge_accounts%rowtype;
begin
  select * into member from challenge_accounts where account_id = new.id;
  if old.state in ('TERMINATED', 'CLOSED') and new.state not in ('TERMINATED', 'CLOSED') then
    update challenges set status = case when member.is_funded then 'FUNDED' else 'IN_PROGRESS' end, ended_at = null
      where id = member.challenge_id and account_id = new.id and ended_at is not null;
  end if;
  if new.state = 'PASSED' then
    update challenge_accounts
      set passed_at = new.clock, review = case when promotion = 'REVIEW' then 'PENDING' end
      where account_id = new.id and passed_at is null and promotion is not null;
  elsif new.state in ('TERMINATED', 'CLOSED') then
    update challenges set status = case when new.state = 'TERMINATED' or new.state_reason = 'max_days' then 'FAILED' else 'CLOSED' end, ended_at = new.clock
      where id = member.challenge_id and account_id = new.id and ended_at is null;
  end if;
  return null;
end
$$;
