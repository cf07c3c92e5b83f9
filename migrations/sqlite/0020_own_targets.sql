-- Export targets of projects' own.
CREATE TABLE export_targets (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id text NOT NULL,
  base text NOT NULL,
  name text NOT NULL,
  overrides text NOT NULL,
  revision integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;

-- What projects call their fields in the accounts of a target.
CREATE TABLE export_field_maps (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  target text NOT NULL,
  fields text NOT NULL,
  updated_at integer NOT NULL,
  PRIMARY KEY (project_id, target)
) STRICT;
