-- The release that callers of the published version get. NULL: every save is live; 0: nothing is published.
ALTER TABLE templates ADD COLUMN published_release integer;
ALTER TABLE templates ADD COLUMN published_at bigint;
-- True while the draft differs from the published release.
ALTER TABLE templates ADD COLUMN draft_differs boolean NOT NULL DEFAULT false;

CREATE TABLE template_releases (
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  number integer NOT NULL,
  state text NOT NULL,
  revision integer NOT NULL,
  note text,
  restored_from integer,
  content_key text NOT NULL,
  size_bytes integer NOT NULL,
  author_kind text NOT NULL,
  author_id text NOT NULL,
  author_name text NOT NULL,
  created_at bigint NOT NULL,
  publish_at bigint,
  published_at bigint,
  PRIMARY KEY (template_id, number)
);
CREATE INDEX template_releases_scheduled ON template_releases (publish_at) WHERE state = 'scheduled';

-- What releases render: the document and the modules that it shows. A rollback repeats a content and stores none.
CREATE TABLE release_contents (
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  key text NOT NULL,
  content json NOT NULL,
  PRIMARY KEY (template_id, key)
);

-- Assets in the content of any release: they count as used whatever the draft shows by now.
CREATE TABLE release_asset_uses (
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  asset_id text NOT NULL,
  PRIMARY KEY (template_id, asset_id)
);
CREATE INDEX release_asset_uses_asset ON release_asset_uses (asset_id);
