import { fail } from '../../kernel/errors/index.ts'
import { isId } from '../../kernel/ids/index.ts'
import { emit } from '../../platform/events/index.ts'
import type { Blobs } from '../../platform/blobs/index.ts'
import type { Caller, Vault } from '../../platform/identity/index.ts'
import type { Workers } from '../../platform/jobs/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import type { CreateExport, Export, ExportWarning } from './contract.ts'
import type { FormatId } from './formats.ts'
import type { ImageSource } from './images.ts'
import { type KeptFile, keptFiles, makeExport } from './making.ts'
import { type SignedLink, createLinks } from './signed-link.ts'
import * as rows from './store.ts'
import { providerOf } from './target.ts'

export interface ExportParts extends ImageSource {
  store: Store
  blobs: Blobs
  vault: Vault
  /** Threads for what takes long. */
  workers: Workers
  /** Milliseconds since epoch; the clock unless given. */
  now?: () => number
}

/** A file of an export with its bytes. */
export interface OpenFile {
  name: string
  mime: string
  bytes: Uint8Array
}

export type Exports = ReturnType<typeof createExports>

/** The rules of the surface over one installation's storage. */
export function createExports({ store, blobs, vault, now = Date.now, ...images }: ExportParts) {
  const links = createLinks(vault, images.cdnUrl)

  function present(row: rows.NewExport, content?: string): Export {
    const files = keptFiles(row).map(({ name, mime, bytes }) => {
      const url = links.create({ exportId: row.id, name, expiresAt: row.expiresAt }, now())
      return { name, mime, bytes, url }
    })
    return {
      id: row.id,
      status: 'completed',
      format: row.format as FormatId,
      ...(row.target === null ? {} : { target: row.target, level: providerOf({ target: row.target }).level }),
      template_ids: row.templateIds,
      files,
      ...(content === undefined ? {} : { content }),
      warnings: row.warnings as ExportWarning[],
      created_at: new Date(row.createdAt).toISOString(),
      expires_at: new Date(row.expiresAt).toISOString(),
    }
  }

  async function find(caller: Caller, id: string): Promise<rows.ExportRow> {
    const row = isId('export', id)
      ? await rows.selectExport(store.read, caller.projectId, { id, nowMs: now() })
      : undefined
    return row ?? fail('EXPORT_NOT_FOUND')
  }

  async function read(file: KeptFile | undefined): Promise<OpenFile | undefined> {
    const bytes = file && (await blobs.get(file.key))
    return bytes && { name: file.name, mime: file.mime, bytes }
  }

  async function deleteFiles(row: { files: unknown[] }): Promise<void> {
    for (const { key } of keptFiles(row)) await blobs.delete(key)
  }

  return {
    /**
     * Makes an export, keeps it and says so to subscribers; one that fails is answered to the caller, and nobody else is
     * told. `transact` runs the writing of its row, in a transaction of its own unless given; when
     * it does not run it, because it has the answer to a repeated call, or fails, the files are deleted again.
     */
    async create(
      caller: Caller,
      input: CreateExport,
      transact: (write: (db: Db) => Promise<Export>) => Promise<Export> = (write) => store.tx(write),
    ): Promise<Export> {
      const parts = { ...images, db: store.read, nowMs: now() }
      const { row, files, content } = await makeExport(parts, caller, input)
      let isWritten = false
      let isKept = false
      try {
        for (const { key, bytes } of files) await blobs.put(key, bytes)
        const answer = await transact(async (db) => {
          await rows.insertExport(db, caller.projectId, row)
          await tellCompleted(db, caller, present(row))
          isWritten = true
          return present(row, content)
        })
        isKept = isWritten
        return answer
      } finally {
        if (!isKept) await deleteFiles(row)
      }
    },

    /** The project's exports, newest first, those made before `beforeId`. */
    async list(
      caller: Caller,
      page: { limit: number; beforeId?: string | undefined; format?: FormatId | undefined },
    ): Promise<Export[]> {
      const found = await rows.selectExports(store.read, caller.projectId, { ...page, nowMs: now() })
      return found.map((row) => present(row))
    },

    /** One export with fresh links; EXPORT_NOT_FOUND for another project's, and when it has expired. */
    async get(caller: Caller, id: string): Promise<Export> {
      return present(await find(caller, id))
    },

    /** A file of an export; `name` chooses among several. FILE_NOT_FOUND when there is none of that name. */
    async open(caller: Caller, id: string, name?: string): Promise<{ file: OpenFile; url: string }> {
      const row = await find(caller, id)
      const files = keptFiles(row)
      if (name === undefined && files.length > 1) {
        const message = `name one of ${files.map((file) => file.name).join(', ')}`
        fail('VALIDATION_FAILED', { issues: [{ path: '/file', message }] })
      }
      const kept = name === undefined ? files[0] : files.find((file) => file.name === name)
      const file = (await read(kept)) ?? fail('FILE_NOT_FOUND')
      return { file, url: links.create({ exportId: id, name: file.name, expiresAt: row.expiresAt }, now()) }
    },

    /** Deletes an export and its files. */
    async remove(caller: Caller, id: string): Promise<void> {
      const row = await find(caller, id)
      // Files first: a row without files is purged later, files without a row would stay for ever.
      await deleteFiles(row)
      await store.tx((db) => rows.deleteExport(db, caller.projectId, id))
    },

    /** The file a signed link leads to. LINK_INVALID, LINK_EXPIRED, or FILE_NOT_FOUND when it was deleted meanwhile. */
    async openLink(link: SignedLink): Promise<OpenFile> {
      const state = links.judge(link, now())
      if (state !== 'valid') fail(state === 'expired' ? 'LINK_EXPIRED' : 'LINK_INVALID')
      const row = await rows.selectLinkedExport(store.read, link.exportId, now())
      const file = row && keptFiles(row).find(({ name }) => name === link.name)
      return (await read(file)) ?? fail('FILE_NOT_FOUND')
    },
  }
}

/** Deletes every export that has expired, of all projects, and answers how many. Safe to run on several replicas. */
export async function purgeExports(store: Store, blobs: Blobs, nowMs: number): Promise<number> {
  let purged = 0
  for (;;) {
    const expired = await rows.selectExpired(store.read, nowMs, 100)
    if (expired.length === 0) return purged
    for (const row of expired) for (const { key } of keptFiles(row)) await blobs.delete(key)
    await store.tx((db) =>
      rows.deleteExports(
        db,
        expired.map(({ id }) => id),
      ),
    )
    purged += expired.length
  }
}

async function tellCompleted(db: Db, caller: Caller, made: Export): Promise<void> {
  const { id, format, template_ids, files, expires_at } = made
  const data = { export_id: id, format, template_ids, files, expires_at }
  await emit(db, 'export.completed', { projectId: caller.projectId, data })
}
