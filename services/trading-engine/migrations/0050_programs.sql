-- What a firm sells: phases in their order, each on a plan. A version pins the plan versions of all its phases, and like
-- a plan version it never changes.
create table programs (
  id text not null,
  version integer not null check (version > 0),
  definition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (id, version)
);
