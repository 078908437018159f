-- Accounts that grow: the steps that were taken, and what they have added to the balance.
alter table accounts add column scaling jsonb;
alter table transfers drop constraint transfers_words, add constraint transfers_words check (
  direction = any ('{IN,OUT}'::text[]) and house = any (
    '{realized_pnl,fees,funding,borrowing,rollover,oracle_fees,capital,price_impact,execution,rounding,compensation,scaling}'::text[])
) not valid;
