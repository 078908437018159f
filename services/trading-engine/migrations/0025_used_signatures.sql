-- Signatures of the gateway under which something was changed: each is good once, on every replica.
CREATE TABLE used_signatures (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  -- after which no replica would believe it anyway
  until timestamptz NOT NULL
);
CREATE INDEX used_signatures_by_end ON used_signatures (until);
