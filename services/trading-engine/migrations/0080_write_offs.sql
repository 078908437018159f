-- The house account of tokens that are written off, and the event of it. The rows that are there are of fewer words.
alter table transfers drop constraint transfers_words, add constraint transfers_words check (
  direction = any ('{IN,OUT}'::text[]) and house = any (
    '{realized_pnl,fees,funding,borrowing,rollover,oracle_fees,capital,price_impact,execution,rounding,compensation,scaling,write_off}'::text[])
) not valid;
alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,account.strike,account.passed,account.inactivity_warning,account.closed,account.breach_reversed,account.scaled,account.profit_adjusted,account.written_off,certificate.issued,challenge.promoted,challenge.funded,challenge.failed,copy.skipped,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected,payout.cancelled}'::text[])
) not valid;
