-- What an exit that came with its entry follows: a distance from the entry's average fill, or all of the position.
alter table orders add column exit_terms jsonb;
