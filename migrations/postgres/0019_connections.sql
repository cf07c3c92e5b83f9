-- Accounts at mailing systems that templates are pushed to.
CREATE TABLE connections (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  provider text NOT NULL,
  name text NOT NULL,
  settings jsonb NOT NULL,
  credentials text NOT NULL,
  base_url text,
  target text,
  options jsonb NOT NULL,
  test jsonb,
  revision integer NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX connections_project ON connections (project_id, id);

CREATE TABLE connection_templates (
  connection_id text NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  locale text NOT NULL,
  remote_id text,
  pending_since bigint,
  pushed_revision integer,
  pushed_at bigint,
  PRIMARY KEY (connection_id, template_id, locale)
);
CREATE INDEX connection_templates_template ON connection_templates (template_id);

CREATE TABLE pushes (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  template_id text NOT NULL,
  locale text,
  wish jsonb NOT NULL,
  status text NOT NULL,
  action text,
  remote_id text,
  warnings jsonb NOT NULL,
  error jsonb,
  job_id text NOT NULL,
  next_attempt_at bigint,
  created_at bigint NOT NULL,
  completed_at bigint
);
CREATE INDEX pushes_project ON pushes (project_id);
CREATE INDEX pushes_connection ON pushes (connection_id, id);
CREATE INDEX pushes_created ON pushes (created_at);
