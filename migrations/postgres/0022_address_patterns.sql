-- How a domain makes addresses of names, as a project's verifications found it: counts, and no address.
CREATE TABLE address_patterns (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  domain text NOT NULL,
  pattern text NOT NULL,
  verified integer NOT NULL,
  failed integer NOT NULL,
  last_seen_at bigint NOT NULL,
  PRIMARY KEY (project_id, domain, pattern)
);
CREATE INDEX address_patterns_seen ON address_patterns (last_seen_at);
