import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { type AuditFilter, auditKeysOf, exportAudit, listAudit, presentAudit } from '../../platform/audit/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { subjectOf } from '../observer.ts'
import { auditColumns, auditCsvLine } from '../operations/audit-csv.ts'
import { type Call, type Command, type Option, exit } from './command.ts'
import { counted } from './counted.ts'
import { readChoice, readLimit, readTime } from './flag-values.ts'
import { pickProject } from './pick-project.ts'
import { printTable } from './print-table.ts'
import { withAuditedStore } from './with-store.ts'

type PresentedAudit = ReturnType<typeof presentAudit>

const defaultLimit = 50
const maxLimit = 1000

const filters: readonly Option[] = [
  { flag: '--project', value: 'ID|NAME', meaning: 'Only of this project; “none” for what belongs to no project.' },
  { flag: '--actor', value: 'ID', meaning: 'Only by this API key, user or plugin user.' },
  {
    flag: '--action',
    value: 'ACTION',
    meaning: 'Only this action, such as api_key.created, or export.* for all of exports.',
  },
  { flag: '--target', value: 'ID', meaning: 'Only actions on the resource with this id.' },
  { flag: '--email', value: 'ADDRESS', meaning: 'Only entries about this email address, by its pseudonym.' },
  { flag: '--since', value: 'TIME', meaning: 'Only from this time on: 2026-11-22, or 2026-11-22T08:00:00Z.' },
  { flag: '--until', value: 'TIME', meaning: 'Only before this time.' },
]

export const listAuditCommand: Command = {
  settings: true,
  options: [
    ...filters,
    { flag: '--limit', value: 'N', meaning: `Maximum number of entries, up to ${maxLimit}; default ${defaultLimit}.` },
    { flag: '--json', meaning: 'As JSON, with all fields.' },
  ],
  run: async (call) => {
    const { config, option, has, terminal } = call
    const limit = readLimit(option('--limit'), { byDefault: defaultLimit, max: maxLimit })
    const rows = await withAuditedStore(config(), async ({ read }) =>
      (await listAudit(read, await readFilter(call, read), { limit })).map(presentAudit),
    )
    terminal.out(has('--json') ? JSON.stringify(rows) : printTable(rows.map(tableRow), 'No rows'))
    if (rows.length === limit) terminal.err(`There may be more: --until ${rows.at(-1)?.at}, or svc audit export.`)
    return exit.ok
  },
}

export const exportAuditCommand: Command = {
  settings: true,
  options: [
    ...filters,
    { flag: '--format', value: 'FORMAT', meaning: 'ndjson or csv; default ndjson.' },
    { flag: '--out', value: 'FILE', meaning: 'Output file, which must not exist; default standard output.' },
  ],
  run: async (call) => {
    const { config, option, terminal } = call
    const format = readChoice('--format', option('--format') ?? 'ndjson', ['ndjson', 'csv'])
    const out = option('--out')
    const write = out === undefined ? toTerminal(call) : await toFile(out)
    let count = 0
    await withAuditedStore(config(), async ({ read }) => {
      if (format === 'csv') await write.text(`${auditColumns.join(',')}\n`)
      for await (const rows of exportAudit(read, await readFilter(call, read))) {
        count += rows.length
        const lines = rows.map((row) =>
          format === 'csv' ? auditCsvLine(presentAudit(row)) : JSON.stringify(presentAudit(row)),
        )
        await write.text(`${lines.join('\n')}\n`)
      }
    })
    await write.end()
    terminal.err(counted(count, 'row'))
    return exit.ok
  },
}

interface Output {
  text(text: string): Promise<void>
  end(): Promise<void>
}

function toTerminal({ terminal }: Call): Output {
  return {
    text: async (text) => terminal.out(text),
    end: async () => undefined,
  }
}

async function toFile(path: string): Promise<Output> {
  // Never overwrites a file: an export may be evidence.
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await once(stream, 'open').catch((error: unknown) => {
    throw new Error(`--out: ${outProblem(path, error)}`)
  })
  return {
    async text(text) {
      if (!stream.write(text)) await once(stream, 'drain')
    },
    async end() {
      stream.end()
      await once(stream, 'finish')
    },
  }
}

function outProblem(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EEXIST') return `${path} exists; name a new file.`
  if (code === 'ENOENT') return `there is no folder ${dirname(path)}.`
  return `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`
}

async function readFilter({ option }: Call, db: Db): Promise<AuditFilter> {
  const filter: AuditFilter = {}
  const project = option('--project')
  if (project !== undefined) filter.projectId = project === 'none' ? null : (await pickProject(db, project)).id
  const [actorId, action, target, email] = [
    option('--actor'),
    option('--action'),
    option('--target'),
    option('--email'),
  ]
  if (actorId !== undefined) filter.actorId = actorId
  if (action !== undefined) filter.action = action
  if (target !== undefined) filter.target = target
  if (email !== undefined) filter.mentions = auditKeysOf(db).pseudonyms(subjectOf(email))
  const [since, until] = [readTime('--since', option('--since')), readTime('--until', option('--until'))]
  if (since !== undefined) filter.since = since
  if (until !== undefined) filter.until = until
  return filter
}

function tableRow(row: PresentedAudit): Record<string, string> {
  const detail = JSON.stringify(row.detail)
  return {
    at: row.at,
    project: row.project_id ?? '',
    actor: `${row.actor.kind} ${row.actor.id}`.trim(),
    action: row.action,
    target: row.target ?? '',
    ip: row.ip ?? '',
    detail: detail.length > 80 ? `${detail.slice(0, 79)}…` : detail,
  }
}
