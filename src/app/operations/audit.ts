import { fail } from '../../kernel/errors/index.ts'
import {
  type AuditFilter,
  auditKeysOf,
  exportAudit,
  listAudit,
  presentAudit,
  recordAct,
} from '../../platform/audit/index.ts'
import { readPage } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import { listUsers } from '../../surfaces/projects/index.ts'
import { subjectOf } from '../observer.ts'
import { auditColumns, auditCsvLine } from './audit-csv.ts'
import type { AuditEntryPage, AuditQuery, ListAudit } from './contract.ts'

/** The newest entries first, with the names of accounts of the company. */
export async function listEntries(db: Db, { companyId }: Caller, query: ListAudit): Promise<AuditEntryPage> {
  const { cursor: _, limit: __, ...filters } = query
  const { items, page } = await readPage(query, {
    key: JSON.stringify(['audit', filters]),
    read: ({ after, limit: count }) =>
      listAudit(db, filterOf(db, filters), {
        after: after === undefined ? undefined : { at: Number(after[0]), id: String(after[1]) },
        limit: count,
      }),
    positionOf: ({ at, id }) => [at, id],
  })
  const names = new Map((await listUsers(db, companyId)).map(({ id, name }) => [id, name]))
  const data = items.map(presentAudit).map(({ id, at, project_id, actor, action, target, ip, request_id, detail }) => {
    const name = names.get(actor.id) ?? null
    return { id, at, project_id, actor: { ...actor, name }, action, target, ip, request_id, detail }
  })
  return { data, page }
}

/** Every matching entry, the oldest first, as CSV that is streamed from the database; the export itself is recorded. */
export async function exportEntries(store: Store, caller: Caller, filters: AuditQuery): Promise<Response> {
  const filter = filterOf(store.read, filters)
  const { email: _, ...plain } = filters
  // The log keeps email addresses as pseudonyms only, and nothing can be removed from it.
  const detail = filter.mentions === undefined ? plain : { ...plain, subjects: filter.mentions }
  await store.tx((db) => recordAct(db, caller, ['audit.exported', caller.companyId], detail))
  const batches = exportAudit(store.read, filter)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(encoder.encode(`${auditColumns.join(',')}\r\n`)),
    async pull(controller) {
      const { done, value } = await batches.next()
      if (done === true) return controller.close()
      controller.enqueue(encoder.encode(value.map((row) => `${auditCsvLine(presentAudit(row))}\r\n`).join('')))
    },
    // Stops reading from the database when the client disconnects.
    async cancel() {
      await batches.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

function filterOf(
  db: Db,
  { action, actor_id: actorId, email, project_id: projectId, since, target, until }: AuditQuery,
) {
  const filter: AuditFilter = {}
  if (projectId !== undefined) filter.projectId = projectId === 'none' ? null : projectId
  if (actorId !== undefined) filter.actorId = actorId
  if (action !== undefined) filter.action = action
  if (target !== undefined) filter.target = target
  if (email !== undefined) filter.mentions = auditKeysOf(db).pseudonyms(subjectOf(email))
  if (since !== undefined) filter.since = Date.parse(since)
  if (until !== undefined) filter.until = Date.parse(until)
  if (filter.since !== undefined && filter.until !== undefined && filter.since >= filter.until)
    fail('VALIDATION_FAILED', 'since: must be before until')
  return filter
}
