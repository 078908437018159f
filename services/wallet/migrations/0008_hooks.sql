-- Hooks: addresses for senders that can set no headers, such as TradingView. A token is random; only its SHA-256 digest
-- is kept. What a hook may do on its account is here; that the account is its owner's is known to the trading engine.
CREATE TABLE hooks (
  id uuid PRIMARY KEY,
  user_id text NOT NULL CHECK (char_length(user_id) BETWEEN 1 AND 128),
  account_id uuid NOT NULL,
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 100),
  token_prefix text NOT NULL CHECK (token_prefix ~ '^svc_hk_[0-9a-f]{8}$'),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Empty: every symbol.
  symbols text[] NOT NULL CHECK (cardinality(symbols) <= 100),
  actions text[] NOT NULL CHECK (cardinality(actions) BETWEEN 1 AND 6
    AND actions <@ ARRAY['position', 'buy', 'sell', 'close', 'reverse', 'flat']),
  max_quantity numeric(38, 18) NOT NULL CHECK (max_quantity > 0 AND max_quantity < 1e20),
  max_orders_per_minute smallint NOT NULL CHECK (max_orders_per_minute BETWEEN 1 AND 60),
  -- Addresses and CIDR ranges, and `tradingview` for those of TradingView; empty: every address.
  ip_list text[] NOT NULL CHECK (cardinality(ip_list) <= 50),
  -- The text of each field of an alert, as JSON; null: fields have their own names.
  template text CHECK (char_length(template) <= 8192),
  expires_at timestamptz CHECK (expires_at > created_at),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_ip text CHECK (char_length(last_used_ip) <= 64),
  revoked_at timestamptz
);
CREATE INDEX hooks_unrevoked_of_user ON hooks (user_id, created_at DESC, id DESC) WHERE revoked_at IS NULL;

-- Tokens that a newer one has replaced, valid until then beside it; at most two of a hook, as of the pairs of a key.
CREATE TABLE replaced_hook_tokens (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  hook_id uuid NOT NULL REFERENCES hooks (id),
  replaced_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX replaced_hook_tokens_of_hook ON replaced_hook_tokens (hook_id, replaced_at DESC);

-- What happens to a hook is audited as what happens to a key: its id and prefix stand in the same columns.
ALTER TABLE audit DROP CONSTRAINT audit_kind_check;
ALTER TABLE audit ADD CONSTRAINT audit_kind_check CHECK (kind IN
  ('key.created', 'key.updated', 'key.rotated', 'key.webhook_secret_rotated', 'key.revoked',
   'hook.created', 'hook.updated', 'hook.rotated', 'hook.revoked', 'validation.refused'));
ALTER TABLE audit DROP CONSTRAINT audit_key_prefix_check;
ALTER TABLE audit ADD CONSTRAINT audit_key_prefix_check CHECK (key_prefix ~ '^svc_(ak|hk)_[0-9a-f]{8}$');
