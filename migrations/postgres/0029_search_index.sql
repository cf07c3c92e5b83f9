DROP TABLE template_search_before;
CREATE INDEX template_search_template ON template_search (template_id);

-- A search starts from the rows of its project. btree_gin is a trusted extension like pg_trgm; where it may not be made,
-- the index does without the project, and a search looks at the hits of other projects too.
--
-- What is written waits in a short list first: to sort each text into the index at once took half of the time of a save.
-- Each search reads that list through, and the planner takes an index with a long one for dear: at the usual 4 MB it read
-- every text instead, 20 times slower after a few hundred saves. 512 kB are some fifty saves.
DO $$
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS btree_gin;
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    NULL;
  END;
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN
    CREATE INDEX template_search_index ON template_search
      USING gin (project_id, (name || ' ' || subject || ' ' || body) gin_trgm_ops) WITH (gin_pending_list_limit = 512);
  ELSE
    CREATE INDEX template_search_index ON template_search
      USING gin ((name || ' ' || subject || ' ' || body) gin_trgm_ops) WITH (gin_pending_list_limit = 512);
  END IF;
END
$$;
