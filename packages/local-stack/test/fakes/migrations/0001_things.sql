create table things (id text primary key, value jsonb not null);
