-- Stops whose trigger follows the market. `trail` has the terms, the first tick that counts and the peak that decisions
-- know; the other columns have the peak as workers note it once a minute, beside what decisions write: the best price
-- of the ticks from `trail_since` up to and with `trail_tick`, and a tick that told it.
alter table orders
  add column trail jsonb,
  add column trail_since bigint,
  add column trail_tick bigint,
  add column trail_peak numeric(38, 18),
  add column trail_peak_tick bigint,
  drop constraint orders_fields,
  add constraint orders_fields check (
    case kind
      when 'MARKET' then limit_price is null and trigger_price is null
      when 'LIMIT' then limit_price is not null and trigger_price is null
      else kind = any ('{STOP,TAKE_PROFIT}'::text[]) and (trigger_price is not null or trail is not null)
    end
    and case when trigger_price is null and trail is null then trigger_state is null
      else (trigger_state = 'TRIGGERED' or (trigger_state = 'ARMED' and filled_quantity = 0)) is true end
    and case when bracket_id is null then parent_order_id is null else reduce_only end
    and (status = 'FILLED') = (filled_quantity = quantity)
    and (status <> 'OPEN' or filled_quantity = 0)
    and (status <> 'PENDING' or held_quantity = quantity or live is not null)
    and (trail is null or (kind = 'STOP' and limit_price is null))
    and (trail_peak is null or (trail_peak > 0 and trail_peak <> 'NaN'))
  ) not valid;
