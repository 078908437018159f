-- What a venue settles of fees for time it may settle without a fill, too: when collateral is put in or taken out.
alter table transfers
  drop constraint transfers_funding,
  add constraint transfers_funding check (
    (funding_at is null or (house = 'funding' and position_id is not null))
    and (funding_at is null) = (funding_rate is null)) not valid,
  drop constraint transfers_accrual,
  add constraint transfers_accrual check (
    (accrued_until is null or (house in ('borrowing', 'rollover') and position_id is not null
      and accrued_from < accrued_until))
    and (accrued_until is null) = (accrued_from is null) and (accrued_until is null) = (accrual_rate is null)) not valid;

-- The gas of every transaction of a wallet is booked by itself; before, that of an order came with its end.
alter table venue_transactions
  add column gas_booked boolean not null default false,
  drop constraint venue_transactions_purpose_check,
  add constraint venue_transactions_purpose_check
    check (purpose in ('request', 'prepare', 'filler', 'claim')) not valid;
update venue_transactions set gas_booked = true
  where has_ended or (state = 'REVERTED' and exists (
    select from venue_requests where id = request_id and state in ('EXECUTED', 'CANCELLED', 'TIMED_OUT', 'FAILED')));
create index venue_transactions_gas_due on venue_transactions (wallet)
  where state in ('MINED', 'REVERTED') and not gas_booked;
