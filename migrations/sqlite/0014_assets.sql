CREATE TABLE assets (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  content_hash text NOT NULL,
  mime text NOT NULL,
  kind text NOT NULL,
  bytes integer NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  words text NOT NULL,
  alt text,
  tags text NOT NULL,
  folder text,
  facts text,
  focal_x integer,
  focal_y integer,
  placeholder text,
  revision integer NOT NULL,
  created_by_kind text NOT NULL,
  created_by_id text NOT NULL,
  created_by_name text NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX assets_content ON assets (project_id, content_hash);
CREATE INDEX assets_project ON assets (project_id, id);
CREATE INDEX assets_name ON assets (project_id, name_key, id);

CREATE TABLE asset_totals (
  company_id text NOT NULL PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  bytes integer NOT NULL,
  count integer NOT NULL
) STRICT;

CREATE TABLE template_asset_uses (
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  asset_id text NOT NULL,
  PRIMARY KEY (template_id, asset_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX template_asset_uses_asset ON template_asset_uses (asset_id, template_id);

CREATE TABLE module_asset_uses (
  module_id text NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
  asset_id text NOT NULL,
  PRIMARY KEY (module_id, asset_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX module_asset_uses_asset ON module_asset_uses (asset_id, module_id);
