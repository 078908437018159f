-- What happened to keys, and who was refused. Creations and revocations are events, written in the transaction of their
-- cause and never changed; refusals are counters, so that whoever guesses at keys cannot fill the disk.
CREATE TABLE audit (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('key.created', 'key.revoked', 'validation.refused')),
  at timestamptz NOT NULL,
  last_at timestamptz NOT NULL CHECK (last_at >= at),
  key_id uuid,
  key_prefix text CHECK (key_prefix ~ '^svc_ak_[0-9a-f]{8}$'),
  user_id text CHECK (char_length(user_id) BETWEEN 1 AND 128),
  ip text CHECK (char_length(ip) <= 64),
  reason text
    CHECK (reason IN ('unknown_key', 'wrong_secret', 'revoked', 'expired', 'ip_not_allowed', 'scope_missing')),
  count integer NOT NULL CHECK (count >= 1),
  CHECK ((kind = 'validation.refused') = (reason IS NOT NULL)),
  CHECK ((key_id IS NULL) = (key_prefix IS NULL) AND (key_id IS NULL) = (user_id IS NULL)),
  CHECK (kind = 'validation.refused' OR (key_id IS NOT NULL AND ip IS NOT NULL AND count = 1 AND last_at = at))
);

CREATE INDEX audit_by_time ON audit (at DESC, id DESC);

CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events of the audit are never changed or removed';
END
$$;

CREATE TRIGGER audit_keeps_events BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW WHEN (OLD.kind <> 'validation.refused') EXECUTE FUNCTION keep_audit();

CREATE TRIGGER audit_keeps_all BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();
