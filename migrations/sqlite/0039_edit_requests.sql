ALTER TABLE template_edits ADD COLUMN edit_requests text;
ALTER TABLE template_edits ADD COLUMN saved_at integer;
