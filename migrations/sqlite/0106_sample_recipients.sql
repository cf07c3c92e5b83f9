-- Recipients with sample data, as whom emails of a project are previewed.
CREATE TABLE sample_recipients (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  data text NOT NULL,
  revision integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX sample_recipients_name ON sample_recipients (project_id, name);
