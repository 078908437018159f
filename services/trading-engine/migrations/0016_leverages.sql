-- What new positions take at most, where the trader has lowered it: {"GMX:BTC-USD": "5"}.
alter table accounts add column leverages jsonb check (jsonb_typeof(leverages) = 'object');
