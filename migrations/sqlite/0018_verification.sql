CREATE TABLE credit_periods (
  company_id text NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  period text NOT NULL,
  granted integer,
  used integer NOT NULL,
  PRIMARY KEY (company_id, period)
) STRICT, WITHOUT ROWID;

CREATE TABLE credit_holds (
  id text NOT NULL PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  period text NOT NULL,
  amount integer NOT NULL,
  operation text NOT NULL,
  created_at integer NOT NULL,
  expires_at integer
) STRICT;
CREATE INDEX credit_holds_company ON credit_holds (company_id);
CREATE INDEX credit_holds_project ON credit_holds (project_id);
CREATE INDEX credit_holds_expires ON credit_holds (expires_at);

CREATE TABLE credit_ledger (
  id integer NOT NULL PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  project_id text REFERENCES projects (id) ON DELETE CASCADE,
  period text NOT NULL,
  kind text NOT NULL,
  amount integer,
  operation text,
  hold_id text,
  actor_id text,
  created_at integer NOT NULL
) STRICT;
CREATE INDEX credit_ledger_company ON credit_ledger (company_id, period);
CREATE INDEX credit_ledger_project ON credit_ledger (project_id);
CREATE INDEX credit_ledger_hold ON credit_ledger (hold_id);

CREATE TABLE credit_usage (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  day text NOT NULL,
  operation text NOT NULL,
  credits integer NOT NULL,
  calls integer NOT NULL,
  PRIMARY KEY (project_id, day, operation)
) STRICT, WITHOUT ROWID;

CREATE TABLE verified_addresses (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  address_hash text NOT NULL,
  sub_status text NOT NULL,
  first_seen_at integer NOT NULL,
  last_seen_at integer NOT NULL,
  accepted_at integer,
  missing_at integer,
  findings text,
  findings_until integer,
  PRIMARY KEY (project_id, address_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX verified_addresses_findings ON verified_addresses (findings_until);
CREATE INDEX verified_addresses_seen ON verified_addresses (last_seen_at);
