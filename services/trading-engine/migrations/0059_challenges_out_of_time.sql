-- A challenge whose account has run out of the days of its plan has failed, as its event says.
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
    update challenges set ended_at = new.clock,
        status = case when new.state = 'TERMINATED' or new.state_reason = 'max_days' then 'FAILED' else 'CLOSED' end
      where id = member.challenge_id and account_id = new.id and ended_at is null;
  end if;
  return null;
end
$$;
