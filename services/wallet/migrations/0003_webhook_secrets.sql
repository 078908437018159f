-- What signs the events sent to a key's webhook: AES-256-GCM of the secret, with the key's id as associated data, under
-- the encryption key that encryption_key_id names. The encryption keys are in the environment, never here.
CREATE TABLE webhook_secrets (
  id uuid PRIMARY KEY,
  api_key_id uuid NOT NULL REFERENCES api_keys (id),
  encryption_key_id text NOT NULL CHECK (encryption_key_id ~ '^[A-Za-z0-9._-]{1,32}$'),
  nonce bytea NOT NULL CHECK (octet_length(nonce) = 12),
  -- The text, and the tag of 16 bytes behind it.
  ciphertext bytea NOT NULL CHECK (octet_length(ciphertext) BETWEEN 17 AND 272),
  created_at timestamptz NOT NULL,
  -- Null: the secret of today. Else a replaced one, which signs beside it until then.
  expires_at timestamptz
);

-- At most two of a key: the secret of today, and the one before it.
CREATE UNIQUE INDEX webhook_secrets_of_today ON webhook_secrets (api_key_id) WHERE expires_at IS NULL;
CREATE UNIQUE INDEX webhook_secrets_replaced ON webhook_secrets (api_key_id) WHERE expires_at IS NOT NULL;

-- For the command that encrypts anew whatever is not under the newest encryption key.
CREATE INDEX webhook_secrets_by_encryption_key ON webhook_secrets (encryption_key_id, id);
