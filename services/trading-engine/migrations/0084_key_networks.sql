-- The networks that keys were used from, by day in UTC: a /24 of IPv4, a /48 of IPv6, no addresses.
create table key_networks (
  day date not null,
  key_id text not null,
  network text not null,
  user_id text not null,
  primary key (day, key_id, network)
);
