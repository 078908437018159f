-- Exits that wait for their entry, one-cancels-other, and the stop a position began with.

alter table orders
  add column held_quantity numeric(38, 18) not null default 0,
  add column bracket_id uuid,
  add constraint orders_held check (held_quantity >= 0 and held_quantity <= quantity - filled_quantity),
  add constraint orders_pending check ((status = 'PENDING') <= (held_quantity = quantity)),
  add constraint orders_parent check ((parent_order_id is not null) <= (bracket_id is not null)),
  add constraint orders_bracket check ((bracket_id is not null) <= reduce_only);

alter table positions
  add column initial_stop numeric(38, 18) check (initial_stop > 0 and initial_stop < 1e20);

-- The moves of one decision: a released exit may fill at once. The same table as in src/core/order-status.ts.
create or replace function order_may_move(before text, after text) returns boolean language sql immutable as $$
  select case before
    when 'PENDING' then after in ('PENDING', 'OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED')
    when 'OPEN' then after in ('OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED')
    when 'PARTIALLY_FILLED' then after in ('PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED')
    else false
  end
$$;
