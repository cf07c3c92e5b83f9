CREATE TABLE amp_preflights (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  source text NOT NULL,
  status text NOT NULL,
  token text,
  options jsonb NOT NULL,
  message_hash text,
  from_address text,
  subject text,
  verdict text,
  checks jsonb NOT NULL,
  created_at bigint NOT NULL,
  completed_at bigint,
  accepts_until bigint,
  expires_at bigint NOT NULL
);
CREATE INDEX amp_preflights_project ON amp_preflights (project_id, id);
CREATE UNIQUE INDEX amp_preflights_token ON amp_preflights (token);
CREATE INDEX amp_preflights_expires ON amp_preflights (expires_at);

CREATE TABLE amp_senders (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  address text NOT NULL,
  domain text NOT NULL,
  selectors jsonb NOT NULL,
  profile jsonb NOT NULL,
  checks jsonb NOT NULL,
  checked_at bigint,
  due_at bigint NOT NULL,
  preflight_id text,
  revision integer NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX amp_senders_address ON amp_senders (project_id, address);
CREATE INDEX amp_senders_project ON amp_senders (project_id, id);
CREATE INDEX amp_senders_due ON amp_senders (due_at);

CREATE TABLE amp_registrations (
  sender_id text NOT NULL REFERENCES amp_senders (id) ON DELETE CASCADE,
  provider text NOT NULL,
  state text NOT NULL,
  reference text,
  reason text,
  submitted_at bigint,
  approved_at bigint,
  changed_at bigint NOT NULL,
  PRIMARY KEY (sender_id, provider)
);

CREATE TABLE amp_changes (
  no bigserial NOT NULL PRIMARY KEY,
  sender_id text NOT NULL REFERENCES amp_senders (id) ON DELETE CASCADE,
  provider text NOT NULL,
  event text NOT NULL,
  state_before text,
  state_after text NOT NULL,
  note text,
  reference text,
  actor_name text,
  at bigint NOT NULL
);
CREATE INDEX amp_changes_sender ON amp_changes (sender_id, no);
