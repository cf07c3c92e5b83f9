ALTER TABLE templates ADD COLUMN external_id text;
ALTER TABLE templates ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE folders ADD COLUMN external_id text;
ALTER TABLE folders ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE modules ADD COLUMN external_id text;
ALTER TABLE modules ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE assets ADD COLUMN external_id text;
ALTER TABLE assets ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
-- The ids of hosts that emails were first saved under. A template in the trash no longer holds its external id.
UPDATE templates SET external_id = (SELECT max(e.external_id) FROM external_templates e WHERE e.template_id = templates.id)
  WHERE id IN (SELECT template_id FROM external_templates);
DROP TABLE external_templates;
CREATE UNIQUE INDEX templates_external_id ON templates (project_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX folders_external_id ON folders (project_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX modules_external_id ON modules (project_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX assets_external_id ON assets (project_id, external_id) WHERE external_id IS NOT NULL;
