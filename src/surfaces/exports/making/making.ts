import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Blobs } from '../../../platform/blobs/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { CreateExport } from '../contract.ts'
import type { ImageSource } from './images.ts'
import { packEmails } from './package.ts'
import { readSources } from './sources.ts'
import type { NewExport } from '../store.ts'

/** A file of an export as its row names it. */
export interface KeptFile {
  name: string
  mime: string
  bytes: number
  /** Key of its blob. */
  key: string
}

/** An export before anything of it is kept. */
export interface MadeExport {
  row: NewExport
  files: { key: string; bytes: Uint8Array }[]
  /** The one file as text, for text formats. */
  content?: string
}

export interface Making extends ImageSource {
  /** For reading templates. */
  db: Db
  workers: Workers
  nowMs: number
  /** The export's id, where it has one already. */
  id?: string
  /** Hears how many of the emails are done. */
  progress?: (done: number, total: number) => void
  /** Ends the making between two emails. */
  signal?: AbortSignal
}

/** Loads, renders and packs what the call names. Everything that takes time, and nothing that stays. */
export async function makeExport(
  { db, id = createId('export'), ...parts }: Making,
  caller: Caller,
  input: CreateExport,
): Promise<MadeExport> {
  const sources = await readSources(db, caller, input)
  const { files, warnings, ...rest } = await packEmails(sources, input, parts)
  const keyed = files.map((file, index) => ({ ...file, key: `exports/${id}/${index}` }))
  const row = {
    id,
    format: input.format,
    target: input.target ?? null,
    status: 'completed',
    templateIds: sources.flatMap(({ templateId }) => templateId ?? []),
    files: keyed.map(({ name, mime, bytes, key }): KeptFile => ({ name, mime, bytes: bytes.length, key })),
    warnings,
    jobId: null,
    createdAt: parts.nowMs,
    completedAt: parts.nowMs,
    expiresAt: parts.nowMs + limits.exportHours * 3_600_000,
  }
  return { row, files: keyed.map(({ key, bytes }) => ({ key, bytes })), ...rest }
}

/** Keeps the files of an export. */
export async function keepFiles(blobs: Blobs, files: MadeExport['files']): Promise<void> {
  for (const { bytes, key } of files) await blobs.put(key, bytes)
}

/** Deletes every file that an export may have left, whatever its row says. */
export async function deleteFilesOf(blobs: Blobs, id: string): Promise<void> {
  for (const { key } of await blobs.list(`exports/${id}/`)) await blobs.delete(key)
}

/** The files that a row names. */
export function keptFiles(row: { files: unknown[] }): KeptFile[] {
  return row.files as KeptFile[]
}
