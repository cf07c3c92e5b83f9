-- The templates of an export as rows, so that lists leave out exports of templates that their caller may not see.
CREATE TABLE export_templates (
  export_id text NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
  template_id text NOT NULL,
  is_restricted boolean NOT NULL,
  PRIMARY KEY (export_id, template_id)
);
-- What is gone by now may have been restricted.
INSERT INTO export_templates
  SELECT DISTINCT e.id, named.value, t.id IS NULL OR t.guard_id IS NOT NULL
  FROM exports e CROSS JOIN LATERAL jsonb_array_elements_text(e.template_ids) named (value)
  LEFT JOIN templates t ON t.id = named.value;
