-- Whether the contract of a user is signed, as the firm records it; users who are not here have none.
create table contracts (
  user_id text primary key,
  status text not null check (status in ('NONE', 'PENDING', 'APPROVED', 'REJECTED')),
  note text,
  changed_by text not null,
  changed_at timestamptz not null
);
create index contracts_by_time on contracts (changed_at desc);

alter table challenge_accounts add column next_needs_contract boolean not null default false;

-- Challenges as they are shown. Who lacks both waits for the identity check first.
create or replace view challenge_states as
  select c.*, case
      when c.status <> 'IN_PROGRESS' or m.passed_at is null then c.status
      when m.review = 'PENDING' then 'AWAITING_REVIEW'
      when m.next_needs_kyc and k.status is distinct from 'APPROVED' then 'AWAITING_KYC'
      when m.next_needs_contract and s.status is distinct from 'APPROVED' then 'AWAITING_CONTRACT'
      else c.status end as shown_status
  from challenges c
    join challenge_accounts m on m.account_id = c.account_id
    left join identity_checks k on k.user_id = c.user_id
    left join contracts s on s.user_id = c.user_id;

-- Members that have passed, with what is to become of them.
create or replace view promotions as
  select m.account_id as id, m.challenge_id, c.user_id, c.program_id, c.program_version, m.phase, m.attempt, m.passed_at,
    m.reviewed_by, m.reviewed_at, m.reason, m.successor_id, case
      when m.successor_id is not null then 'PROMOTED'
      when m.review = 'REJECTED' then 'REJECTED'
      when c.ended_at is not null or c.account_id <> m.account_id then 'ENDED'
      when m.review = 'PENDING' then 'AWAITING_REVIEW'
      when m.next_needs_kyc and k.status is distinct from 'APPROVED' then 'AWAITING_KYC'
      when m.next_needs_contract and s.status is distinct from 'APPROVED' then 'AWAITING_CONTRACT'
      else 'DUE' end as status
  from challenge_accounts m
    join challenges c on c.id = m.challenge_id
    left join identity_checks k on k.user_id = c.user_id
    left join contracts s on s.user_id = c.user_id
  where m.passed_at is not null;
