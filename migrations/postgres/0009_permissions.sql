CREATE TABLE grants (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  template_id text REFERENCES templates (id) ON DELETE CASCADE,
  folder_id text REFERENCES folders (id) ON DELETE CASCADE,
  principal_kind text NOT NULL,
  principal_id text NOT NULL,
  level text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX grants_project ON grants (project_id);
CREATE UNIQUE INDEX grants_template_principal ON grants (template_id, principal_kind, principal_id);
CREATE UNIQUE INDEX grants_folder_principal ON grants (folder_id, principal_kind, principal_id);

-- Where the nearest grants are: the template's own id or that of a folder around it; null while there are none.
ALTER TABLE templates ADD COLUMN guard_id text;
CREATE INDEX templates_guard ON templates (project_id, guard_id) WHERE guard_id IS NOT NULL;
