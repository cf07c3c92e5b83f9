-- What filter counts read, so that they never read the rows: the facets in the order of their groups, and the folders.
CREATE INDEX templates_facets
  ON templates (project_id, type, source, created_by_kind, created_by_id, created_by_name, deleted_at, is_public);
DROP INDEX templates_project_folder;
CREATE INDEX templates_project_folder ON templates (project_id, folder_id, deleted_at, is_public);
