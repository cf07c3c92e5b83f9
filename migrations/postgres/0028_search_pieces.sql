-- What templates are found by is folded further, and kept in pieces. The service copies it while it migrates.
ALTER TABLE template_search RENAME TO template_search_before;
ALTER INDEX template_search_pkey RENAME TO template_search_before_pkey;
ALTER SEQUENCE template_search_entry_seq RENAME TO template_search_before_entry_seq;
DROP INDEX template_search_index;
DROP INDEX template_search_template;
CREATE TABLE template_search (
  entry bigserial NOT NULL PRIMARY KEY,
  project_id text NOT NULL,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  name text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL
);
