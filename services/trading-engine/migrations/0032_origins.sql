-- Where commands, and the orders and fills that came of them, came from: through a key, from a dashboard, of the service
-- itself or from an operator. Null in rows from before, which no check has to look through.
alter table commands add column origin text, add column key_id uuid,
  add constraint commands_origin check (origin in ('API', 'DASHBOARD', 'SYSTEM', 'OPERATOR')) not valid;
alter table orders add column origin text, add column key_id uuid,
  add constraint orders_origin check (origin in ('API', 'DASHBOARD', 'SYSTEM', 'OPERATOR')) not valid;
alter table fills add column origin text, add column key_id uuid,
  add constraint fills_origin check (origin in ('API', 'DASHBOARD', 'SYSTEM', 'OPERATOR')) not valid;
