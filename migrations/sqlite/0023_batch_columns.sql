ALTER TABLE verification_batches ADD COLUMN columns text;
ALTER TABLE verification_rows ADD COLUMN extra text;
