CREATE TABLE verification_feedback (
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  address_hash text NOT NULL,
  bounce text,
  bounced_at bigint,
  complained_at bigint,
  delivered_at bigint,
  last_at bigint NOT NULL,
  PRIMARY KEY (project_id, address_hash)
);
CREATE INDEX verification_feedback_last ON verification_feedback (last_at);
