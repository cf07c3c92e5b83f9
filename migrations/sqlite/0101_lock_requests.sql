ALTER TABLE templates ADD COLUMN lock_request text;
