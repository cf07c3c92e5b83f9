CREATE TABLE template_versions (
  id text NOT NULL PRIMARY KEY,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  number integer NOT NULL,
  revision integer NOT NULL,
  kind text NOT NULL,
  label text,
  message text,
  pinned integer NOT NULL,
  author_kind text NOT NULL,
  author_id text NOT NULL,
  author_name text NOT NULL,
  parts text NOT NULL,
  changes text NOT NULL,
  size_bytes integer NOT NULL,
  created_at integer NOT NULL,
  saved_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX template_versions_number ON template_versions (template_id, number);

CREATE TABLE template_parts (
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  key text NOT NULL,
  json text NOT NULL,
  PRIMARY KEY (template_id, key)
) STRICT, WITHOUT ROWID;
