-- The editing lock lives in the row it locks, so that whoever takes the row sees it.
ALTER TABLE templates ADD COLUMN lock_kind text;
ALTER TABLE templates ADD COLUMN lock_id text;
ALTER TABLE templates ADD COLUMN lock_name text;
ALTER TABLE templates ADD COLUMN locked_at integer;
ALTER TABLE templates ADD COLUMN lock_expires_at integer;
