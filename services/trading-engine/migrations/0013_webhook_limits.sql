-- Where webhooks go: a URL is proven by its first 2xx. Until then it is tried so often a minute and no more.
create table webhook_urls (
  url text primary key,
  proven_at timestamptz,
  -- the latest attempts at one that is not proven, oldest first
  attempted_at timestamptz[] not null,
  -- of the latest question for attempts
  granted integer not null check (granted >= 0)
);
insert into webhook_urls (url, proven_at, attempted_at, granted)
  select distinct url, now(), '{}'::timestamptz[], 0 from webhook_deliveries where status = 'DELIVERED';

-- Since when it has waited for its URL to prove itself; null: it does not.
alter table webhook_deliveries add column held_from timestamptz;

-- How many deliveries a user has had sent again in the hour that began then.
create table webhook_redeliveries (
  user_id text primary key,
  started_at timestamptz not null,
  count integer not null check (count >= 0)
);
