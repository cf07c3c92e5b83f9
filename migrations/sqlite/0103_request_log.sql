-- The last requests of the API keys of a project: neither bodies nor queries.
CREATE TABLE request_log (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  key_id text NOT NULL,
  at integer NOT NULL,
  method text NOT NULL,
  operation text NOT NULL,
  status integer NOT NULL,
  duration_us integer NOT NULL,
  request_id text NOT NULL,
  code text,
  field text
) STRICT;
CREATE INDEX request_log_project ON request_log (project_id, id);
CREATE INDEX request_log_at ON request_log (at);
