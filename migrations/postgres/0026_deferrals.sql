ALTER TABLE verified_addresses ADD COLUMN deferrals integer NOT NULL DEFAULT 0;
