-- The event of an account that is halted. The rows that are there are of fewer words.
alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,account.strike,account.halted,account.passed,account.inactivity_warning,account.closed,account.breach_reversed,account.scaled,account.profit_adjusted,account.written_off,certificate.issued,certificate.revoked,challenge.promoted,challenge.funded,challenge.failed,copy.skipped,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected,payout.cancelled}'::text[])
) not valid;
