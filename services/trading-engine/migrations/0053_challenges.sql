-- A challenge is one attempt of one user at a version of a program. Its accounts are its members: they are outside the
-- rule of one live account a plan. `phase` of an account is written when it is opened and never changed.
alter table accounts add column phase text;
drop index accounts_live;
create unique index accounts_live on accounts (user_id, plan_id, coalesce(challenge_id, ''), (challenge_id is null))
  where state not in ('TERMINATED', 'CLOSED') and phase is null;

create table challenges (
  id uuid primary key,
  user_id text not null,
  program_id text not null,
  program_version integer not null,
  name text not null,
  default_venue text check (default_venue in ('GMX', 'OSTIUM')),
  -- waiting for a review or an identity check is IN_PROGRESS, too: the member says so
  status text not null check (status in ('IN_PROGRESS', 'FUNDED', 'FAILED', 'CLOSED')),
  -- the member that it is at
  phase text not null,
  account_id uuid not null unique references accounts (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  foreign key (program_id, program_version) references programs (id, version),
  check ((ended_at is not null) = (status in ('FAILED', 'CLOSED')))
);
create index challenges_of_user on challenges (user_id, created_at desc);
create index challenges_by_time on challenges (created_at desc);
create index challenges_under_way on challenges (user_id) where status in ('IN_PROGRESS', 'FUNDED');

create table challenge_accounts (
  challenge_id uuid not null references challenges (id),
  phase text not null,
  attempt integer not null check (attempt > 0),
  account_id uuid not null unique references accounts (id),
  is_funded boolean not null,
  -- how the next phase is reached, and whether it needs an identity check; null of the last one
  promotion text check (promotion in ('AUTO', 'REVIEW')),
  next_needs_kyc boolean not null,
  opened_at timestamptz not null,
  passed_at timestamptz,
  review text check (review in ('PENDING', 'APPROVED', 'REJECTED')),
  reviewed_by text,
  reviewed_at timestamptz,
  reason text,
  -- the account of the next phase
  successor_id uuid unique references accounts (id),
  primary key (challenge_id, phase, attempt),
  check (is_funded = (promotion is null)),
  check (passed_at is not null or (review is null and successor_id is null)),
  check (successor_id is null or review is null or review = 'APPROVED')
);
-- A phase leads to the next one once, whichever attempt has passed it.
create unique index challenge_accounts_promoted on challenge_accounts (challenge_id, phase) where successor_id is not null;
create index challenge_accounts_waiting on challenge_accounts (account_id)
  where passed_at is not null and successor_id is null and review is distinct from 'REJECTED';
create index challenge_accounts_passed on challenge_accounts (passed_at desc) where passed_at is not null;

-- The right to begin one challenge, or to begin the phase of one again. The reference is the seller's.
create table challenge_grants (
  id uuid primary key,
  reference text not null unique,
  user_id text not null,
  kind text not null check (kind in ('CHALLENGE', 'RESET')),
  program_id text not null,
  program_version integer not null,
  -- the challenge that was begun with it, or may be reset
  challenge_id uuid references challenges (id),
  created_at timestamptz not null,
  -- the account that was opened with it
  account_id uuid unique references accounts (id),
  foreign key (program_id, program_version) references programs (id, version),
  check (kind = 'CHALLENGE' or challenge_id is not null),
  check (account_id is null or challenge_id is not null)
);
create index challenge_grants_unused on challenge_grants (user_id, program_id) where account_id is null;
create index challenge_grants_by_time on challenge_grants (created_at desc);

-- What the identity check of a user has found; users who are not here have none.
create table identity_checks (
  user_id text primary key,
  status text not null check (status in ('NONE', 'PENDING', 'APPROVED', 'REJECTED')),
  note text,
  changed_by text not null,
  changed_at timestamptz not null
);
create index identity_checks_by_time on identity_checks (changed_at desc);

-- What becomes of a member becomes of its challenge in the same transaction, whoever writes the account.
create function challenge_account_changed() returns trigger language plpgsql as $$
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
    update challenges set status = case new.state when 'TERMINATED' then 'FAILED' else 'CLOSED' end, ended_at = new.clock
      where id = member.challenge_id and account_id = new.id and ended_at is null;
  end if;
  return null;
end
$$;
create trigger accounts_of_challenges after update of state on accounts for each row
  when (new.phase is not null and old.state is distinct from new.state) execute function challenge_account_changed();

-- Challenges as they are shown.
create view challenge_states as
  select c.*, case
      when c.status <> 'IN_PROGRESS' or m.passed_at is null then c.status
      when m.review = 'PENDING' then 'AWAITING_REVIEW'
      when m.next_needs_kyc and k.status is distinct from 'APPROVED' then 'AWAITING_KYC'
      else c.status end as shown_status
  from challenges c
    join challenge_accounts m on m.account_id = c.account_id
    left join identity_checks k on k.user_id = c.user_id;

-- Members that have passed, with what is to become of them.
create view promotions as
  select m.account_id as id, m.challenge_id, c.user_id, c.program_id, c.program_version, m.phase, m.attempt, m.passed_at,
    m.reviewed_by, m.reviewed_at, m.reason, m.successor_id, case
      when m.successor_id is not null then 'PROMOTED'
      when m.review = 'REJECTED' then 'REJECTED'
      when c.ended_at is not null or c.account_id <> m.account_id then 'ENDED'
      when m.review = 'PENDING' then 'AWAITING_REVIEW'
      when m.next_needs_kyc and k.status is distinct from 'APPROVED' then 'AWAITING_KYC'
      else 'DUE' end as status
  from challenge_accounts m
    join challenges c on c.id = m.challenge_id
    left join identity_checks k on k.user_id = c.user_id
  where m.passed_at is not null;

alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,account.passed,account.inactivity_warning,account.closed,account.breach_reversed,account.scaled,challenge.promoted,challenge.funded,challenge.failed,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected}'::text[])
) not valid;
