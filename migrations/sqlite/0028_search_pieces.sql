-- What templates are found by is folded further, and kept in pieces. The service copies it while it migrates.
DROP TABLE template_search_index;
DROP TRIGGER template_search_inserted;
DROP TRIGGER template_search_deleted;
DROP TRIGGER template_search_updated;
DROP INDEX template_search_template;
ALTER TABLE template_search RENAME TO template_search_before;
CREATE TABLE template_search (
  entry integer NOT NULL PRIMARY KEY,
  project_id text NOT NULL,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  name text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL
) STRICT;
