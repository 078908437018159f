-- Signatures of the gateway under which something was changed: each is good once, on every replica.
CREATE TABLE used_signatures (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  -- after which no replica would believe it anyway
  until timestamptz NOT NULL
);
CREATE INDEX used_signatures_by_end ON used_signatures (until);

-- User ids arrive as UTF-8, but each of their bytes was taken for a character of its own. (The audit keeps what it said.)
CREATE FUNCTION pg_temp.from_utf8(text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN convert_from(convert_to($1, 'LATIN1'), 'UTF8');
EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
  RETURN $1;
END $$;
UPDATE api_keys SET user_id = pg_temp.from_utf8(user_id) WHERE user_id ~ '[^ -~]';
