-- Dead-man's switches that are armed; a heartbeat rewrites one row. acts_at: when a worker looks at it, at expires_at or
-- later. One that has acted or was disarmed has no row.
create table dead_man_switches (
  account_id uuid primary key references accounts (id),
  timeout_ms integer not null check (timeout_ms between 5000 and 3600000),
  action text not null check (action in ('CANCEL_OPENING', 'CANCEL_ALL', 'FLATTEN')),
  armed_at timestamptz not null,
  expires_at timestamptz not null,
  acts_at timestamptz not null check (acts_at >= expires_at)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index dead_man_switches_due on dead_man_switches (acts_at);

-- Times in which a process could take heartbeats: a switch that ran out outside of all of them acts later.
create table heartbeat_uptimes (
  id uuid primary key,
  from_at timestamptz not null,
  to_at timestamptz not null,
  check (to_at >= from_at)
) with (fillfactor = 50);
