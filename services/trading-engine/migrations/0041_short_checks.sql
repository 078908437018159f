-- PostgreSQL reads the text of every check of a table again for each statement that writes to it: with few orders in a
-- statement, that was a quarter of its time. These accept the same rows in two thirds of the text, which
-- row-checks.property.test.ts holds. Of rows that are there nothing has to be checked again.
--
-- No value of numeric(38, 18) reaches 1e20 but NaN, which is greater than all others; nulls are passed over by least()
-- and greatest(), and a check that is null accepts.

alter table accounts
  drop constraint accounts_balance_check, drop constraint accounts_capital_check,
  drop constraint accounts_default_venue_check, drop constraint accounts_event_sequence_check,
  drop constraint accounts_holds_check, drop constraint accounts_leverages_check,
  drop constraint accounts_state_check, drop constraint accounts_traded_days_check,
  drop constraint accounts_version_check,
  add constraint accounts_numbers check (
    greatest(balance, capital) < 1e20 and least(event_sequence, traded_days) >= 0 and version > 0
  ) not valid,
  add constraint accounts_words check (
    state = any ('{ACTIVE,REDUCE_ONLY,HALTED,PASSED,TERMINATED,CLOSED}'::text[])
    and default_venue = any ('{GMX,OSTIUM}'::text[])
    and jsonb_typeof(holds) = 'array' and jsonb_typeof(leverages) = 'object'
  ) not valid;

alter table orders
  drop constraint orders_quantity_check, drop constraint orders_limit_price_check,
  drop constraint orders_trigger_price_check, drop constraint orders_requested_price_check,
  drop constraint orders_requested_trigger_price_check, drop constraint orders_filled_notional_check,
  drop constraint orders_fees_check, drop constraint orders_check, drop constraint orders_held,
  drop constraint orders_version_check,
  drop constraint orders_venue_check, drop constraint orders_side_check, drop constraint orders_kind_check,
  drop constraint orders_tif_check, drop constraint orders_status_check,
  drop constraint orders_trigger_state_check, drop constraint orders_origin, drop constraint orders_live_check,
  drop constraint orders_limit, drop constraint orders_trigger, drop constraint orders_armed,
  drop constraint orders_bracket, drop constraint orders_parent, drop constraint orders_pending,
  drop constraint orders_check2, drop constraint orders_check3,
  add constraint orders_numbers check (
    least(quantity, limit_price, trigger_price, requested_price, requested_trigger_price, version) > 0
    and least(filled_quantity, held_quantity, filled_notional, fees) >= 0
    and filled_quantity + held_quantity <= quantity
    and greatest(quantity, limit_price, trigger_price, requested_price, requested_trigger_price, filled_notional, fees)
      < 1e20
  ) not valid,
  add constraint orders_words check (
    venue = any ('{GMX,OSTIUM}'::text[]) and side = any ('{BUY,SELL}'::text[])
    and tif = any ('{GTC,GTD,GTX,IOC,FOK}'::text[])
    and status = any ('{PENDING,OPEN,PARTIALLY_FILLED,FILLED,CANCELLED,EXPIRED,REJECTED}'::text[])
    and origin = any ('{API,DASHBOARD,SYSTEM,OPERATOR}'::text[]) and jsonb_typeof(live) = 'object'
  ) not valid,
  add constraint orders_fields check (
    case kind
      when 'MARKET' then limit_price is null and trigger_price is null
      when 'LIMIT' then limit_price is not null and trigger_price is null
      else kind = any ('{STOP,TAKE_PROFIT}'::text[]) and trigger_price is not null
    end
    and case when trigger_price is null then trigger_state is null
      else (trigger_state = 'TRIGGERED' or (trigger_state = 'ARMED' and filled_quantity = 0)) is true end
    and case when bracket_id is null then parent_order_id is null else reduce_only end
    and (status = 'FILLED') = (filled_quantity = quantity)
    and (status <> 'OPEN' or filled_quantity = 0)
    and (status <> 'PENDING' or held_quantity = quantity or live is not null)
  ) not valid;

