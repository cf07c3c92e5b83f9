CREATE TABLE companies (
  id text NOT NULL PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE projects (
  id text NOT NULL PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies (id),
  name text NOT NULL,
  plugin_id text NOT NULL,
  plugin_secret text NOT NULL,
  previous_secret text,
  previous_secret_until bigint,
  allowed_origins jsonb NOT NULL,
  settings jsonb NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint
);
CREATE UNIQUE INDEX projects_plugin_id ON projects (plugin_id);
CREATE INDEX projects_company ON projects (company_id);

CREATE TABLE api_keys (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes jsonb NOT NULL,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint,
  created_at bigint NOT NULL
);
CREATE UNIQUE INDEX api_keys_hash ON api_keys (hash);
CREATE INDEX api_keys_project ON api_keys (project_id, created_at);

CREATE TABLE users (
  id text NOT NULL PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies (id),
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  password_hash text NOT NULL,
  created_at bigint NOT NULL,
  last_sign_in_at bigint
);
CREATE UNIQUE INDEX users_email ON users (email);
CREATE INDEX users_company ON users (company_id);

CREATE TABLE console_sessions (
  hash text NOT NULL PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX console_sessions_user ON console_sessions (user_id);
CREATE INDEX console_sessions_expires ON console_sessions (expires_at);

CREATE TABLE setup_links (
  hash text NOT NULL PRIMARY KEY,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint
);

CREATE TABLE folders (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  parent_id text REFERENCES folders (id),
  name text NOT NULL,
  name_key text NOT NULL,
  color text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
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
  tags jsonb NOT NULL,
  source text NOT NULL,
  revision integer NOT NULL,
  size_bytes integer NOT NULL,
  is_public boolean NOT NULL,
  starter text,
  created_by_kind text NOT NULL,
  created_by_id text NOT NULL,
  created_by_name text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint
);
CREATE UNIQUE INDEX templates_starter ON templates (starter);
-- Partial, because Postgres cannot read rows in order behind a column that is only known to be NULL.
CREATE INDEX templates_project_updated ON templates (project_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX templates_project_folder ON templates (project_id, folder_id, deleted_at);
CREATE INDEX templates_folder ON templates (folder_id);
CREATE INDEX templates_public ON templates (is_public, updated_at);
CREATE INDEX templates_trash ON templates (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE template_documents (
  template_id text NOT NULL PRIMARY KEY REFERENCES templates (id) ON DELETE CASCADE,
  document json NOT NULL
);

-- pg_trgm is a trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE template_search (
  entry bigserial PRIMARY KEY,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  name text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL
);
CREATE UNIQUE INDEX template_search_template ON template_search (template_id);
CREATE INDEX template_search_index ON template_search USING gin (
  lower(name || ' ' || subject || ' ' || body) gin_trgm_ops
);

CREATE TABLE favorites (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  owner text NOT NULL,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  PRIMARY KEY (project_id, owner, template_id)
);
CREATE INDEX favorites_template ON favorites (template_id);

CREATE TABLE exports (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  format text NOT NULL,
  status text NOT NULL,
  template_ids jsonb NOT NULL,
  files jsonb NOT NULL,
  warnings jsonb NOT NULL,
  error jsonb,
  created_at bigint NOT NULL,
  completed_at bigint,
  expires_at bigint NOT NULL
);
CREATE INDEX exports_project ON exports (project_id, created_at);
CREATE INDEX exports_expires ON exports (expires_at);

CREATE TABLE idempotency_keys (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  headers jsonb,
  body text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (project_id, key)
);
CREATE INDEX idempotency_keys_expires ON idempotency_keys (expires_at);

-- Counters may be lost in a crash; the write-ahead log need not carry them.
CREATE UNLOGGED TABLE rate_counters (
  bucket text NOT NULL,
  window_start bigint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (bucket, window_start)
);
CREATE INDEX rate_counters_window ON rate_counters (window_start);

CREATE TABLE audit_log (
  id text NOT NULL PRIMARY KEY,
  at bigint NOT NULL,
  company_id text,
  project_id text,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  action text NOT NULL,
  target text,
  ip text,
  request_id text,
  detail json NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL
);
CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_project ON audit_log (project_id, at);
CREATE INDEX audit_log_company ON audit_log (company_id, at);
CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END
$$;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();

CREATE TABLE settings (
  key text NOT NULL PRIMARY KEY,
  value jsonb NOT NULL
);
