-- An order that closes the position: one more transfer (its result) and one more event than order-opens.sql, which see.
\set account random(0, :accounts - 1)
\set user :account % :users
\set seq :seq + 1
\set base :run * 1000000000000 + :client_id * 1000000000 + :seq * 16
with
  ok as materialized (
    select id from accounts
    where id = ('019a0000-0000-7000-8000-' || lpad(to_hex(:account::int), 12, '0'))::uuid and version > 0
    for no key update),
  idem as (
    insert into commands (id, user_id, client_id, account_id, kind, origin, key_id, fingerprint, moves, status, response,
      created_at)
    select lpad(to_hex(:base::bigint), 32, '0')::uuid, 'bench-user-' || :user::int, 'pgbench-' || :base::bigint, ok.id, 'place',
      'API', '019c0000-0000-7000-8000-000000000000'::uuid,
      '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'::bytea, true, 200, '@response@', now()
    from ok on conflict do nothing returning account_id),
  acc as (
    update accounts a set version = a.version + 1, state = 'ACTIVE', state_reason = null, locked_until = null,
      balance = 99999.942587760, trading_day = a.trading_day, day_ends_at = a.day_ends_at, day_start_balance = 100000,
      day_start_equity = 100000, high_water_mark = 100000, clock = now(), event_sequence = a.event_sequence + 3
    from idem where a.id = idem.account_id returning a.id, a.event_sequence),
  o as (
    insert into orders (id, account_id, client_id, origin, key_id, symbol, venue, side, kind, tif, post_only, reduce_only,
      trigger_on_index, trigger_on_mark, quantity, limit_price, requested_price, filled_quantity, filled_notional, fees,
      status, reason, position_id, parent_order_id, expires_at, created_at, updated_at, version)
    select lpad(to_hex(:base::bigint + 1), 32, '0')::uuid, id, 'pgbench-' || :base::bigint, 'API', '019c0000-0000-7000-8000-000000000000'::uuid,
      'BTC-USD', 'GMX', 'SELL', 'MARKET', 'IOC',
      false, false, false, false, 0.001, null, 95687.07, 0.001, 95.687783250, 0.057412669950, 'FILLED', null,
      ('019b' || substr(id::text, 5))::uuid, null, null, now(), now(), 2
    from acc),
  p as (
    insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
      opened_notional, closed_notional, realized_pnl, fees, funding, opened_at, closed_at, close_reason)
    select ('019b' || substr(id::text, 5))::uuid, id, 'GMX', 'BTC-USD', 'LONG', 0, 0, 20, 0.001,
      95.687783250, 95.686347750, -0.001435500, 0.114824478600, 0, now(), now(), 'USER'
    from acc
    on conflict (id) do update set quantity = excluded.quantity, cost = excluded.cost,
      opened_quantity = excluded.opened_quantity, opened_notional = excluded.opened_notional,
      closed_notional = excluded.closed_notional, realized_pnl = excluded.realized_pnl, fees = excluded.fees,
      funding = excluded.funding, closed_at = excluded.closed_at, close_reason = excluded.close_reason),
  f as (
    insert into fills (id, order_id, position_id, account_id, client_id, origin, key_id, symbol, venue, side, quantity,
      price, fee, liquidity, realized_pnl, book_sequence, tick, created_at)
    select lpad(to_hex(:base::bigint + 2), 32, '0')::uuid, lpad(to_hex(:base::bigint + 1), 32, '0')::uuid,
      ('019b' || substr(id::text, 5))::uuid, id, 'pgbench-' || :base::bigint,
      'API', '019c0000-0000-7000-8000-000000000000'::uuid, 'BTC-USD', 'GMX', 'SELL', 0.001, 95687.783250,
      0.057412669950, 'TAKER', 0, 7047182400, 1764000000, now()
    from acc),
  t as (
    insert into transfers (id, account_id, command_id, house, direction, amount, fill_id, position_id, balance_after,
      created_at)
    select lpad(to_hex(:base::bigint + 3), 32, '0')::uuid, id, lpad(to_hex(:base::bigint), 32, '0')::uuid, 'fees', 'OUT',
      0.057412669950, lpad(to_hex(:base::bigint + 2), 32, '0')::uuid, ('019b' || substr(id::text, 5))::uuid, 99999.942587760,
      now()
    from acc
    union all
    select lpad(to_hex(:base::bigint + 7), 32, '0')::uuid, id, lpad(to_hex(:base::bigint), 32, '0')::uuid, 'realized_pnl', 'OUT',
      0.001435500, lpad(to_hex(:base::bigint + 2), 32, '0')::uuid, ('019b' || substr(id::text, 5))::uuid, 99999.941152260,
      now()
    from acc),
  e as (
    insert into events (id, account_id, sequence, type, data, created_at)
    select lpad(to_hex(:base::bigint + 4), 32, '0')::uuid, id, event_sequence - 2, 'order.ack', '@ack@', now() from acc
    union all
    select lpad(to_hex(:base::bigint + 5), 32, '0')::uuid, id, event_sequence - 1, 'order.fill', '@fill@', now() from acc
    union all
    select lpad(to_hex(:base::bigint + 6), 32, '0')::uuid, id, event_sequence, 'position.close', '@close@', now() from acc)
select exists (select from ok) as is_current, exists (select from idem) as is_stored;