alter table positions
  drop constraint positions_carry_check, drop constraint positions_closed_notional_check,
  drop constraint positions_cost_check, drop constraint positions_fees_check, drop constraint positions_funding_check,
  drop constraint positions_initial_stop_check, drop constraint positions_leverage_check,
  drop constraint positions_opened_notional_check, drop constraint positions_opened_quantity_check,
  drop constraint positions_quantity_check, drop constraint positions_realized_pnl_check,
  drop constraint positions_close_reason_check, drop constraint positions_direction_check,
  drop constraint positions_flattened_by_check, drop constraint positions_venue_check,
  drop constraint positions_live_check,
  drop constraint positions_check, drop constraint positions_check1, drop constraint positions_check2,
  add constraint positions_numbers check (
    least(opened_quantity, opened_notional, initial_stop, leverage) > 0
    and least(quantity, cost, closed_notional) >= 0 and leverage < 1e6
    and greatest(opened_quantity, opened_notional, initial_stop, quantity, cost, closed_notional, realized_pnl, fees,
      funding, carry) < 1e20
  ) not valid,
  add constraint positions_words check (
    venue = any ('{GMX,OSTIUM}'::text[]) and direction = any ('{LONG,SHORT}'::text[])
    and close_reason = any ('{USER,TAKE_PROFIT,STOP_LOSS,LIQUIDATION,RISK}'::text[])
    and flattened_by = any ('{user_kill_switch,dead_man_switch}'::text[]) and jsonb_typeof(live) = 'object'
  ) not valid,
  add constraint positions_fields check (
    case when closed_at is null then quantity > 0 and close_reason is null
      else quantity = 0 and cost = 0 and close_reason is not null end
  ) not valid;

alter table fills
  drop constraint fills_fee_check, drop constraint fills_price_check, drop constraint fills_quantity_check,
  drop constraint fills_realized_pnl_check, drop constraint fills_liquidity_check, drop constraint fills_origin,
  drop constraint fills_side_check, drop constraint fills_venue_check, drop constraint fills_live_check,
  add constraint fills_numbers check (
    least(quantity, price) > 0 and fee >= 0 and greatest(quantity, price, fee, realized_pnl) < 1e20
  ) not valid,
  add constraint fills_words check (
    venue = any ('{GMX,OSTIUM}'::text[]) and side = any ('{BUY,SELL}'::text[])
    and liquidity = any ('{MAKER,TAKER}'::text[]) and origin = any ('{API,DASHBOARD,SYSTEM,OPERATOR}'::text[])
    and jsonb_typeof(live) = 'object'
  ) not valid;

alter table transfers
  drop constraint transfers_amount_check, drop constraint transfers_balance_after_check,
  drop constraint transfers_funding_rate_check, drop constraint transfers_accrual_rate_check,
  drop constraint transfers_direction_check, drop constraint transfers_house_check,
  add constraint transfers_numbers check (
    amount > 0 and greatest(amount, balance_after) < 1e20
    and funding_rate between -1 and 1 and accrual_rate between -100 and 100
  ) not valid,
  add constraint transfers_words check (
    direction = any ('{IN,OUT}'::text[]) and house = any (
      '{realized_pnl,fees,funding,borrowing,rollover,oracle_fees,capital,price_impact,execution,rounding}'::text[])
  ) not valid;

alter table events
  drop constraint events_sequence_check, drop constraint events_type_check,
  add constraint events_row check (
    sequence > 0 and type = any (
      '{order.ack,order.fill,order.cancel,position.close,account.breach,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected}'::text[])
  ) not valid;

alter table commands
  drop constraint commands_origin,
  add constraint commands_origin check (origin = any ('{API,DASHBOARD,SYSTEM,OPERATOR}'::text[])) not valid;
