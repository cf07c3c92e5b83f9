CREATE TABLE probe_notes (
  key text NOT NULL PRIMARY KEY,
  value text NOT NULL,
  until_at integer NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX probe_notes_until ON probe_notes (until_at);

CREATE TABLE probe_budgets (
  bucket text NOT NULL PRIMARY KEY,
  grants text NOT NULL,
  until_at integer NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX probe_budgets_until ON probe_budgets (until_at);
