-- Faults that the requests, streams and webhooks of a key meet, in development stacks alone: a row a key, with what they
-- have met so far. Rows that have ended stay for a day, to be read.
create table sandbox_faults (
  key_id uuid primary key,
  faults jsonb not null,
  seed bigint not null check (seed >= 0),
  started_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > started_at),
  met jsonb not null
) with (fillfactor = 50);
create index sandbox_faults_ends on sandbox_faults (expires_at);
