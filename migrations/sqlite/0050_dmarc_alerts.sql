CREATE TABLE dmarc_alerts (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  domain_no integer NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  name text NOT NULL,
  triggers text NOT NULL,
  thresholds text NOT NULL,
  cooldown_minutes integer NOT NULL,
  channels text NOT NULL,
  secrets text,
  results text NOT NULL,
  digest text,
  digest_at integer,
  due_at integer NOT NULL,
  actor_name text NOT NULL,
  created_at integer NOT NULL
) STRICT;
CREATE INDEX dmarc_alerts_domain ON dmarc_alerts (domain_no, id);
CREATE INDEX dmarc_alerts_due ON dmarc_alerts (due_at);
CREATE INDEX dmarc_alerts_project ON dmarc_alerts (project_id);

CREATE TABLE dmarc_incidents (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  domain_no integer NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  alert_id text NOT NULL REFERENCES dmarc_alerts (id) ON DELETE CASCADE,
  trigger_name text NOT NULL,
  key text NOT NULL,
  severity text NOT NULL,
  state text NOT NULL,
  is_active integer NOT NULL,
  summary text NOT NULL,
  facts text NOT NULL,
  note text,
  actor_name text,
  opened_at integer NOT NULL,
  seen_at integer NOT NULL,
  ended_at integer,
  acknowledged_at integer,
  resolved_at integer,
  muted_until integer
) STRICT;
CREATE UNIQUE INDEX dmarc_incidents_active ON dmarc_incidents (alert_id, trigger_name, key) WHERE is_active = 1;
CREATE INDEX dmarc_incidents_key ON dmarc_incidents (alert_id, trigger_name, key, opened_at);
CREATE INDEX dmarc_incidents_domain ON dmarc_incidents (domain_no, id);
CREATE INDEX dmarc_incidents_project ON dmarc_incidents (project_id, state);
CREATE INDEX dmarc_incidents_ended ON dmarc_incidents (ended_at);

CREATE TABLE dmarc_rejections (
  domain_no integer NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  day integer NOT NULL,
  code text NOT NULL,
  reports integer NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (domain_no, day, code)
) STRICT, WITHOUT ROWID;
