CREATE TABLE jobs (
  id text NOT NULL PRIMARY KEY,
  kind text NOT NULL,
  project_id text,
  lane text NOT NULL,
  dedupe_key text,
  payload text NOT NULL,
  state text NOT NULL,
  priority integer NOT NULL,
  run_at bigint NOT NULL,
  attempts integer NOT NULL,
  crashes integer NOT NULL,
  fence integer NOT NULL,
  lease_until bigint,
  started_at bigint,
  progress text,
  result text,
  errors text,
  created_at bigint NOT NULL,
  finished_at bigint,
  keep_until bigint
)
-- Every row changes its state several times and goes: what is dead must be cleared away long before a fifth of the table is.
WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX jobs_ready ON jobs (kind, lane, priority, run_at, id) WHERE state = 'ready';
CREATE INDEX jobs_scheduled ON jobs (run_at) WHERE state = 'scheduled';
CREATE INDEX jobs_running ON jobs (kind, lane) WHERE state = 'running';
CREATE INDEX jobs_dead ON jobs (kind, id) WHERE state = 'dead';
CREATE INDEX jobs_keep ON jobs (keep_until) WHERE keep_until IS NOT NULL;
CREATE INDEX jobs_project ON jobs (project_id, id) WHERE project_id IS NOT NULL;
CREATE UNIQUE INDEX jobs_dedupe ON jobs (kind, dedupe_key)
  WHERE dedupe_key IS NOT NULL AND state IN ('scheduled', 'ready', 'running');

CREATE TABLE job_lanes (
  kind text NOT NULL,
  lane text NOT NULL,
  paused_until bigint,
  concurrency integer,
  PRIMARY KEY (kind, lane)
);

CREATE TABLE job_schedules (
  name text NOT NULL PRIMARY KEY,
  cron text NOT NULL,
  time_zone text NOT NULL,
  next_at bigint,
  last_at bigint
);

-- Takes ready jobs of one kind, of each wanted lane at most `wanted`, and so many that no more than `cap` of the lane run.
-- A function, because the lock must be held while the running ones are counted, and let go in the same statement: a
-- client that is stopped between two statements would keep the other replicas waiting.
CREATE FUNCTION claim_jobs(of_kind text, lanes jsonb, at bigint, until bigint) RETURNS SETOF jobs LANGUAGE plpgsql
SET jit = off AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM jsonb_to_recordset(lanes) AS l (cap integer) WHERE l.cap IS NOT NULL) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('jobs ' || of_kind, 0));
  END IF;
  RETURN QUERY
    WITH chosen AS MATERIALIZED (
      SELECT waiting.id
      FROM jsonb_to_recordset(lanes) AS l (lane text, wanted integer, cap integer)
      CROSS JOIN LATERAL (
        SELECT CASE WHEN l.cap IS NULL THEN l.wanted
          ELSE greatest(0, least(l.wanted, l.cap - (
            SELECT count(*)::integer FROM jobs r WHERE r.state = 'running' AND r.kind = of_kind AND r.lane = l.lane
          ))) END AS room
      ) AS free
      CROSS JOIN LATERAL (
        SELECT j.id FROM jobs j
        WHERE j.state = 'ready' AND j.kind = of_kind AND j.lane = l.lane
        ORDER BY j.priority, j.run_at, j.id
        LIMIT free.room
        FOR UPDATE SKIP LOCKED
      ) AS waiting
    )
    UPDATE jobs SET state = 'running', fence = jobs.fence + 1, lease_until = until, started_at = at
    -- As an array: the planner expects a tenth of the backlog from a limit it does not know, and would read the whole table.
    WHERE jobs.id = ANY (ARRAY (SELECT chosen.id FROM chosen))
    RETURNING jobs.*;
END
$$;
