CREATE TABLE connection_pictures (
  connection_id text NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  digest text NOT NULL,
  url text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (connection_id, digest)
);
