-- Messages of notification rules lie among the webhooks: a rule of the wallet is one more receiver, in key_id, and the
-- body is the event. Null: a webhook of a key or of the firm.
alter table webhook_deliveries add column channel text
  check (channel in ('EMAIL', 'TELEGRAM', 'DISCORD', 'SLACK', 'WEBHOOK'));
alter table webhook_deliveries add column severity text
  check (severity in ('INFO', 'WARNING', 'CRITICAL')), add check ((channel is null) = (severity is null));
-- The message that tells of several events in one; sent again, it is the same message. Null: one of its own.
alter table webhook_deliveries add column digest_id uuid check (digest_id is null or channel is not null);
create index webhook_deliveries_due_messages on webhook_deliveries (next_attempt_at)
  where status = 'PENDING' and channel is not null;

-- How much a target was sent lately, over all rules that name it and all workers.
create table notification_targets (
  -- SHA-256 of channel and target.
  target_hash bytea primary key check (octet_length(target_hash) = 32),
  -- Messages of the last minute, oldest first.
  sent_at timestamptz[] not null check (cardinality(sent_at) <= 20),
  -- Of the last digest.
  digest_at timestamptz,
  -- The result of the last statement: how many it granted, and whether a digest.
  granted smallint not null,
  is_digest boolean not null
);
