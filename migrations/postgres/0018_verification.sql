CREATE TABLE credit_periods (
  company_id text NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  period text NOT NULL,
  granted integer,
  used bigint NOT NULL,
  PRIMARY KEY (company_id, period)
);

CREATE TABLE credit_holds (
  id text NOT NULL PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  period text NOT NULL,
  amount integer NOT NULL,
  operation text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint
);
CREATE INDEX credit_holds_company ON credit_holds (company_id);
CREATE INDEX credit_holds_project ON credit_holds (project_id);
CREATE INDEX credit_holds_expires ON credit_holds (expires_at);

CREATE TABLE credit_ledger (
  id bigserial PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  project_id text REFERENCES projects (id) ON DELETE CASCADE,
  period text NOT NULL,
  kind text NOT NULL,
  amount integer,
  operation text,
  hold_id text,
  actor_id text,
  created_at bigint NOT NULL
);
CREATE INDEX credit_ledger_company ON credit_ledger (company_id, period);
CREATE INDEX credit_ledger_project ON credit_ledger (project_id);
CREATE INDEX credit_ledger_hold ON credit_ledger (hold_id);

CREATE TABLE credit_usage (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  day text NOT NULL,
  operation text NOT NULL,
  credits bigint NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (project_id, day, operation)
);

CREATE TABLE verified_addresses (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  address_hash text NOT NULL,
  sub_status text NOT NULL,
  first_seen_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  accepted_at bigint,
  missing_at bigint,
  findings json,
  findings_until bigint,
  PRIMARY KEY (project_id, address_hash)
);
CREATE INDEX verified_addresses_findings ON verified_addresses (findings_until);
CREATE INDEX verified_addresses_seen ON verified_addresses (last_seen_at);
