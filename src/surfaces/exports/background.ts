/** Large exports: created by a job that is retried after a crash, reports progress and can be canceled. */
import { ServiceError, catalog, fail, refusalOf } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { isTooLate } from '../../platform/blobs/index.ts'
import { emit } from '../../platform/events/index.ts'
import { type Caller, requireCurrentCaller } from '../../platform/identity/index.ts'
import { type Ended, type JobHandler, type JobKind, defineJob, enqueue, recordDone } from '../../platform/jobs/index.ts'
import { type Db, statementwise } from '../../platform/storage/index.ts'
import { loadTemplate, maySeeTemplates } from '../templates/index.ts'
import type { CreateExport } from './contract.ts'
import { makeExport } from './rendering/rendering.ts'
import type { ExportDeps } from './deps.ts'
import { areRestricted, presentExport, emitCompleted } from './present.ts'
import { createLinks } from './signed-link.ts'
import * as rows from './store.ts'

/** Payload of the job. Permissions are those of the caller when the job runs; a job of a revoked key fails. */
export interface ExportOrder {
  exportId: string
  caller: Caller
  input: CreateExport
}

type Result = { row: rows.FinishedExport } | { error: rows.ExportError }

export const makeExportJob: JobKind<ExportOrder> = defineJob<ExportOrder>({
  name: 'exports.make',
  maxAttempts: 4,
  retryDelaysMs: [1000, 10_000, 60_000],
  jitter: 0.2,
  scope: 'exports',
  mayRead: (db, caller, { input }) => maySeeTemplates(db, caller, templateIdsOf(input)),
  // The result contains rows with blob keys, which are internal.
  showResult: ({ exportId }) => ({ export_id: exportId }),
  async cancelled(db, jobs) {
    await rows.cancelExports(
      db,
      jobs.map(({ payload }) => payload.exportId),
    )
  },
})

/** True if the export is created in the background and the request answered with 202. Fails like `loadTemplate`. */
export async function isLarge(db: Db, caller: Caller, input: CreateExport): Promise<boolean> {
  const { async: asked, template_ids } = input
  if (asked === true || (template_ids?.length ?? 0) > limits.exportTemplates) return true
  return takesLong.has(input.format) && (await inputBytes(db, caller, input)) > limits.exportNowBytes
}

const takesLong = new Set<CreateExport['format']>(['pdf', 'png', 'zip'])

async function inputBytes(db: Db, caller: Caller, input: CreateExport): Promise<number> {
  const { css = '', document, html = '' } = input
  let bytes = html.length + css.length + (document === undefined ? 0 : JSON.stringify(document).length)
  for (const id of templateIdsOf(input)) {
    bytes += (await loadTemplate(db, caller, id)).sizeBytes
  }
  return bytes
}

function templateIdsOf({ template_id, template_ids }: CreateExport): string[] {
  return template_ids ?? (template_id === undefined ? [] : [template_id])
}

/** Enqueues the job in the transaction of the request; returns the row of the export. */
export async function orderExport(db: Db, order: ExportOrder, nowMs: number): Promise<rows.NewExport> {
  const { caller, exportId: id, input } = order
  const jobId = await enqueue(db, makeExportJob, { payload: order, projectId: caller.projectId })
  const row: rows.NewExport = {
    id,
    format: input.format,
    target: input.target ?? null,
    status: 'queued',
    templateIds: templateIdsOf(input),
    files: [],
    warnings: [],
    jobId,
    createdAt: nowMs,
    completedAt: null,
    expiresAt: nowMs + limits.exportHours * 3_600_000,
  }
  await rows.insertExport(db, caller.projectId, row)
  return row
}

/** Writes the job of an export that was made during the request; returns the row with its id. The content is not stored. */
export async function recordOrder(db: Db, caller: Caller, row: rows.NewExport): Promise<rows.NewExport> {
  const input: CreateExport = { template_ids: row.templateIds, format: row.format as CreateExport['format'] }
  const jobId = await recordDone(db, makeExportJob, {
    payload: { exportId: row.id, caller, input },
    projectId: caller.projectId,
    total: Math.max(1, row.templateIds.length),
    startedAt: row.createdAt,
    keepUntil: row.expiresAt,
  })
  return { ...row, jobId }
}

