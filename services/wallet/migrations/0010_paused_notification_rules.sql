-- A rule that its user has paused is sent nothing but codes. What happened before it was resumed is not sent later.
ALTER TABLE notification_rules
  ADD COLUMN paused_at timestamptz,
  -- When it was resumed last; null: it never was, or is paused again.
  ADD COLUMN resumed_at timestamptz,
  ADD CHECK (paused_at IS NULL OR resumed_at IS NULL);
