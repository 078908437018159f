-- Ticks of the trading days that evidence is about, with the listings that its accounts held then and no others: copied
-- before the partition of their day is dropped, and kept for ever.
create table kept_ticks (
  number bigint primary key check (number > 0),
  is_snapshot boolean not null,
  block bytea not null
);
create trigger kept_ticks_append_only before update or delete on kept_ticks
  for each row execute function refuse_change();
