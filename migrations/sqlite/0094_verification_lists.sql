CREATE TABLE verification_list_entries (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  kind text NOT NULL,
  value_key text NOT NULL,
  domain text NOT NULL,
  list text NOT NULL,
  note text,
  expires_at integer,
  revision integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX verification_list_entries_value ON verification_list_entries (project_id, value_key);
CREATE INDEX verification_list_entries_project ON verification_list_entries (project_id, id);
CREATE INDEX verification_list_entries_expires ON verification_list_entries (expires_at);
