-- What was asked as the trigger of an order, when the grid moved it. Until now, requested_price told that of an order
-- without a limit, and of one with a limit nothing did; such rows stay as they are, and are read so.
alter table orders add column requested_trigger_price numeric(38, 18)
  check (requested_trigger_price > 0 and requested_trigger_price < 1e20);
