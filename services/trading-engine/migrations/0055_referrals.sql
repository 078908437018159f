-- Who brought the buyer of a grant: on its account, and so in the account's events.
alter table grants add column referral text;
alter table challenge_grants add column referral text;
alter table accounts add column referral text;

create or replace view whole_events as
  select e.id, account_id, sequence, type, whole_text(account_id, data) as data, e.created_at, a.referral
  from events e left join accounts a on a.id = e.account_id;
