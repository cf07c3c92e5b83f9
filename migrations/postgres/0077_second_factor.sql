-- Second factors of accounts: one authenticator app each, and codes for when it is lost.
CREATE TABLE authenticators (
  user_id text NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret text NOT NULL,
  last_step bigint NOT NULL,
  confirmed_at bigint,
  created_at bigint NOT NULL
);

CREATE TABLE recovery_codes (
  hash text NOT NULL PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id);
