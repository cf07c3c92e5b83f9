-- Roles writer and reviewer.
ALTER TABLE users ADD CONSTRAINT users_role
  CHECK (role IN ('owner', 'admin', 'editor', 'writer', 'reviewer', 'viewer'));
