-- Evidence tells the orders that ticks have fired.
create index orders_triggered on orders (account_id, trigger_tick) where trigger_tick is not null;
