-- Hits of a name or a subject come first, and are looked at without the texts, which are long. The project stands in an
-- expression that only that search asks for: by the bare column the planner took this index for the search of texts.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN
    CREATE INDEX template_search_heads ON template_search
      USING gin ((project_id || ''), name gin_trgm_ops, subject gin_trgm_ops) WITH (gin_pending_list_limit = 512);
  ELSE
    CREATE INDEX template_search_heads ON template_search
      USING gin (name gin_trgm_ops, subject gin_trgm_ops) WITH (gin_pending_list_limit = 512);
  END IF;
END
$$;
