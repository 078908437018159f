-- What an account held when it crossed a limit, at the marks that counted, and the order that had just filled in the same
-- decision. Null in rows from before.
alter table breaches add column held jsonb, add column order_id uuid;
