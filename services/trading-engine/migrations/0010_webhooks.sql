-- Events on their way to the receivers that the keys of an account's owner name.

-- Up to which event of an account everything is in webhook_deliveries. What was there before there were webhooks stays.
create table webhook_cursors (
  account_id uuid primary key,
  relayed_sequence bigint not null check (relayed_sequence >= 0)
);
insert into webhook_cursors (account_id, relayed_sequence)
  select id, event_sequence from accounts where event_sequence > 0;

-- One row an event and key, whatever happens: relaying twice writes nothing new.
create table webhook_deliveries (
  id uuid primary key,
  event_id uuid not null,
  event_type text not null check (event_type <> ''),
  -- null for a test event, which belongs to a key and to no account
  account_id uuid,
  sequence bigint not null check (sequence >= 0),
  user_id text not null,
  key_id uuid not null,
  -- where it goes, or went last
  url text not null,
  -- the bytes that every attempt sends
  body text not null,
  -- which worker it is up to
  shard smallint not null check (shard between 0 and 63),
  status text not null check (status in ('PENDING', 'DELIVERED', 'DEAD', 'DISABLED')),
  attempts integer not null check (attempts >= 0),
  -- The schedule of attempts begins anew with each redelivery.
  round integer not null check (round > 0),
  round_attempts integer not null check (round_attempts between 0 and attempts),
  round_started_at timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  unique (event_id, key_id),
  check ((status = 'PENDING') = (next_attempt_at is not null)),
  check ((round_attempts = 0) = (round_started_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'PENDING';
create index webhook_deliveries_of_key on webhook_deliveries (key_id, next_attempt_at) where status = 'PENDING';
create index webhook_deliveries_of_user on webhook_deliveries (user_id, created_at desc);
create index webhook_deliveries_by_age on webhook_deliveries using brin (created_at);

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  number integer not null check (number > 0),
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- of the answer; null when there was none
  status smallint,
  -- its first kilobyte
  answer text,
  error text,
  primary key (delivery_id, number)
);

-- Receivers that answered 410: their key gets nothing more until its URL is another, or one of its deliveries is asked
-- for and taken.
create table webhook_refusals (
  key_id uuid primary key,
  url text not null,
  refused_at timestamptz not null
);
