-- Applications that sign in at /mcp by OAuth, and their tokens.
CREATE TABLE connected_apps (
  id text NOT NULL PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  client_id text NOT NULL,
  name text NOT NULL,
  redirect_uri text NOT NULL,
  scopes text NOT NULL,
  created_at integer NOT NULL,
  last_used_at integer
) STRICT;
CREATE INDEX connected_apps_user ON connected_apps (user_id, created_at);
CREATE INDEX connected_apps_project ON connected_apps (project_id);
CREATE TABLE app_tokens (
  hash text NOT NULL PRIMARY KEY,
  app_id text NOT NULL REFERENCES connected_apps (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
  challenge text,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  used_at integer
) STRICT;
CREATE INDEX app_tokens_app ON app_tokens (app_id);
CREATE INDEX app_tokens_expires ON app_tokens (expires_at);
