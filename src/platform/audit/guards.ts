import type { Dialect } from '../storage/index.ts'
import type { Guard } from './store.ts'

// As the migrations create them. Postgres normalizes definitions, followed by the source of the function.
const expected: Record<Dialect, Record<string, string>> = {
  sqlite: {
    audit_log_no_delete: `CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
      WHEN NOT EXISTS (SELECT 1 FROM audit_checkpoints c WHERE c.chain = coalesce(OLD.project_id, '') AND OLD.at <= c.at)
      BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END`,
    audit_log_no_update: `CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END`,
  },
  postgres: {
    audit_log_no_delete: `CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_delete()
      BEGIN
        IF EXISTS (SELECT 1 FROM audit_checkpoints c WHERE c.chain = coalesce(OLD.project_id, '') AND OLD.at <= c.at) THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'audit_log is append-only';
      END`,
    audit_log_no_truncate: `CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change()
      BEGIN RAISE EXCEPTION 'audit_log is append-only'; END`,
    audit_log_no_update: `CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change()
      BEGIN RAISE EXCEPTION 'audit_log is append-only'; END`,
  },
}

/** Problems with the triggers that make the log append-only, one sentence each. */
export function evaluateGuards(dialect: Dialect, found: readonly Guard[]): string[] {
  const wanted = expected[dialect]
  const byName = new Map(found.map((guard) => [guard.name, guard]))
  const faults = Object.entries(wanted).flatMap(([name, definition]) => {
    const guard = byName.get(name)
    if (guard === undefined) return [`The trigger ${name} was dropped.`]
    if (!guard.enabled) return [`The trigger ${name} is disabled.`]
    return normal(guard.definition) === normal(definition) ? [] : [`The trigger ${name} was changed.`]
  })
  const unknown = found.filter(({ name }) => !(name in wanted))
  return [...faults, ...unknown.map(({ name }) => `The trigger or rule ${name} does not belong to this version.`)]
}

/** Removes schema names and whitespace from the definition. */
function normal(definition: string): string {
  return definition
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ON (?:"[^"]+"|\w+)\.audit_log/g, ' ON audit_log')
    .replaceAll(/FUNCTION (?:"[^"]+"|\w+)\.(\w+)\(/g, 'FUNCTION $1(')
    .trim()
}
