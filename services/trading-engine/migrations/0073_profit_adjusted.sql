-- The events that are there are of fewer types: nobody has to look through them.
alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,account.strike,account.passed,account.inactivity_warning,account.closed,account.breach_reversed,account.scaled,account.profit_adjusted,certificate.issued,challenge.promoted,challenge.funded,challenge.failed,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected,payout.cancelled}'::text[])
) not valid;
