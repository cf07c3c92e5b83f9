CREATE TABLE companies (
  id text NOT NULL PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL,
  created_at integer NOT NULL
) STRICT;

CREATE TABLE projects (
  id text NOT NULL PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies (id),
  name text NOT NULL,
  plugin_id text NOT NULL,
  plugin_secret text NOT NULL,
  previous_secret text,
  previous_secret_until integer,
  allowed_origins text NOT NULL,
  settings text NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL,
  deleted_at integer
) STRICT;
CREATE UNIQUE INDEX projects_plugin_id ON projects (plugin_id);
CREATE INDEX projects_company ON projects (company_id);

CREATE TABLE api_keys (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes text NOT NULL,
  expires_at integer,
  last_used_at integer,
  revoked_at integer,
  created_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX api_keys_hash ON api_keys (hash);
CREATE INDEX api_keys_project ON api_keys (project_id, created_at);

CREATE TABLE users (
  id text NOT NULL PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies (id),
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  password_hash text NOT NULL,
  created_at integer NOT NULL,
  last_sign_in_at integer
) STRICT;
CREATE UNIQUE INDEX users_email ON users (email);
CREATE INDEX users_company ON users (company_id);

CREATE TABLE console_sessions (
  hash text NOT NULL PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at integer NOT NULL,
  expires_at integer NOT NULL
) STRICT;
CREATE INDEX console_sessions_user ON console_sessions (user_id);
CREATE INDEX console_sessions_expires ON console_sessions (expires_at);

CREATE TABLE setup_links (
  hash text NOT NULL PRIMARY KEY,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  used_at integer
) STRICT;

CREATE TABLE folders (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  parent_id text REFERENCES folders (id),
  name text NOT NULL,
  name_key text NOT NULL,
  color text,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX folders_sibling_name ON folders (project_id, coalesce(parent_id, ''), name_key);
CREATE INDEX folders_parent ON folders (parent_id);

CREATE TABLE templates (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  folder_id text REFERENCES folders (id) ON DELETE SET NULL,
  name text NOT NULL,
  type text NOT NULL,
  subject text,
  preheader text,
  tags text NOT NULL,
  source text NOT NULL,
  revision integer NOT NULL,
  size_bytes integer NOT NULL,
  is_public integer NOT NULL,
  starter text,
  created_by_kind text NOT NULL,
  created_by_id text NOT NULL,
  created_by_name text NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL,
  deleted_at integer
) STRICT;
CREATE UNIQUE INDEX templates_starter ON templates (starter);
-- Partial, because Postgres cannot read rows in order behind a column that is only known to be NULL.
CREATE INDEX templates_project_updated ON templates (project_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX templates_project_folder ON templates (project_id, folder_id, deleted_at);
CREATE INDEX templates_folder ON templates (folder_id);
CREATE INDEX templates_public ON templates (is_public, updated_at);
CREATE INDEX templates_trash ON templates (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE template_documents (
  template_id text NOT NULL PRIMARY KEY REFERENCES templates (id) ON DELETE CASCADE,
  document text NOT NULL
) STRICT;

-- The rowid of a text-keyed table may change under VACUUM; the full-text index needs a number that never does.
CREATE TABLE template_search (
  entry integer NOT NULL PRIMARY KEY,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  name text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL
) STRICT;
CREATE UNIQUE INDEX template_search_template ON template_search (template_id);
CREATE VIRTUAL TABLE template_search_index USING fts5 (
  name, subject, body, content = 'template_search', content_rowid = 'entry', tokenize = 'trigram'
);
CREATE TRIGGER template_search_inserted AFTER INSERT ON template_search BEGIN
  INSERT INTO template_search_index (rowid, name, subject, body) VALUES (new.entry, new.name, new.subject, new.body);
END;
CREATE TRIGGER template_search_deleted AFTER DELETE ON template_search BEGIN
  INSERT INTO template_search_index (template_search_index, rowid, name, subject, body)
  VALUES ('delete', old.entry, old.name, old.subject, old.body);
END;
CREATE TRIGGER template_search_updated AFTER UPDATE ON template_search BEGIN
  INSERT INTO template_search_index (template_search_index, rowid, name, subject, body)
  VALUES ('delete', old.entry, old.name, old.subject, old.body);
  INSERT INTO template_search_index (rowid, name, subject, body) VALUES (new.entry, new.name, new.subject, new.body);
END;

CREATE TABLE favorites (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  owner text NOT NULL,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  PRIMARY KEY (project_id, owner, template_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX favorites_template ON favorites (template_id);

CREATE TABLE exports (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  format text NOT NULL,
  status text NOT NULL,
  template_ids text NOT NULL,
  files text NOT NULL,
  warnings text NOT NULL,
  error text,
  created_at integer NOT NULL,
  completed_at integer,
  expires_at integer NOT NULL
) STRICT;
CREATE INDEX exports_project ON exports (project_id, created_at);
CREATE INDEX exports_expires ON exports (expires_at);

CREATE TABLE idempotency_keys (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  headers text,
  body text,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  PRIMARY KEY (project_id, key)
) STRICT;
CREATE INDEX idempotency_keys_expires ON idempotency_keys (expires_at);

CREATE TABLE rate_counters (
  bucket text NOT NULL,
  window_start integer NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (bucket, window_start)
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_counters_window ON rate_counters (window_start);

CREATE TABLE audit_log (
  id text NOT NULL PRIMARY KEY,
  at integer NOT NULL,
  company_id text,
  project_id text,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  action text NOT NULL,
  target text,
  ip text,
  request_id text,
  detail text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL
) STRICT;
CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_project ON audit_log (project_id, at);
CREATE INDEX audit_log_company ON audit_log (company_id, at);
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;

CREATE TABLE settings (
  key text NOT NULL PRIMARY KEY,
  value text NOT NULL
) STRICT;
