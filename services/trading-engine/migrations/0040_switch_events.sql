-- A dead-man's switch that has run out is an event of its account. The events that are there are of fewer types: nobody
-- has to look through them.
alter table events drop constraint events_type_check, add constraint events_type_check check (type in (
  'order.ack', 'order.fill', 'order.cancel', 'position.close', 'account.breach', 'dead_man_switch.ran_out',
  'payout.requested', 'payout.proposed', 'payout.paid', 'payout.rejected')) not valid;
