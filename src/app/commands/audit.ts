import { join } from 'node:path'
import { type AuditProblem, type AuditReport, verifyAudit } from '../../platform/audit/index.ts'
import { openBlobs } from '../../platform/blobs/index.ts'
import { type Command, exit } from './command.ts'
import { counted } from './counted.ts'
import { withAuditedStore } from './with-store.ts'

/** Maximum number of problems listed individually. */
const maxNamed = 50

const remedies: Record<AuditProblem['kind'], string> = {
  trigger: 'Stop the service, restore the triggers from a backup of the schema, and find out who has write access.',
  altered: 'Compare the row with a backup: its content is not what the service wrote.',
  forged: 'Do not trust these rows. Find out who has write access to the database, and restore the log from a backup.',
  missing:
    'Restore the rows from a backup. After a restored backup, see /docs/guide/operations of the service on anchors.',
  restarted: 'Restore the chain from a backup: it was emptied and begun anew.',
  unkeyed:
    'Start svc serve once after an upgrade: it switches every chain over to keys. After that, treat it as forged.',
  unknown_key: 'Set the SVC_SECRET that the service runs with. If it is set, the rows are forged.',
  checkpoint: 'Restore the chain from a backup: rows were removed by hand.',
  anchor:
    'Check that SVC_DATA_DIR or SVC_BLOB_URL is that of the service; else restore audit/ of the files from a backup.',
}

/** Verifies the signatures of the audit log. */
export const verifyAuditCommand: Command = {
  settings: true,
  details: [
    'Checks every row against the instance secret and the row before it, the triggers of the table, and the anchors: signed',
    'heads of all chains beside the stored files, which show that rows were cut off. Needs the secret, database and files of the',
    'service. An attacker with all three can forge the log: compare the newest anchor with the audit_anchor lines of the log.',
  ].join('\n'),
  options: [{ flag: '--json', meaning: 'As JSON.' }],
  failure: 'the log is not as it was written',
  run: async ({ config, has, terminal }) => {
    const report = await withAuditedStore(config(), (store, { dataDir, blobUrl }) =>
      verifyAudit(store.read, openBlobs(join(dataDir, 'blobs'), blobUrl)),
    )
    terminal.out(has('--json') ? JSON.stringify(jsonOf(report)) : textOf(report))
    return report.problems.length === 0 ? exit.ok : exit.failed
  },
}

function jsonOf({ rows, chains, unkeyedRows, prunedRows, anchors, problems }: AuditReport) {
  const { count, last } = anchors
  return {
    rows,
    chains,
    unkeyed_rows: unkeyedRows,
    pruned_rows: prunedRows,
    anchors: {
      count,
      last: last && { number: last.number, at: new Date(last.at).toISOString(), mac: last.signature },
    },
    problems: problems.map((problem) => ({ ...problem, remedy: remedies[problem.kind] })),
    // Problems with a row id only: the format for scripts written before anchors existed.
    broken: problems.flatMap(({ kind, id }) => (id === undefined ? [] : [{ id, reason: reasonOf(kind) }])),
  }
}

function reasonOf(kind: AuditProblem['kind']): string {
  return kind === 'missing' ? 'row missing before' : kind
}

function textOf({ rows, chains, unkeyedRows, prunedRows, anchors, problems }: AuditReport): string {
  const named = problems.slice(0, maxNamed).map(lineOf)
  const kinds = [...new Set(problems.map(({ kind }) => kind))]
  const { count, last } = anchors
  return [
    ...named,
    ...(problems.length > maxNamed ? [`and ${problems.length - maxNamed} more`] : []),
    ...kinds.map((kind) => `${kind}: ${remedies[kind]}`),
    ...(unkeyedRows === 0 ? [] : [`${unkeyedRows} rows are older than keyed chains: only their order is proven`]),
    ...(prunedRows === 0 ? [] : [`${prunedRows} rows were removed by SVC_AUDIT_DAYS`]),
    last === null
      ? 'no anchors yet: rows that were cut off cannot be noticed'
      : `${counted(count, 'anchor')}; the newest has number ${last.number}, time ${new Date(last.at).toISOString()} and signature ${last.signature}`,
    problems.length === 0
      ? `${counted(rows, 'row')} in ${counted(chains, 'chain')}, as they were written`
      : `${counted(problems.length, 'problem')} in ${counted(rows, 'row')}`,
  ].join('\n')
}

function lineOf({ kind, project, id, message }: AuditProblem): string {
  const chain = project === undefined ? '' : ` ${project ?? 'without project'}`
  return `${kind}${chain}${id === undefined ? '' : ` ${id}`}: ${message}`
}
