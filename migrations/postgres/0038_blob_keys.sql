-- The key of an asset's bytes where it is not assets/<id>: bytes that were missing were stored again under a key of their own.
ALTER TABLE assets ADD COLUMN blob_key text;
CREATE INDEX assets_blob_key ON assets (blob_key) WHERE blob_key IS NOT NULL;
