-- Rules by which users are told of what happens to their accounts. The trading engine reads them and sends.
CREATE TABLE notification_rules (
  id uuid PRIMARY KEY,
  user_id text NOT NULL CHECK (char_length(user_id) BETWEEN 1 AND 128),
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'TELEGRAM', 'DISCORD', 'SLACK', 'WEBHOOK')),
  target text NOT NULL CHECK (char_length(target) BETWEEN 1 AND 2048),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 11 AND events <@ ARRAY['BREACH', 'WARNING',
    'LIQUIDATION', 'PROMOTION', 'PAYOUT', 'HALT', 'DEAD_MAN_SWITCH', 'ORDER', 'FILL', 'POSITION', 'COPY']),
  -- Empty: every account.
  accounts uuid[] NOT NULL CHECK (cardinality(accounts) <= 100),
  -- All three or none.
  quiet_from text CHECK (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_to text CHECK (quiet_to ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_zone text CHECK (char_length(quiet_zone) <= 64),
  min_severity text NOT NULL CHECK (min_severity IN ('INFO', 'WARNING', 'CRITICAL')),
  created_at timestamptz NOT NULL,
  -- When its target showed a code; null: it is sent nothing but codes.
  proven_at timestamptz,
  -- When the receiver stopped it; a new code proves it again.
  stopped_at timestamptz,
  -- As it stands in each message: it stops the rule and does nothing else.
  unsubscribe_token text NOT NULL UNIQUE CHECK (unsubscribe_token ~ '^svc_nu_[0-9a-f]{48}$'),
  CHECK (proven_at IS NULL OR stopped_at IS NULL),
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND (quiet_from IS NULL) = (quiet_zone IS NULL))
);
CREATE INDEX notification_rules_of_user ON notification_rules (user_id, created_at DESC, id DESC);

-- Messages that users asked for: a code where there is a hash of one, else a test. The newest code of a rule counts.
CREATE TABLE notification_messages (
  id uuid PRIMARY KEY,
  rule_id uuid NOT NULL,
  user_id text NOT NULL,
  -- Of channel and target: a target is not to be flooded by whoever names it, with however many rules.
  target_hash bytea NOT NULL CHECK (octet_length(target_hash) = 32),
  code_hash bytea CHECK (octet_length(code_hash) = 32),
  tries smallint NOT NULL CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX notification_messages_of_rule ON notification_messages (rule_id, created_at DESC);
CREATE INDEX notification_messages_of_target ON notification_messages (target_hash, created_at);
CREATE INDEX notification_messages_of_user ON notification_messages (user_id, created_at);
CREATE INDEX notification_messages_by_age ON notification_messages (created_at);

-- What happens to a rule is audited as what happens to a key: its id stands in the same column.
ALTER TABLE audit DROP CONSTRAINT audit_kind_check;
ALTER TABLE audit ADD CONSTRAINT audit_kind_check CHECK (kind IN
  ('key.created', 'key.updated', 'key.rotated', 'key.webhook_secret_rotated', 'key.revoked',
   'hook.created', 'hook.updated', 'hook.rotated', 'hook.revoked',
   'notification_rule.created', 'notification_rule.updated', 'notification_rule.proven', 'notification_rule.stopped',
   'notification_rule.deleted', 'validation.refused'));
ALTER TABLE audit DROP CONSTRAINT audit_key_prefix_check;
ALTER TABLE audit ADD CONSTRAINT audit_key_prefix_check CHECK (key_prefix ~ '^(svc_(ak|hk)|rule)_[0-9a-f]{8}$');
