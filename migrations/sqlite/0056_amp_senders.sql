CREATE TABLE amp_preflights (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  source text NOT NULL,
  status text NOT NULL,
  token text,
  options text NOT NULL,
  message_hash text,
  from_address text,
  subject text,
  verdict text,
  checks text NOT NULL,
  created_at integer NOT NULL,
  completed_at integer,
  accepts_until integer,
  expires_at integer NOT NULL
) STRICT;
CREATE INDEX amp_preflights_project ON amp_preflights (project_id, id);
CREATE UNIQUE INDEX amp_preflights_token ON amp_preflights (token);
CREATE INDEX amp_preflights_expires ON amp_preflights (expires_at);

CREATE TABLE amp_senders (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  address text NOT NULL,
  domain text NOT NULL,
  selectors text NOT NULL,
  profile text NOT NULL,
  checks text NOT NULL,
  checked_at integer,
  due_at integer NOT NULL,
  preflight_id text,
  revision integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX amp_senders_address ON amp_senders (project_id, address);
CREATE INDEX amp_senders_project ON amp_senders (project_id, id);
CREATE INDEX amp_senders_due ON amp_senders (due_at);

CREATE TABLE amp_registrations (
  sender_id text NOT NULL REFERENCES amp_senders (id) ON DELETE CASCADE,
  provider text NOT NULL,
  state text NOT NULL,
  reference text,
  reason text,
  submitted_at integer,
  approved_at integer,
  changed_at integer NOT NULL,
  PRIMARY KEY (sender_id, provider)
) STRICT, WITHOUT ROWID;

CREATE TABLE amp_changes (
  no integer NOT NULL PRIMARY KEY,
  sender_id text NOT NULL REFERENCES amp_senders (id) ON DELETE CASCADE,
  provider text NOT NULL,
  event text NOT NULL,
  state_before text,
  state_after text NOT NULL,
  note text,
  reference text,
  actor_name text,
  at integer NOT NULL
) STRICT;
CREATE INDEX amp_changes_sender ON amp_changes (sender_id, no);
