-- LIVE accounts: the contracts of the venues fill their orders. Null of everything that is PAPER.
alter table orders
  add column live jsonb check (jsonb_typeof(live) = 'object'),
  -- sent to its venue, which has not acknowledged it
  drop constraint orders_pending,
  add constraint orders_pending check (status <> 'PENDING' or held_quantity = quantity or live is not null) not valid;
alter table positions add column live jsonb check (jsonb_typeof(live) = 'object');
alter table fills add column live jsonb check (jsonb_typeof(live) = 'object');

-- What venues are asked: stored with the decision that asks, before anything is sent.
create table venue_requests (
  id uuid primary key,
  account_id uuid not null,
  -- null: the service's own
  order_id uuid,
  venue text not null check (venue in ('GMX', 'OSTIUM')),
  kind text not null check (kind in ('open', 'close', 'cancel', 'update', 'collateral')),
  action jsonb not null check (jsonb_typeof(action) = 'object'),
  state text not null check (
    state in ('NEW', 'SIGNED', 'SENT', 'ACCEPTED', 'EXECUTED', 'CANCELLED', 'FROZEN', 'TIMED_OUT', 'FAILED')
  ),
  tx_hash text,
  venue_order_id text,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- What is to be done, oldest first.
create index venue_requests_open on venue_requests (account_id, created_at)
  where state in ('NEW', 'SIGNED', 'SENT', 'ACCEPTED', 'FROZEN');
create index venue_requests_of_order on venue_requests (order_id) where order_id is not null;
create index venue_requests_of_venue on venue_requests (venue_order_id) where venue_order_id is not null;

-- A venue may give back more than it charges.
alter table positions drop constraint positions_fees_check,
  add constraint positions_fees_check check (fees between -1e20 and 1e20) not valid;

-- What a venue charges for time it charges with a fill; the rates are the venue's own.
alter table transfers
  drop constraint transfers_house_check,
  add constraint transfers_house_check check (house in ('realized_pnl', 'fees', 'funding', 'borrowing', 'rollover',
    'oracle_fees', 'capital', 'price_impact', 'execution', 'rounding')) not valid,
  drop constraint transfers_funding,
  add constraint transfers_funding check (
    ((house = 'funding') = (funding_at is not null) or (house = 'funding' and fill_id is not null))
    and (funding_at is null) = (funding_rate is null) and (funding_at is null or position_id is not null)) not valid,
  drop constraint transfers_accrual,
  add constraint transfers_accrual check (
    ((house in ('borrowing', 'rollover')) = (accrued_until is not null)
      or (house in ('borrowing', 'rollover') and fill_id is not null))
    and (accrued_until is null) = (accrued_from is null) and (accrued_until is null) = (accrual_rate is null)
    and (accrued_until is null or (position_id is not null and accrued_from < accrued_until))) not valid;
