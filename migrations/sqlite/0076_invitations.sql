-- Invitations, links that reset a password, and where a session was opened.
CREATE TABLE invitations (
  id text NOT NULL PRIMARY KEY,
  hash text NOT NULL,
  company_id text NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  inviter_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'writer', 'reviewer', 'viewer')),
  created_at integer NOT NULL,
  expires_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX invitations_hash ON invitations (hash);
CREATE UNIQUE INDEX invitations_email ON invitations (company_id, email);
CREATE INDEX invitations_inviter ON invitations (inviter_id);

CREATE TABLE reset_links (
  hash text NOT NULL PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at integer NOT NULL,
  expires_at integer NOT NULL
) STRICT;
CREATE INDEX reset_links_user ON reset_links (user_id);

ALTER TABLE console_sessions ADD COLUMN ip text;
ALTER TABLE console_sessions ADD COLUMN user_agent text;
