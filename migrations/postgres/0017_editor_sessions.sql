CREATE TABLE editor_sessions (
  hash text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  email_id text NOT NULL,
  start_from text,
  user_id text NOT NULL,
  seat text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  replaced_at bigint
);
CREATE INDEX editor_sessions_project ON editor_sessions (project_id);
CREATE INDEX editor_sessions_expiry ON editor_sessions (expires_at);

CREATE TABLE external_templates (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  external_id text NOT NULL,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  created_at bigint NOT NULL,
  PRIMARY KEY (project_id, external_id)
);
CREATE INDEX external_templates_template ON external_templates (template_id);
