-- Funding: each position is charged once for each funding time.

alter table positions add column funded_until timestamptz;
-- What was held before anything was charged starts now.
update positions set funded_until = coalesce(closed_at, greatest(opened_at, now()));
alter table positions alter column funded_until set not null, alter column funded_until set default now();

alter table transfers
  add column funding_at timestamptz,
  add column funding_rate numeric(38, 18) check (funding_rate between -1 and 1),
  add constraint transfers_funding check (
    (house = 'funding') = (funding_at is not null) and (funding_at is null) = (funding_rate is null) and (funding_at is null or position_id is not null)
  );
create unique index transfers_once_a_funding_time on transfers (position_id, funding_at) where funding_at is not null;
create index transfers_of_funding on transfers (account_id, created_at desc) where funding_at is not null;
