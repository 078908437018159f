-- A breach that ended an account may be reversed by an operator: it says how the account was before, and why it no
-- longer counts. An account ends once more only after that.
alter table breaches add column before jsonb, add column reversal jsonb;
drop index breaches_end_once;
create unique index breaches_end_once on breaches (account_id) where action = 'TERMINATED' and reversal is null;
create function refuse_breach_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.reversal is null and new.reversal is not null
    and to_jsonb(old) - 'reversal' = to_jsonb(new) - 'reversal' then return new; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger breaches_append_only on breaches;
create trigger breaches_append_only before update or delete on breaches
  for each row execute function refuse_breach_change();
-- What was given for it: neither profit nor capital.
alter table accounts add column compensation jsonb;
alter table transfers drop constraint transfers_words, add constraint transfers_words check (
  direction = any ('{IN,OUT}'::text[]) and house = any (
    '{realized_pnl,fees,funding,borrowing,rollover,oracle_fees,capital,price_impact,execution,rounding,compensation}'::text[])
) not valid;
