import { emit } from '../../platform/events/index.ts'
import { providers } from '../../email/esp/index.ts'
import { digestOf, revisionTag } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { selectRestricted } from '../templates/index.ts'
import { clients } from './clients.ts'
import type { Export, ExportWarning } from './contract.ts'
import type { FormatId } from './formats.ts'
import { keptFiles } from './rendering/stored-files.ts'
import type { Links } from './signed-link.ts'
import type { ExportError, NewExport } from './store.ts'

export interface Beside {
  /** The single file as text, for text formats. */
  content?: string | undefined
  progress?: { done: number; total: number } | undefined
  /** Start of the validity of the links, ms; now by default. */
  linksFrom?: number
}

const linkWindowMs = 600_000

/** Reads within the same ten minutes return the same links, so that an ETag describes the response; ms. */
export function linksFrom(nowMs: number): number {
  return Math.floor(nowMs / linkWindowMs) * linkWindowMs
}

/** The value of the ETag. New links and progress are no change of the export. */
export function exportTag(shown: Export): string {
  const { files, progress } = shown
  return revisionTag(exportRevision(shown), { files, progress })
}

/** The revision in `exportTag`, which If-Match compares. */
export function exportRevision({ files, progress: __, ...shown }: Export): string {
  return digestOf({ ...shown, files: files.map(({ url: _, ...file }) => file) })
}

/** With fresh links to its files. */
export function presentExport(
  row: NewExport & { error?: unknown },
  { links, nowMs, content, progress, linksFrom: from = nowMs }: Beside & { links: Links; nowMs: number },
): Export {
  const { completedAt, createdAt, error, expiresAt, format, id, jobId, status, target, templateIds, warnings } = row
  const files = keptFiles(row).map(({ name, mime, bytes }) => {
    const url = links.create({ exportId: id, name, expiresAt }, from)
    return { name, mime, bytes, url }
  })
  return {
    id,
    status: status as Export['status'],
    format: format as FormatId,
    ...(target === null ? {} : { target, level: levelOf(target) }),
    template_ids: templateIds,
    files,
    ...(content === undefined ? {} : { content }),
    ...(jobId === null ? {} : { job_id: jobId }),
    ...(progress === undefined ? {} : { progress: { done: progress.done, total: progress.total } }),
    ...(error == null ? {} : { error: error as ExportError }),
    warnings: warnings as ExportWarning[],
    created_at: new Date(createdAt).toISOString(),
    ...(completedAt === null ? {} : { completed_at: new Date(completedAt).toISOString() }),
    expires_at: new Date(expiresAt).toISOString(),
  }
}

// The project's own targets are unverified, because they are not part of the tests of svc.
function levelOf(target: string): NonNullable<Export['level']> {
  return clients.has(target) ? 'package-only' : (providers.get(target)?.level ?? 'unverified')
}

/** True if grants restrict one of these templates; a missing template counts as restricted. */
export async function areRestricted(db: Db, templateIds: readonly string[]): Promise<boolean> {
  return templateIds.length > 0 && (await selectRestricted(db, templateIds)).size > 0
}

/** Emits the completion event. Without links: events stay in the delivery log, and links need no API key. */
export async function emitCompleted(db: Db, caller: Caller, made: Export): Promise<void> {
  const { id, format, template_ids, files, expires_at } = made
  const stored = files.map(({ name, mime, bytes }) => ({ name, mime, bytes }))
  const data = { export_id: id, format, template_ids, files: stored, expires_at }
  await emit(db, 'export.completed', {
    projectId: caller.projectId,
    data,
    isRestricted: await areRestricted(db, template_ids),
  })
}
