-- Accounts at mailing systems that templates are pushed to.
CREATE TABLE connections (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  provider text NOT NULL,
  name text NOT NULL,
  settings text NOT NULL,
  credentials text NOT NULL,
  base_url text,
  target text,
  options text NOT NULL,
  test text,
  revision integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE INDEX connections_project ON connections (project_id, id);

CREATE TABLE connection_templates (
  connection_id text NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  locale text NOT NULL,
  remote_id text,
  pending_since integer,
  pushed_revision integer,
  pushed_at integer,
  PRIMARY KEY (connection_id, template_id, locale)
) STRICT;
CREATE INDEX connection_templates_template ON connection_templates (template_id);

CREATE TABLE pushes (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  template_id text NOT NULL,
  locale text,
  wish text NOT NULL,
  status text NOT NULL,
  action text,
  remote_id text,
  warnings text NOT NULL,
  error text,
  job_id text NOT NULL,
  next_attempt_at integer,
  created_at integer NOT NULL,
  completed_at integer
) STRICT;
CREATE INDEX pushes_project ON pushes (project_id);
CREATE INDEX pushes_connection ON pushes (connection_id, id);
CREATE INDEX pushes_created ON pushes (created_at);
