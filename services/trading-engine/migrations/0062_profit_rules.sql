-- The parts of a position that rules about profit look at: what was opened within news, and what was opened last; null
-- of plans without such rules.
alter table positions add column parts jsonb;
