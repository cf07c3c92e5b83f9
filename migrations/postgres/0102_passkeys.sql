-- Passkeys of accounts, and the challenges that were used, until they expire.
CREATE TABLE passkeys (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  sign_count bigint NOT NULL,
  transports text NOT NULL,
  name text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_user ON passkeys (user_id);
CREATE TABLE used_challenges (
  hash text PRIMARY KEY,
  expires_at bigint NOT NULL
);
CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);
