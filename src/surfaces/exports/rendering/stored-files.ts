/** The files of exports among the blobs. */
import { firstId, isId } from '../../../kernel/ids/index.ts'
import { type Blobs, collectReleased, discardOwn } from '../../../platform/blobs/index.ts'
import { formats } from '../formats.ts'
import { type Layout, archiveName, writeArchive } from './archive.ts'
import type { RenderedEmail } from './render-each.ts'
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

/** One attempt to make an export. Its files lie under keys that no other attempt uses, so whoever makes it may delete them. */
export interface Attempt {
  exportId: string
  id: string
}

/** A new attempt at making an export; `nowMs` by the database's clock. Its id tells when it began. */
export function newAttempt(exportId: string, nowMs: number): Attempt {
  return { exportId, id: `${nowMs}-${crypto.randomUUID()}` }
}

/** Where the files of an export go. */
export interface BlobLocation {
  blobs: Blobs
  attempt: Attempt
  /** How many emails there are. */
  count: number
}

/** Keeps the emails in one archive, which is written while they are rendered. */
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

/** Keeps the files of each email as they come. `content` is the text of the email, where there is only one. */
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

/** Deletes the files of one attempt. Only for who knows that no row will ever name them. */
export async function deleteAttempt(blobs: Blobs, attempt: Attempt): Promise<void> {
  await discardOwn(blobs, await keysBelow(blobs, `${folderOf(attempt.exportId)}${attempt.id}/`))
}

/** Deletes the files of every attempt at an export whose row was deleted, unless rows name them after all. */
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

/** Whether the attempt that wrote the key began before the time; of older versions, whether its export was ordered before. */
export function begunBefore(key: string, atMs: number): boolean {
  const exportId = exportIn(key)
  if (exportId === undefined) return false
  const begunAt = attemptTime(key)
  return begunAt === undefined ? exportId < firstId('export', atMs) : begunAt < atMs
}

/** When the attempt that wrote the key began, epoch milliseconds; undefined for keys of older versions. */
export function attemptTime(key: string): number | undefined {
  const begunAt = /^[^/]+\/[^/]+\/(\d{13,15})-/.exec(key)?.[1]
  return begunAt === undefined ? undefined : Number(begunAt)
}

/** Prefix of the files of every export. */
export const exportFolder = 'exports/'

/** The export in the key of one of its files; undefined for a key that is none. */
export function exportIn(key: string): string | undefined {
  const id = key.slice(exportFolder.length).split('/')[0] ?? ''
  return isId('export', id) ? id : undefined
}

/** The files that a row names. */
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
