ALTER TABLE assets ADD COLUMN library text NOT NULL DEFAULT '';
ALTER TABLE assets ADD COLUMN email_id text;
UPDATE assets SET library = 'user:' || created_by_id WHERE created_by_kind = 'plugin_user';
DROP INDEX assets_content;
CREATE UNIQUE INDEX assets_content ON assets (project_id, content_hash, library);
CREATE INDEX assets_creator ON assets (project_id, created_by_kind, created_by_id, created_at);

ALTER TABLE modules ADD COLUMN library text NOT NULL DEFAULT '';
ALTER TABLE modules ADD COLUMN email_id text;
UPDATE modules SET library = 'user:' || created_by_id WHERE created_by_kind = 'plugin_user';

CREATE TABLE template_known_modules (
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  module_id text NOT NULL,
  PRIMARY KEY (template_id, module_id)
) STRICT, WITHOUT ROWID;
INSERT INTO template_known_modules SELECT DISTINCT template_id, module_id FROM template_module_uses;
