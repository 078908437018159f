-- Pairs of a key that a newer one has replaced: each is valid until then beside it. At most two of a key, so that a
-- replacement whose answer was lost can be repeated without ending the pair that is still in use.
CREATE TABLE replaced_credentials (
  key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
  api_key_id uuid NOT NULL REFERENCES api_keys (id),
  key_prefix text NOT NULL CHECK (key_prefix ~ '^svc_ak_[0-9a-f]{8}$'),
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  replaced_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX replaced_credentials_of_key ON replaced_credentials (api_key_id, replaced_at DESC);

ALTER TABLE audit DROP CONSTRAINT audit_kind_check;
ALTER TABLE audit ADD CONSTRAINT audit_kind_check CHECK (kind IN
  ('key.created', 'key.updated', 'key.rotated', 'key.webhook_secret_rotated', 'key.revoked', 'validation.refused'));
-- For users who read what happened to their keys.
CREATE INDEX audit_of_user ON audit (user_id, at DESC, id DESC) WHERE user_id IS NOT NULL;

-- Where a key was last used from; null: not used since this was noted.
ALTER TABLE api_keys ADD COLUMN last_used_ip text CHECK (char_length(last_used_ip) <= 64);
