CREATE TABLE verification_batches (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  company_id text NOT NULL,
  status text NOT NULL,
  hold_id text,
  skips_smtp boolean NOT NULL,
  total integer NOT NULL,
  unique_count integer NOT NULL,
  processed integer NOT NULL,
  safe integer NOT NULL,
  risky integer NOT NULL,
  invalid integer NOT NULL,
  unknown integer NOT NULL,
  credits_used integer NOT NULL,
  created_at bigint NOT NULL,
  completed_at bigint,
  expires_at bigint NOT NULL
);
CREATE INDEX verification_batches_project ON verification_batches (project_id, id);
CREATE INDEX verification_batches_expires ON verification_batches (expires_at);

CREATE TABLE verification_rows (
  batch_id text NOT NULL REFERENCES verification_batches (id) ON DELETE CASCADE,
  position integer NOT NULL,
  email text NOT NULL,
  same_as integer,
  copies integer NOT NULL,
  due_at bigint,
  tries integer NOT NULL,
  reachable text,
  result json,
  PRIMARY KEY (batch_id, position)
);
CREATE INDEX verification_rows_due ON verification_rows (batch_id, due_at, position);
