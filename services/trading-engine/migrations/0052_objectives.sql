-- What accounts keep of their days and trades, of plans whose objectives ask for it (store/tables/progress.ts).
alter table accounts add column progress jsonb;
-- How the day before went, of the same accounts; what it earned is the difference of two rows.
alter table trading_days
  add column previous_opened boolean,
  add column previous_closed boolean,
  add column previous_best_trade numeric;
-- The events that are there are of fewer types: nobody has to look through them.
alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,account.passed,account.inactivity_warning,account.closed,account.breach_reversed,account.scaled,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected}'::text[])
) not valid;
