-- Orders that wait for a trigger, and the moves an order can make, held by the database as well.

alter table orders
  add column trigger_price numeric(38, 18) check (trigger_price > 0 and trigger_price < 1e20),
  add column trigger_state text check (trigger_state in ('ARMED', 'TRIGGERED')),
  drop constraint orders_check1,
  add constraint orders_limit check (case kind when 'MARKET' then limit_price is null when 'LIMIT' then limit_price is not null else true end),
  add constraint orders_trigger check ((kind in ('STOP', 'TAKE_PROFIT')) = (trigger_price is not null) and (trigger_price is null) = (trigger_state is null)),
  add constraint orders_armed check (trigger_state is distinct from 'ARMED' or filled_quantity = 0);

-- The same table as in src/core/order-status.ts; a test compares the two.
create function order_may_move(before text, after text) returns boolean language sql immutable as $$
  select case before
    when 'PENDING' then after in ('OPEN', 'CANCELLED', 'EXPIRED', 'REJECTED')
    when 'OPEN' then after in ('OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED')
    when 'PARTIALLY_FILLED' then after in ('PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED')
    else false
  end
$$;

create function hold_order_to_its_moves() returns trigger language plpgsql as $$
begin
  raise exception 'an order cannot move from % to %', old.status, new.status using errcode = 'check_violation', constraint = 'orders_moves';
end
$$;

create trigger orders_moves before update on orders for each row
  when (not order_may_move(old.status, new.status)) execute function hold_order_to_its_moves();
