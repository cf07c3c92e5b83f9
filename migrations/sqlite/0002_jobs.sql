CREATE TABLE jobs (
  id text NOT NULL PRIMARY KEY,
  kind text NOT NULL,
  project_id text,
  lane text NOT NULL,
  dedupe_key text,
  payload text NOT NULL,
  state text NOT NULL,
  priority integer NOT NULL,
  run_at integer NOT NULL,
  attempts integer NOT NULL,
  crashes integer NOT NULL,
  fence integer NOT NULL,
  lease_until integer,
  started_at integer,
  progress text,
  result text,
  errors text,
  created_at integer NOT NULL,
  finished_at integer,
  keep_until integer
) STRICT;
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
  paused_until integer,
  concurrency integer,
  PRIMARY KEY (kind, lane)
) STRICT;

CREATE TABLE job_schedules (
  name text NOT NULL PRIMARY KEY,
  cron text NOT NULL,
  time_zone text NOT NULL,
  next_at integer,
  last_at integer
) STRICT;
