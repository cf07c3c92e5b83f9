CREATE TABLE dmarc_domains (
  no integer NOT NULL PRIMARY KEY,
  id text NOT NULL,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  domain text NOT NULL,
  token text NOT NULL,
  group_name text,
  expected_policy text,
  accepts_failures integer NOT NULL,
  is_enriched integer NOT NULL,
  raw_days integer NOT NULL,
  record_days integer NOT NULL,
  failure_days integer NOT NULL,
  status text NOT NULL,
  verification text,
  verified_at integer,
  checked_at integer,
  due_at integer NOT NULL,
  last_report_at integer,
  revision integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL,
  removed_at integer
) STRICT;
CREATE UNIQUE INDEX dmarc_domains_id ON dmarc_domains (id);
CREATE UNIQUE INDEX dmarc_domains_token ON dmarc_domains (token);
CREATE UNIQUE INDEX dmarc_domains_name ON dmarc_domains (project_id, domain) WHERE removed_at IS NULL;
CREATE INDEX dmarc_domains_project ON dmarc_domains (project_id, domain);
CREATE INDEX dmarc_domains_due ON dmarc_domains (due_at);

CREATE TABLE dmarc_plans (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  domain text NOT NULL,
  record_before text,
  record_after text NOT NULL,
  state text NOT NULL,
  actor_name text NOT NULL,
  created_at integer NOT NULL,
  checked_at integer,
  published_at integer
) STRICT;
CREATE INDEX dmarc_plans_domain ON dmarc_plans (project_id, domain, id);

CREATE TABLE dmarc_dns_history (
  no integer NOT NULL PRIMARY KEY,
  domain_no integer NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  kind text NOT NULL,
  record text,
  found_at text,
  changes text NOT NULL,
  is_weakened integer NOT NULL,
  seen_at integer NOT NULL,
  last_seen_at integer NOT NULL
) STRICT;
CREATE INDEX dmarc_dns_history_domain ON dmarc_dns_history (domain_no, kind, no);

CREATE TABLE dmarc_hosts (
  ip text NOT NULL PRIMARY KEY,
  state text NOT NULL,
  ptr text,
  asn integer,
  as_name text,
  country text,
  looked_up_at integer NOT NULL,
  until_at integer NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX dmarc_hosts_until ON dmarc_hosts (until_at);

CREATE TABLE dmarc_classes (
  domain_no integer NOT NULL REFERENCES dmarc_domains (no) ON DELETE CASCADE,
  key text NOT NULL,
  class text NOT NULL,
  note text,
  actor_name text NOT NULL,
  set_at integer NOT NULL,
  PRIMARY KEY (domain_no, key)
) STRICT, WITHOUT ROWID;
