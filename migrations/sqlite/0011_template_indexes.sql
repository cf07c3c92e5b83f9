-- Lists by name and by creation are read in order, a page at a time.
CREATE INDEX templates_project_name ON templates (project_id, lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX templates_project_created ON templates (project_id, created_at, id) WHERE deleted_at IS NULL;
