-- Keys and secrets are random; only their SHA-256 digests are kept, so this table is of no use to whoever copies it.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id text NOT NULL CHECK (char_length(user_id) BETWEEN 1 AND 128),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 100),
  key_prefix text NOT NULL CHECK (key_prefix ~ '^svc_ak_[0-9a-f]{8}$'),
  key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  permissions text[] NOT NULL
    CHECK (cardinality(permissions) BETWEEN 1 AND 3 AND permissions <@ ARRAY['READ_ONLY', 'TRADE', 'MANAGE_ORDERS']),
  ip_whitelist text[] NOT NULL CHECK (cardinality(ip_whitelist) <= 50),
  webhook_url text CHECK (webhook_url LIKE 'https://%' AND char_length(webhook_url) <= 2048),
  expires_at timestamptz CHECK (expires_at > created_at),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Listing and counting a user's keys; revoked ones are never read this way.
CREATE INDEX api_keys_unrevoked_of_user ON api_keys (user_id, created_at DESC, id DESC) WHERE revoked_at IS NULL;
