CREATE TABLE dmarc_reports (
  no bigserial NOT NULL PRIMARY KEY,
  id text NOT NULL,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  domain_no bigint REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  type text NOT NULL,
  state text NOT NULL,
  policy_domain text NOT NULL,
  organization text NOT NULL,
  report_id text NOT NULL,
  begin_at bigint NOT NULL,
  end_at bigint NOT NULL,
  key_hash text NOT NULL,
  content_hash text NOT NULL,
  revision integer NOT NULL,
  records integer NOT NULL,
  messages bigint NOT NULL,
  compliant bigint NOT NULL,
  dkim_aligned bigint NOT NULL,
  spf_aligned bigint NOT NULL,
  none bigint NOT NULL,
  quarantine bigint NOT NULL,
  reject bigint NOT NULL,
  pass bigint NOT NULL,
  header json NOT NULL,
  warnings json NOT NULL,
  via text NOT NULL,
  raw_key text,
  raw_until bigint,
  records_until bigint NOT NULL,
  expired_at bigint,
  received_at bigint NOT NULL
);
CREATE UNIQUE INDEX dmarc_reports_id ON dmarc_reports (id);
CREATE UNIQUE INDEX dmarc_reports_key ON dmarc_reports (project_id, key_hash) WHERE state <> 'staged';
CREATE INDEX dmarc_reports_domain ON dmarc_reports (domain_no, begin_at, no);
CREATE INDEX dmarc_reports_project ON dmarc_reports (project_id, state, no);
CREATE INDEX dmarc_reports_state ON dmarc_reports (state, received_at);
CREATE INDEX dmarc_reports_raw ON dmarc_reports (raw_until);
CREATE INDEX dmarc_reports_raw_key ON dmarc_reports (raw_key);
CREATE INDEX dmarc_reports_records ON dmarc_reports (records_until);

CREATE TABLE dmarc_revisions (
  report_no bigint NOT NULL REFERENCES dmarc_reports (no) ON DELETE CASCADE,
  revision integer NOT NULL,
  content_hash text NOT NULL,
  records integer NOT NULL,
  messages bigint NOT NULL,
  compliant bigint NOT NULL,
  received_at bigint NOT NULL,
  replaced_at bigint NOT NULL,
  PRIMARY KEY (report_no, revision)
);

CREATE TABLE dmarc_auth_sets (
  no bigserial NOT NULL PRIMARY KEY,
  domain_no bigint NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  hash text NOT NULL,
  value json NOT NULL
);
CREATE UNIQUE INDEX dmarc_auth_sets_hash ON dmarc_auth_sets (domain_no, hash);

CREATE TABLE dmarc_records (
  report_no bigint NOT NULL REFERENCES dmarc_reports (no) ON DELETE CASCADE,
  position integer NOT NULL,
  ip text NOT NULL,
  messages bigint NOT NULL,
  result integer NOT NULL,
  set_no bigint NOT NULL,
  spread jsonb,
  PRIMARY KEY (report_no, position)
);

CREATE TABLE dmarc_rollups (
  domain_no bigint NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  day integer NOT NULL,
  ip text NOT NULL,
  header_from text NOT NULL,
  signer text NOT NULL,
  mailer text NOT NULL,
  result integer NOT NULL,
  messages bigint NOT NULL,
  PRIMARY KEY (domain_no, day, ip, header_from, signer, mailer, result)
);
CREATE INDEX dmarc_rollups_ip ON dmarc_rollups (domain_no, ip, day);
CREATE INDEX dmarc_rollups_day ON dmarc_rollups (day);

CREATE TABLE dmarc_days (
  domain_no bigint NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  day integer NOT NULL,
  messages bigint NOT NULL,
  compliant bigint NOT NULL,
  dkim_aligned bigint NOT NULL,
  spf_aligned bigint NOT NULL,
  none bigint NOT NULL,
  quarantine bigint NOT NULL,
  reject bigint NOT NULL,
  pass bigint NOT NULL,
  PRIMARY KEY (domain_no, day)
);
CREATE INDEX dmarc_days_day ON dmarc_days (day);

CREATE TABLE dmarc_tls_policies (
  report_no bigint NOT NULL REFERENCES dmarc_reports (no) ON DELETE CASCADE,
  position integer NOT NULL,
  policy_type text NOT NULL,
  successes bigint NOT NULL,
  failures bigint NOT NULL,
  detail json NOT NULL,
  PRIMARY KEY (report_no, position)
);
