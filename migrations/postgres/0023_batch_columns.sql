ALTER TABLE verification_batches ADD COLUMN columns json;
ALTER TABLE verification_rows ADD COLUMN extra json;
