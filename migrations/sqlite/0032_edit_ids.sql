ALTER TABLE template_edits ADD COLUMN edit_ids text;
