CREATE TABLE modules (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  name_key text NOT NULL,
  version integer NOT NULL,
  revision integer NOT NULL,
  created_by_kind text NOT NULL,
  created_by_id text NOT NULL,
  created_by_name text NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE INDEX modules_name ON modules (project_id, name_key, id);

CREATE TABLE module_versions (
  module_id text NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
  version integer NOT NULL,
  content text NOT NULL,
  changes text NOT NULL,
  message text,
  size_bytes integer NOT NULL,
  author_kind text NOT NULL,
  author_id text NOT NULL,
  author_name text NOT NULL,
  created_at integer NOT NULL,
  PRIMARY KEY (module_id, version)
) STRICT;

CREATE TABLE module_nestings (
  module_id text NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
  module_version integer NOT NULL,
  node_id text NOT NULL,
  used_id text NOT NULL,
  used_version integer,
  PRIMARY KEY (module_id, module_version, node_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX module_nestings_used ON module_nestings (used_id);

CREATE TABLE template_module_uses (
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  node_id text NOT NULL,
  module_id text NOT NULL,
  version integer,
  PRIMARY KEY (template_id, node_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX template_module_uses_module ON template_module_uses (module_id, template_id);

CREATE TABLE module_runs (
  job_id text NOT NULL PRIMARY KEY,
  after_id text NOT NULL,
  processed integer NOT NULL,
  changed integer NOT NULL,
  failed integer NOT NULL,
  results text NOT NULL
) STRICT, WITHOUT ROWID;
