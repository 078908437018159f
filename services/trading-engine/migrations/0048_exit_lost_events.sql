-- An exit that a venue has dropped or moved is an event of its account. The events that are there are of fewer types:
-- nobody has to look through them.
alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected}'::text[])
) not valid;
