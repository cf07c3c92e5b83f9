-- Lists by name and by creation are read in order, a page at a time.
CREATE INDEX templates_project_name ON templates (project_id, lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX templates_project_created ON templates (project_id, created_at, id) WHERE deleted_at IS NULL;

-- What is searched is folded when it is written. lower() took most of the time of a search, for each hit is looked at again.
DROP INDEX template_search_index;
CREATE INDEX template_search_index ON template_search USING gin ((name || ' ' || subject || ' ' || body) gin_trgm_ops);
