-- Orders and filters of lists.
CREATE INDEX exports_listed ON exports (project_id, id);
CREATE INDEX export_templates_template ON export_templates (template_id, export_id);
CREATE INDEX modules_created ON modules (project_id, id);
CREATE INDEX modules_updated ON modules (project_id, updated_at, id);
