DROP TABLE template_search_before;
CREATE INDEX template_search_template ON template_search (template_id);

-- A search starts from the rows of its project. btree_gin is a trusted extension like pg_trgm; where it may not be made,
-- the index does without the project, and a search looks at the hits of other projects too.
--
-- What is written goes into the index at once: a list of pending entries, which each search reads through and which makes
-- the planner take the index for dear, is why searches were 20 times slower after a few hundred saves.
DO $$
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS btree_gin;
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    NULL;
  END;
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN
    CREATE INDEX template_search_index ON template_search
      USING gin (project_id, (name || ' ' || subject || ' ' || body) gin_trgm_ops) WITH (fastupdate = off);
  ELSE
    CREATE INDEX template_search_index ON template_search
      USING gin ((name || ' ' || subject || ' ' || body) gin_trgm_ops) WITH (fastupdate = off);
  END IF;
END
$$;
