ALTER TABLE verification_batches ADD COLUMN max_wait_ms integer;
