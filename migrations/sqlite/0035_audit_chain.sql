-- The position of a row in its chain; null in rows written before chains were keyed.
ALTER TABLE audit_log ADD COLUMN seq integer;
-- What retention has removed of a chain: its last row, signed. `chain` is the project, empty where there is none.
CREATE TABLE audit_checkpoints (
  chain text NOT NULL PRIMARY KEY,
  seq integer NOT NULL,
  at integer NOT NULL,
  hash text NOT NULL,
  pruned_at integer NOT NULL,
  mac text NOT NULL
) STRICT;
DROP TRIGGER audit_log_no_delete;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
WHEN NOT EXISTS (SELECT 1 FROM audit_checkpoints c WHERE c.chain = coalesce(OLD.project_id, '') AND OLD.at <= c.at)
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
