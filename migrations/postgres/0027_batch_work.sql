ALTER TABLE verification_batches ADD COLUMN asks_domain boolean NOT NULL DEFAULT false;
ALTER TABLE verification_batches ADD COLUMN asks_gravatar boolean NOT NULL DEFAULT false;
ALTER TABLE verification_batches ADD COLUMN callback_id text;
ALTER TABLE verification_batches ADD COLUMN erased_at bigint;
ALTER TABLE verification_rows ADD COLUMN is_paid boolean NOT NULL DEFAULT false;
