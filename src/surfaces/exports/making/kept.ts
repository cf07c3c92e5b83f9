/** The files of exports among the blobs. */
import type { Blobs } from '../../../platform/blobs/index.ts'
import { formats } from '../formats.ts'
import { type Layout, archiveName, writeArchive } from './archive.ts'
import type { DrawnEmail } from './draw-each.ts'
import type { PackedFile } from './packed-file.ts'
import type { Warnings } from './warnings.ts'

/** A file of an export as its row names it. */
export interface KeptFile {
  name: string
  mime: string
  bytes: number
  /** Key of its blob. */
  key: string
}

/** Where the files of an export go. */
export interface Place {
  blobs: Blobs
  id: string
  /** How many emails there are. */
  count: number
}

/** Keeps the emails in one archive, which is written while they are drawn. */
export async function keepArchive(
  emails: AsyncIterable<DrawnEmail>,
  { blobs, count, id }: Place,
  { kind, warnings }: { kind: Layout['kind']; warnings: Warnings },
): Promise<KeptFile[]> {
  const key = keyOf(id, 0)
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

/** Keeps the files of each email as they come. `content` is the text of the email, where there is only one. */
export async function keepEach(
  emails: AsyncIterable<DrawnEmail>,
  { blobs, count, id }: Place,
): Promise<{ files: KeptFile[]; content?: string }> {
  const files: KeptFile[] = []
  let content: string | undefined
  for await (const email of emails) {
    for (const file of email.files) files.push(await keep(file, keyOf(id, files.length), blobs))
    content = email.content
  }
  return count > 1 || content === undefined ? { files } : { files, content }
}

/** Deletes every file that an export may have left, whatever its row says. */
export async function deleteFilesOf(blobs: Blobs, id: string): Promise<void> {
  for (const { key } of await blobs.list(`exports/${id}/`)) await blobs.delete(key)
}

/** The files that a row names. */
export function keptFiles(row: { files: unknown[] }): KeptFile[] {
  return row.files as KeptFile[]
}

async function keep({ name, mime, bytes }: PackedFile, key: string, blobs: Blobs): Promise<KeptFile> {
  await blobs.put(key, bytes)
  return { name, mime, bytes: bytes.length, key }
}

// The same in every attempt, so that one that is repeated leaves none behind.
function keyOf(id: string, number: number): string {
  return `exports/${id}/${number}`
}
