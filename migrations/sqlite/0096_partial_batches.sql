ALTER TABLE verification_batches ADD COLUMN partial_at integer;
