-- What payouts have taken: where a plan says so, they leave the drawdown floor where it is.
alter table accounts add column paid_out numeric not null default 0;
update accounts set paid_out = paid.amount
  from (select account_id, sum(amount) as amount from payouts where status = 'PAID' group by account_id) paid
  where id = paid.account_id;
alter table trading_days add column start_paid_out numeric;
-- The highest equity of the trading day, of plans that measure from it.
alter table accounts add column day_high numeric;
