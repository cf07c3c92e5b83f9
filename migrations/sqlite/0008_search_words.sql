CREATE TABLE search_words (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  word text NOT NULL,
  PRIMARY KEY (project_id, word)
) STRICT, WITHOUT ROWID;
