/** The blobs of export files. */
import { firstId, isId } from '../../../kernel/ids/index.ts'
import { type Blobs, collectReleased, discardOwn } from '../../../platform/blobs/index.ts'
import { formats } from '../formats.ts'
import { type Layout, archiveName, writeArchive } from './archive.ts'
import type { RenderedEmail } from './render-each.ts'
import type { PackedFile } from './packed-file.ts'
import type { Warnings } from './warnings.ts'

/** A file as stored in the row of an export. */
export interface KeptFile {
  name: string
  mime: string
  bytes: number
  /** Blob key. */
  key: string
}

/** One attempt to create an export. Its keys are unique to the attempt, so it can delete its files safely. */
export interface Attempt {
  exportId: string
  id: string
}

/** `nowMs` is of the database's clock. The id contains the start time. */
export function newAttempt(exportId: string, nowMs: number): Attempt {
  return { exportId, id: `${nowMs}-${crypto.randomUUID()}` }
}

/** Destination of the files of an export. */
export interface BlobLocation {
  blobs: Blobs
  attempt: Attempt
  /** Number of emails. */
  count: number
}

/** Stores the emails in one archive, which is written while they are rendered. */
export async function keepArchive(
  emails: AsyncIterable<RenderedEmail>,
  { attempt, blobs, count }: BlobLocation,
  { kind, warnings }: { kind: Layout['kind']; warnings: Warnings },
): Promise<KeptFile[]> {
  const key = keyOf(attempt, 0)
  let first: string | undefined
  async function* watched() {
    for await (const email of emails) {
      first ??= email.name
      yield email
    }
  }
  const { sizeBytes } = await blobs.putStream(key, writeArchive(watched(), { kind, count }, warnings))
  return [{ name: archiveName(count, first ?? ''), mime: formats.zip.mime, bytes: sizeBytes, key }]
}

/** Stores the files of each email as they are created. `content` is the text of the email, if there is only one. */
export async function keepEach(
  emails: AsyncIterable<RenderedEmail>,
  { attempt, blobs, count }: BlobLocation,
): Promise<{ files: KeptFile[]; content?: string }> {
  const files: KeptFile[] = []
  let content: string | undefined
  for await (const email of emails) {
    for (const file of email.files) files.push(await keep(file, keyOf(attempt, files.length), blobs))
    content = email.content
  }
  return count > 1 || content === undefined ? { files } : { files, content }
}

/** Deletes the files of one attempt. Only for attempts whose files no row will ever refer to. */
export async function deleteAttempt(blobs: Blobs, attempt: Attempt): Promise<void> {
  await discardOwn(blobs, await keysBelow(blobs, `${folderOf(attempt.exportId)}${attempt.id}/`))
}

/** Deletes the files of all attempts at an export whose row was deleted, except keys that rows still refer to. */
export async function deleteFilesOf(
  blobs: Blobs,
  exportId: string,
  named: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  await collectReleased(blobs, await keysBelow(blobs, folderOf(exportId)), { named })
}

async function keysBelow(blobs: Blobs, prefix: string): Promise<string[]> {
  return (await blobs.list(prefix)).map(({ key }) => key)
}

/**
 * True if the attempt that wrote the key began before the time; for keys of earlier versions, if the export was created
 * before it.
 */
export function begunBefore(key: string, atMs: number): boolean {
  const exportId = exportIn(key)
  if (exportId === undefined) return false
  const begunAt = attemptTime(key)
  return begunAt === undefined ? exportId < firstId('export', atMs) : begunAt < atMs
}

/** Start of the attempt that wrote the key, Unix time in ms; undefined for keys of earlier versions. */
export function attemptTime(key: string): number | undefined {
  const begunAt = /^[^/]+\/[^/]+\/(\d{13,15})-/.exec(key)?.[1]
  return begunAt === undefined ? undefined : Number(begunAt)
}

/** Prefix of all export files. */
export const exportFolder = 'exports/'

/** Id of the export in a blob key; undefined for other keys. */
export function exportIn(key: string): string | undefined {
  const id = key.slice(exportFolder.length).split('/')[0] ?? ''
  return isId('export', id) ? id : undefined
}

export function keptFiles(row: { files: unknown[] }): KeptFile[] {
  return row.files as KeptFile[]
}

async function keep({ name, mime, bytes }: PackedFile, key: string, blobs: Blobs): Promise<KeptFile> {
  await blobs.put(key, bytes)
  return { name, mime, bytes: bytes.length, key }
}

function folderOf(exportId: string): string {
  return `${exportFolder}${exportId}/`
}

function keyOf({ exportId, id }: Attempt, number: number): string {
  return `${folderOf(exportId)}${id}/${number}`
}
