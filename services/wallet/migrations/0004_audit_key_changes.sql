-- Changes of a key and new signing secrets are events of the audit as well.
ALTER TABLE audit DROP CONSTRAINT audit_kind_check;
ALTER TABLE audit ADD CONSTRAINT audit_kind_check
  CHECK (kind IN ('key.created', 'key.updated', 'key.webhook_secret_rotated', 'key.revoked', 'validation.refused'));
