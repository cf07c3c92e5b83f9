CREATE TABLE events (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type text NOT NULL,
  body text NOT NULL,
  created_at integer NOT NULL
) STRICT;
CREATE INDEX events_project ON events (project_id, id);

CREATE TABLE webhooks (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  url text NOT NULL,
  events text NOT NULL,
  description text,
  enabled integer NOT NULL,
  disabled_reason text,
  disabled_at integer,
  failing_since integer,
  last_success_at integer,
  secrets text NOT NULL,
  revision integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE INDEX webhooks_project ON webhooks (project_id, id);

CREATE TABLE webhook_deliveries (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL,
  webhook_id text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  attempts text NOT NULL,
  attempt_count integer NOT NULL,
  next_attempt_at integer,
  created_at integer NOT NULL,
  finished_at integer
) STRICT;
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, id, type);
CREATE INDEX webhook_deliveries_unsent ON webhook_deliveries (webhook_id, id) WHERE status <> 'succeeded';

CREATE TABLE webhook_recoveries (
  job_id text NOT NULL PRIMARY KEY,
  webhook_id text NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  after_id text NOT NULL,
  recovered integer NOT NULL
) STRICT;
CREATE INDEX webhook_recoveries_webhook ON webhook_recoveries (webhook_id);
