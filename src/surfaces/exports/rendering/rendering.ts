import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Blobs } from '../../../platform/blobs/index.ts'
import type { Chromium } from '../../../platform/chromium/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { clients } from '../clients.ts'
import type { CreateExport } from '../contract.ts'
import type { NewExport } from '../store.ts'
import { renderEach } from './render-each.ts'
import { type ImageSource, createCollector } from './fetch-images.ts'
import { type KeptFile, deleteAttempt, keepArchive, keepEach, newAttempt } from './stored-files.ts'
import { openSources } from './sources.ts'
import { loadTarget } from './target.ts'
import { Warnings } from './warnings.ts'

/** An export whose files are stored, but not its row. */
export interface MadeExport {
  row: NewExport
  /** The single file as text, for text formats. */
  content?: string
  /** Deletes the files; for exports that will not get a row. */
  discard(): Promise<void>
}

export interface Making extends ImageSource {
  /** For reading templates. */
  db: Db
  blobs: Blobs
  workers: Workers
  /** Folder with the operator’s fonts. */
  fontFolder: string
  /** The operator’s browser, if configured. */
  chromium?: Chromium | undefined
  nowMs: number
  /** Id of an export that already has a row; otherwise a new id is created. */
  id?: string
  /** Limit for all files together before they are packed, in bytes; defaults to `limits.exportBytes`. */
  maxBytes?: number
  /** Called with the number of finished emails. */
  progress?: (done: number, total: number) => void
  /** Stops the export between two emails. */
  signal?: AbortSignal
}

/**
 * Loads, renders and packs the requested emails one at a time, and stores the files as they are created. Stores nothing if
 * it fails.
 */
export async function makeExport(making: Making, caller: Caller, input: CreateExport): Promise<MadeExport> {
  const { blobs, db, id = createId('export'), maxBytes = limits.exportBytes, nowMs } = making
  const { format, data, locale, options } = input
  const target = await loadTarget(db, caller.projectId, input)
  const sources = openSources(db, caller, input, { target, workers: making.workers })
  const { count } = sources
  const warnings = new Warnings()
  const templateIds: string[] = []
  const client = clients.get(input.target ?? '')
  const request = { format, data, locale, options, target, client }
  // An export without a signal is synchronous, so its time is limited here.
  const over = making.signal === undefined ? AbortSignal.timeout(limits.exportImagesSeconds * 1000) : undefined
  const collect = createCollector(making, over)
  const onTemplate = (templateId: string) => void templateIds.push(templateId)
  const emails = renderEach(sources, request, {
    ...making,
    projectId: caller.projectId,
    collect,
    maxBytes,
    onTemplate,
    warnings,
  })
  const attempt = newAttempt(id, nowMs)
  const discard = () => deleteAttempt(blobs, attempt)
  const place = { attempt, blobs, count }
  try {
    const kept: { files: KeptFile[]; content?: string } =
      format === 'zip' || count > limits.exportFiles
        ? { files: await keepArchive(emails, place, { kind: format === 'zip' ? 'pages' : 'files', warnings }) }
        : await keepEach(emails, place)
    const { files, ...rest } = kept
    const row = {
      id,
      format,
      target: input.target ?? null,
      status: 'completed',
      templateIds,
      files,
      warnings: warnings.first(limits.exportWarnings),
      jobId: null,
      createdAt: nowMs,
      completedAt: nowMs,
      expiresAt: nowMs + limits.exportHours * 3_600_000,
    }
    return { row, ...rest, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
