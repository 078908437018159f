-- Blocks that the books had been advanced to before, further apart the older they are: after a reorganisation deeper
-- than the confirmations they say from where on the chain is another one.
alter table venue_cursors
  add column moved_at timestamptz not null default clock_timestamp(),
  add column passed jsonb not null default '[]' check (jsonb_typeof(passed) = 'array');
