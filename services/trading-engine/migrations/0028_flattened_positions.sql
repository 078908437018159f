-- The switch of the trader that is closing the position, and goes on until it is closed; null: none.
alter table positions add column flattened_by text check (flattened_by in ('user_kill_switch', 'dead_man_switch'));
