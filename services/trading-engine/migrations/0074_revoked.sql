-- What the firm takes back: certificates for good, and competitions that end before their end.
alter table certificates add column revoked_at timestamptz, add column revoked_reason text,
  add constraint certificates_revoked check ((revoked_at is null) = (revoked_reason is null));
alter table competitions add column closed_at timestamptz, add column closed_reason text,
  add constraint competitions_closed check ((closed_at is null) = (closed_reason is null) and closed_at <= ends_at);
