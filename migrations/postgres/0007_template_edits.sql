CREATE TABLE template_edits (
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  revision integer NOT NULL,
  operations json,
  inverse json,
  PRIMARY KEY (template_id, revision)
);
