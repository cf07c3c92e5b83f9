-- The templates of an export as rows, so that lists leave out exports of templates that their caller may not see.
CREATE TABLE export_templates (
  export_id text NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
  template_id text NOT NULL,
  is_restricted integer NOT NULL,
  PRIMARY KEY (export_id, template_id)
) STRICT, WITHOUT ROWID;
-- What is gone by now may have been restricted.
INSERT INTO export_templates
  SELECT DISTINCT e.id, named.value, CASE WHEN t.id IS NULL OR t.guard_id IS NOT NULL THEN 1 ELSE 0 END
  FROM exports e JOIN json_each(e.template_ids) named LEFT JOIN templates t ON t.id = named.value;
