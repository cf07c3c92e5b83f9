CREATE TABLE verification_feedback (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  address_hash text NOT NULL,
  bounce text,
  bounced_at integer,
  complained_at integer,
  delivered_at integer,
  last_at integer NOT NULL,
  PRIMARY KEY (project_id, address_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX verification_feedback_last ON verification_feedback (last_at);
