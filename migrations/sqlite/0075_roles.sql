-- Roles writer and reviewer. SQLite adds no constraint to a column, so another one replaces it.
ALTER TABLE users ADD COLUMN checked_role text NOT NULL DEFAULT 'viewer'
  CHECK (checked_role IN ('owner', 'admin', 'editor', 'writer', 'reviewer', 'viewer'));
UPDATE users SET checked_role = role;
ALTER TABLE users DROP COLUMN role;
ALTER TABLE users RENAME COLUMN checked_role TO role;
