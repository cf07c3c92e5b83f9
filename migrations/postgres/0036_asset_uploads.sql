-- Uploads straight into the bucket: counted from the moment their URL is signed until their bytes are gone.
CREATE TABLE asset_uploads (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  bytes bigint NOT NULL,
  asset_id text,
  created_at bigint NOT NULL
);
CREATE INDEX asset_uploads_project ON asset_uploads (project_id);
CREATE INDEX asset_uploads_created ON asset_uploads (created_at);
