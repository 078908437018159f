-- What venues charge beyond fees and funding. Plans say in their definition (`venue_costs`) which of it their accounts
-- pay; those that are there say nothing, and their accounts pay none of it.

-- Borrowing or rollover received (negative: paid); null: none.
alter table positions add column carry numeric(38, 18) check (carry between -1e20 and 1e20);

alter table transfers
  add column accrued_from timestamptz,
  add column accrued_until timestamptz,
  -- for a year: positive, the position pays
  add column accrual_rate numeric(38, 18) check (accrual_rate between -100 and 100),
  drop constraint transfers_house_check,
  add constraint transfers_house_check check (
    house in ('realized_pnl', 'fees', 'funding', 'borrowing', 'rollover', 'oracle_fees', 'capital')
  ),
  add constraint transfers_accrual check (
    (house in ('borrowing', 'rollover')) = (accrued_until is not null)
    and (accrued_until is null) = (accrued_from is null) and (accrued_until is null) = (accrual_rate is null)
    and (accrued_until is null or (position_id is not null and accrued_from < accrued_until))
  );
-- Nothing is charged twice for the same time.
create unique index transfers_once_a_span on transfers (position_id, accrued_until) where accrued_until is not null;
