ALTER TABLE template_edits ADD COLUMN edit_requests json;
ALTER TABLE template_edits ADD COLUMN saved_at bigint;
