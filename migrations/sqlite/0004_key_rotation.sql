-- A rotated key: the one it replaced stays valid until its grace ends.
ALTER TABLE api_keys ADD COLUMN previous_hash text;
ALTER TABLE api_keys ADD COLUMN previous_expires_at integer;
CREATE UNIQUE INDEX api_keys_previous_hash ON api_keys (previous_hash) WHERE previous_hash IS NOT NULL;
