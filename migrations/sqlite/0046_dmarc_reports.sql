CREATE TABLE dmarc_reports (
  no integer NOT NULL PRIMARY KEY,
  id text NOT NULL,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  domain_no integer REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  type text NOT NULL,
  state text NOT NULL,
  policy_domain text NOT NULL,
  organization text NOT NULL,
  report_id text NOT NULL,
  begin_at integer NOT NULL,
  end_at integer NOT NULL,
  key_hash text NOT NULL,
  content_hash text NOT NULL,
  revision integer NOT NULL,
  records integer NOT NULL,
  messages integer NOT NULL,
  compliant integer NOT NULL,
  dkim_aligned integer NOT NULL,
  spf_aligned integer NOT NULL,
  none integer NOT NULL,
  quarantine integer NOT NULL,
  reject integer NOT NULL,
  pass integer NOT NULL,
  header text NOT NULL,
  warnings text NOT NULL,
  via text NOT NULL,
  raw_key text,
  raw_until integer,
  records_until integer NOT NULL,
  expired_at integer,
  received_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX dmarc_reports_id ON dmarc_reports (id);
CREATE UNIQUE INDEX dmarc_reports_key ON dmarc_reports (project_id, key_hash) WHERE state <> 'staged';
CREATE INDEX dmarc_reports_domain ON dmarc_reports (domain_no, begin_at, no);
CREATE INDEX dmarc_reports_project ON dmarc_reports (project_id, state, no);
CREATE INDEX dmarc_reports_state ON dmarc_reports (state, received_at);
CREATE INDEX dmarc_reports_raw ON dmarc_reports (raw_until);
CREATE INDEX dmarc_reports_raw_key ON dmarc_reports (raw_key);
CREATE INDEX dmarc_reports_records ON dmarc_reports (records_until);

CREATE TABLE dmarc_revisions (
  report_no integer NOT NULL REFERENCES dmarc_reports (no) ON DELETE CASCADE,
  revision integer NOT NULL,
  content_hash text NOT NULL,
  records integer NOT NULL,
  messages integer NOT NULL,
  compliant integer NOT NULL,
  received_at integer NOT NULL,
  replaced_at integer NOT NULL,
  PRIMARY KEY (report_no, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE dmarc_auth_sets (
  no integer NOT NULL PRIMARY KEY,
  domain_no integer NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  hash text NOT NULL,
  value text NOT NULL
) STRICT;
CREATE UNIQUE INDEX dmarc_auth_sets_hash ON dmarc_auth_sets (domain_no, hash);

CREATE TABLE dmarc_records (
  report_no integer NOT NULL REFERENCES dmarc_reports (no) ON DELETE CASCADE,
  position integer NOT NULL,
  ip text NOT NULL,
  messages integer NOT NULL,
  result integer NOT NULL,
  set_no integer NOT NULL,
  spread text,
  PRIMARY KEY (report_no, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE dmarc_rollups (
  domain_no integer NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  day integer NOT NULL,
  ip text NOT NULL,
  header_from text NOT NULL,
  signer text NOT NULL,
  mailer text NOT NULL,
  result integer NOT NULL,
  messages integer NOT NULL,
  PRIMARY KEY (domain_no, day, ip, header_from, signer, mailer, result)
) STRICT, WITHOUT ROWID;
CREATE INDEX dmarc_rollups_ip ON dmarc_rollups (domain_no, ip, day);
CREATE INDEX dmarc_rollups_day ON dmarc_rollups (day);

CREATE TABLE dmarc_days (
  domain_no integer NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  day integer NOT NULL,
  messages integer NOT NULL,
  compliant integer NOT NULL,
  dkim_aligned integer NOT NULL,
  spf_aligned integer NOT NULL,
  none integer NOT NULL,
  quarantine integer NOT NULL,
  reject integer NOT NULL,
  pass integer NOT NULL,
  PRIMARY KEY (domain_no, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX dmarc_days_day ON dmarc_days (day);

CREATE TABLE dmarc_tls_policies (
  report_no integer NOT NULL REFERENCES dmarc_reports (no) ON DELETE CASCADE,
  position integer NOT NULL,
  policy_type text NOT NULL,
  successes integer NOT NULL,
  failures integer NOT NULL,
  detail text NOT NULL,
  PRIMARY KEY (report_no, position)
) STRICT, WITHOUT ROWID;