/** Each attempt has its own files; those of an interrupted attempt are deleted with the export. */
export function exportHandler(parts: ExportDeps): JobHandler<ExportOrder, Result> {
  const { store, now = () => store.read.nowMs() } = parts
  return {
    kind: makeExportJob,
    concurrency: 2,
    partitionConcurrency: 1,
    async run({ payload, projectId }, { progress, signal }) {
      const { exportId: id, input } = payload
      const workers = parts.workers.forCaller({ partition: { kind: 'background', projectId }, signal })
      if (!(await store.tx((db) => rows.startExport(db, id), statementwise))) return { done: { error: gone } }
      try {
        const caller = await requireCurrentCaller(store.read, payload.caller, 'exports')
        const maxBytes = limits.exportArchiveBytes
        const made = await makeExport(
          { ...parts, workers, db: store.read, nowMs: now(), id, maxBytes, signal, progress },
          caller,
          input,
        )
        try {
          await requireCurrentCaller(store.read, payload.caller, 'exports')
        } catch (error) {
          await made.discard()
          throw error
        }
        // From this age on, `purgeExports` may treat the files as orphaned.
        if (isTooLate(made.row.createdAt, now())) {
          await made.discard()
          throw new Error('The export took too long.')
        }
        // The run has lost its job, so no row will ever refer to its files. Files of other runs are left alone.
        if (signal.aborted) await made.discard()
        const { completedAt, expiresAt, files, warnings } = made.row
        return { done: { row: { completedAt, expiresAt, files, warnings } } }
      } catch (error) {
        // Failures of the request occur again in a retry, so the job fails at once.
        if (error instanceof ServiceError) return { fail: error.message, value: { error: errorOf(error) } }
        throw error
      }
    },
    async settle(db, ended) {
      for (const each of ended) if (each.isLast) await settleOne(db, each, parts)
    },
  }
}

const gone: rows.ExportError = { code: 'EXPORT_NOT_FOUND', message: 'The export was deleted before it ran.' }

async function settleOne(db: Db, { job, outcome }: Ended<ExportOrder, Result>, parts: ExportDeps): Promise<void> {
  const { caller, exportId: id } = job.payload
  const result = 'done' in outcome ? outcome.done : 'value' in outcome ? outcome.value : undefined
  const refused = result !== undefined && 'row' in result ? await refusalNow(db, job.payload) : undefined
  if (result !== undefined && 'row' in result && refused === undefined) {
    const row = await rows.finishExport(db, id, result.row)
    if (row === undefined) return
    const { cdnUrl, now = () => db.nowMs(), vault } = parts
    const shown = presentExport(row, { links: createLinks(vault, cdnUrl), nowMs: now() })
    return emitCompleted(db, caller, shown)
  }
  const made = result !== undefined && 'error' in result ? result.error : undefined
  const error = refused ?? made ?? { code: 'EXPORT_FAILED', message: catalog.EXPORT_FAILED.message }
  const row = await rows.failExport(db, id, error)
  if (row === undefined) return
  const data = { export_id: id, format: row.format, template_ids: row.templateIds, error }
  const isRestricted = await areRestricted(db, row.templateIds)
  await emit(db, 'export.failed', { projectId: caller.projectId, data, isRestricted })
}

/** Checks the caller's current permissions before the export completes; undefined if they suffice. */
async function refusalNow(db: Db, { caller, input }: ExportOrder): Promise<rows.ExportError | undefined> {
  const refused = await refusalOf(async () => {
    const current = await requireCurrentCaller(db, caller, 'exports')
    if (!(await maySeeTemplates(db, current, templateIdsOf(input)))) fail('PERMISSION_DENIED', lostSight)
  })
  return refused && errorOf(refused)
}

const lostSight = 'The caller that started this export may no longer see all of its templates.'

function errorOf({ apiCode: code, context, message }: ServiceError): rows.ExportError {
  const [issue] = context.issues ?? []
  const about = issue === undefined ? '' : `: ${[issue.path, issue.message].join(' ').trim()}`
  return { code, message: context.detail ?? message + about }
}
