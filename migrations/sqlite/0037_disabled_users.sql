-- Accounts that cannot sign in until somebody enables them again.
ALTER TABLE users ADD COLUMN disabled_at integer;
