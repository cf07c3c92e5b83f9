-- The position of a row in its chain; null in rows written before chains were keyed.
ALTER TABLE audit_log ADD COLUMN seq bigint;
-- What retention has removed of a chain: its last row, signed. `chain` is the project, empty where there is none.
CREATE TABLE audit_checkpoints (
  chain text NOT NULL PRIMARY KEY,
  seq bigint NOT NULL,
  at bigint NOT NULL,
  hash text NOT NULL,
  pruned_at bigint NOT NULL,
  mac text NOT NULL
);
DROP TRIGGER audit_log_no_delete ON audit_log;
CREATE FUNCTION refuse_audit_log_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_checkpoints c WHERE c.chain = coalesce(OLD.project_id, '') AND OLD.at <= c.at) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only';
END
$$;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_delete();
