-- The file of an asset can be replaced: each content is a version with its own URL, so that emails that were sent keep theirs.
ALTER TABLE assets ADD COLUMN version integer NOT NULL DEFAULT 1;
-- The hash by which a repeated upload finds the asset; null once its file was replaced.
ALTER TABLE assets ADD COLUMN upload_hash text;
UPDATE assets SET upload_hash = content_hash;
DROP INDEX assets_content;
CREATE UNIQUE INDEX assets_content ON assets (project_id, upload_hash, library);
CREATE TABLE asset_versions (
  asset_id text NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  version integer NOT NULL,
  content_hash text NOT NULL,
  blob_key text NOT NULL,
  mime text NOT NULL,
  bytes integer NOT NULL,
  facts text,
  focal_x integer,
  focal_y integer,
  placeholder text,
  author_kind text NOT NULL,
  author_id text NOT NULL,
  author_name text NOT NULL,
  created_at integer NOT NULL,
  PRIMARY KEY (asset_id, version)
) STRICT;
CREATE INDEX asset_versions_blob_key ON asset_versions (blob_key);
