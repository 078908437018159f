-- Times in which nothing was published of a listing: before its first tick (from 0), and while no process published.
-- Whole minutes: [from_tick, to_tick).
create table history_gaps (
  listing int not null references published_listings (id),
  from_tick bigint not null check (from_tick % 240 = 0),
  to_tick bigint not null check (to_tick % 240 = 0 and to_tick > from_tick),
  primary key (listing, from_tick)
);

-- The venue's own bars of these times, as it told them when it was first asked; never changed, and kept for ever.
-- A row without bars: the venue had none.
create table venue_candles (
  id bigint generated always as identity primary key,
  listing int not null,
  from_tick bigint not null,
  minutes int not null check (minutes in (1, 5, 15, 60, 240, 1440)),
  block bytea not null,
  unique (listing, from_tick, minutes),
  foreign key (listing, from_tick) references history_gaps (listing, from_tick)
);
