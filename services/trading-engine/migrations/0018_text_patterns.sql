-- What an order was refused for is nearly the same text each time. A stored text may refer to such a pattern as it does
-- to an event: patterns have the numbers below 1. They never change; a better one has a number of its own.
create table text_patterns (
  number bigint primary key check (number < 1),
  text text not null
);
create trigger text_patterns_append_only before update or delete on text_patterns
  for each row execute function refuse_change();

insert into text_patterns (number, text) values (0,
  '{"order":null,"trades":[],"violations":[{"rule":"max_drawdown","severity":"HARD","message":"equity would be 89000.5 USD; the plan''s drawdown floor is 90000 USD","limit":90000,"value":89000.5,"unit":"USD"},'
  '{"rule":"daily_loss_limit","severity":"HARD","message":"equity would be 94000.5 USD; the floor of this trading day is 95000 USD","limit":95000,"value":94000.5,"unit":"USD"},'
  '{"rule":"news_freeze","severity":"SOFT","message":"BTC-USD is frozen around \"CPI\" (HIGH) at 2026-01-01T12:00:00.000Z, until 2026-01-01T12:05:00.000Z","limit":null,"value":null,"unit":null,"until":"2026-01-01T12:05:00.000Z"},'
  '{"rule":"symbol_exposure_cap","severity":"SOFT","message":"BTC-USD exposure would reach 600000 USD; the plan allows 500000 USD a symbol","limit":500000,"value":600000,"unit":"USD"},'
  '{"rule":"total_exposure_cap","severity":"SOFT","message":"total exposure would reach 1100000 USD; the plan allows 1000000 USD","limit":1000000,"value":1100000,"unit":"USD"},'
  '{"rule":"insufficient_margin","severity":"SOFT","message":"the order needs 30000 USD of margin and cost; 20000 USD is free","limit":20000,"value":30000,"unit":"USD"},'
  '{"rule":"max_leverage","severity":"SOFT","message":"account leverage would be above the plan''s 20","limit":20,"value":21,"unit":"ratio"},'
  '{"rule":"max_open_orders","severity":"SOFT","message":"the account would have 201 working orders; the plan allows 200","limit":200,"value":201,"unit":"orders"},'
  '{"rule":"max_positions","severity":"SOFT","message":"the account could hold 51 positions; the plan allows 50","limit":50,"value":51,"unit":"positions"},'
  '{"rule":"reduce_only","severity":"SOFT","message":"there is no open position of BTC-USD on GMX: a reduce-only SELL has nothing to reduce","limit":null,"value":null,"unit":null},'
  '{"rule":"post_only","severity":"SOFT","message":"a post-only BUY must be below the best ask of 60000","limit":60000,"value":60001,"unit":null},'
  '{"rule":"trigger_would_fire","severity":"SOFT","message":"the trigger of a STOP BUY must be above the last price of 60000","limit":60000,"value":59999,"unit":null},'
  '{"rule":"market_closed","severity":"SOFT","message":"AAPL-USD is outside its trading hours, and opens at 2026-01-01T14:30:00.000Z; an order that rests would wait for the open","limit":null,"value":null,"unit":null},'
  '{"rule":"venue_not_allowed","severity":"SOFT","message":"the plan does not allow OSTIUM; it allows GMX","limit":null,"value":null,"unit":null},'
  '{"rule":"account_state","severity":"SOFT","message":"the account is REDUCE_ONLY (daily_loss_limit): only orders that reduce a position are accepted","limit":null,"value":null,"unit":null,"until":"2026-01-02T00:00:00.000Z"},'
  '{"rule":"stale_market_data","severity":"SOFT","message":"the price of BTC-USD is stale; opening orders wait for the feed","limit":null,"value":null,"unit":null}],"warnings":[]}'
);

create or replace function whole_text(of_account uuid, stored text) returns text language plpgsql stable as $$
declare
  lines text[];
  reference bigint[];
  known bigint;
  source text;
  whole text;
begin
  if strpos(stored, E'\n') = 0 then
    return stored;
  end if;
  lines := string_to_array(stored, E'\n');
  whole := lines[1];
  for i in 2 .. cardinality(lines) by 2 loop
    reference := string_to_array(lines[i], ' ')::bigint[];
    if reference[1] is distinct from known then
      known := reference[1];
      if known < 1 then
        select text into strict source from text_patterns where number = known;
      else
        -- the text of an event may itself be pieced together, from a later one
        select whole_text(of_account, data) into strict source
          from events where account_id = of_account and sequence = known;
      end if;
    end if;
    whole := whole || substr(source, reference[2]::int, reference[3]::int) || lines[i + 1];
  end loop;
  return whole;
end
$$;
