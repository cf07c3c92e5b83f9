ALTER TABLE verification_batches ADD COLUMN asks_domain integer NOT NULL DEFAULT 0;
ALTER TABLE verification_batches ADD COLUMN asks_gravatar integer NOT NULL DEFAULT 0;
ALTER TABLE verification_batches ADD COLUMN callback_id text;
ALTER TABLE verification_batches ADD COLUMN erased_at integer;
ALTER TABLE verification_rows ADD COLUMN is_paid integer NOT NULL DEFAULT 0;
