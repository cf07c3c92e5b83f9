import { fail } from '../../kernel/errors/index.ts'
import { createId, demoProjectId, isId } from '../../kernel/ids/index.ts'
import { recordAct } from '../../platform/audit/index.ts'
import { type Blobs, collectUnnamed, isTooLate } from '../../platform/blobs/index.ts'
import { checkIfMatch } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import { OutboundError, type Send } from '../../platform/net/index.ts'
import { cancelJob, findJob } from '../../platform/jobs/index.ts'
import { type Db, type IdPage, type Store, statementwise } from '../../platform/storage/index.ts'
import { templateVisibility } from '../templates/index.ts'
import { isLarge, makeExportJob, orderExport, recordOrder } from './background.ts'
import type { CreateExport, Export } from './contract.ts'
import { listFormats } from './formats.ts'
import {
  type KeptFile,
  attemptTime,
  begunBefore,
  deleteFilesOf,
  exportFolder,
  exportIn,
  keptFiles,
} from './rendering/stored-files.ts'
import { makeExport } from './rendering/rendering.ts'
import { loadTarget } from './rendering/target.ts'
import type { ExportDeps } from './deps.ts'
import { type Beside, emitCompleted, exportRevision, linksFrom, presentExport } from './present.ts'
import { type SignedLink, createLinks } from './signed-link.ts'
import { checkSources } from './rendering/sources.ts'
import * as rows from './store.ts'
import { ownProviders } from './targets/targets.ts'

export interface OpenFile {
  name: string
  mime: string
  bytes: Uint8Array
}

export interface CreateOptions {
  /** Writes the row; defaults to a transaction of its own. */
  transact?: (write: (db: Db) => Promise<Export>) => Promise<Export>
  /** The caller waits for the file: a single email is exported synchronously, whatever its size. */
  isAwaited?: boolean
  /** Cancels the export when the client disconnects. */
  signal?: AbortSignal | undefined
}

export type Exports = ReturnType<typeof createExports>

export function createExports({ store, blobs, vault, workers, now = () => store.read.nowMs(), ...making }: ExportDeps) {
  const links = createLinks(vault, making.cdnUrl)

  const present = (row: rows.NewExport, beside: Beside = {}) => presentExport(row, { links, nowMs: now(), ...beside })

  async function find(caller: Caller, id: string): Promise<rows.ExportRow> {
    if (!isId('export', id)) fail('EXPORT_NOT_FOUND')
    const visibility = await templateVisibility(store.read, caller)
    const row = await rows.selectExport(store.read, caller.projectId, { id, nowMs: now(), visibility })
    return row ?? fail('EXPORT_NOT_FOUND')
  }

  async function show(db: Db, row: rows.ExportRow): Promise<Export> {
    const job = isLive(row) && row.jobId !== null ? await findJob(db, row.jobId) : undefined
    return present(row, { progress: job?.progress ?? undefined, linksFrom: linksFrom(now()) })
  }

  async function read(file: KeptFile | undefined): Promise<OpenFile | undefined> {
    const bytes = file && (await blobs.get(file.key))
    return bytes && { name: file.name, mime: file.mime, bytes }
  }

  return {
    /**
     * Creates and stores an export and emits an event; a failure is reported to the caller only, without an event. A large
     * export is only enqueued, after a check that its emails exist. `transact` writes the row, by default in a transaction
     * of its own; if it does not run the write, because it already has the response of a repeated request, or the write
     * fails, the files are deleted. After a commit with an unknown outcome they are left to `purgeExports`.
     */
    async create(
      caller: Caller,
      input: CreateExport,
      { transact = (write) => store.tx(write), signal, isAwaited = false }: CreateOptions = {},
    ): Promise<Export> {
      if (input.options?.engine === 'chromium' && making.chromium === undefined) {
        fail('NOT_CONFIGURED', 'Chromium is not configured; set SVC_CHROMIUM_PATH.')
      }
      const partition = { kind: 'project', projectId: caller.projectId, client: caller.actor.id } as const
      const ownWorkers = workers.forCaller({ partition, signal })
      if (!isAwaited && (await isLarge(store.read, caller, input))) {
        const target = await loadTarget(store.read, caller.projectId, input)
        await checkSources(store.read, caller, input, { target, workers: ownWorkers })
        const order = { exportId: createId('export', now()), caller, input }
        return transact(async (db) => {
          const row = await orderExport(db, order, now())
          await recordExport(db, caller, row)
          return present(row)
        })
      }
      const {
        row: made,
        content,
        discard,
      } = await makeExport(
        {
          ...making,
          // Anonymous visitors of the demo must not make svc send requests to other hosts.
          ...(caller.projectId === demoProjectId ? { send: skipCall } : {}),
          workers: ownWorkers,
          blobs,
          db: store.read,
          nowMs: now(),
        },
        caller,
        input,
      )
      let mayBeCommitted = false
      try {
        return await transact(async (db) => {
          mayBeCommitted = false
          // From this age on, `purgeExports` may treat the files as orphaned.
          if (isTooLate(made.createdAt, now())) fail('EXPORT_FAILED', 'The export took too long.')
          const row = await recordOrder(db, caller, made)
          await rows.insertExport(db, caller.projectId, row)
          await emitCompleted(db, caller, present(row))
          await recordExport(db, caller, row)
          mayBeCommitted = true
          return present(row, { content })
        })
      } finally {
        if (!mayBeCommitted) await discard()
      }
    },

    /** Includes the project's own targets. */
    async formats(caller: Caller) {
      return listFormats(await ownProviders(store.read, caller.projectId))
    },

    /** The project's exports that the caller may see. */
    async list(caller: Caller, page: IdPage, filter: rows.ExportFilter = {}): Promise<Export[]> {
      const visibility = await templateVisibility(store.read, caller)
      const found = await rows.selectExports(store.read, caller.projectId, page, {
        ...filter,
        nowMs: now(),
        visibility,
      })
      return found.map((row) => present(row))
    },

    /**
     * One export with links that stay the same for ten minutes. EXPORT_NOT_FOUND for an export of another project, an expired one, and if the caller may
     * not see all of its templates.
     */
    async get(caller: Caller, id: string): Promise<Export> {
      return show(store.read, await find(caller, id))
    },

    /** A file of an export; `name` selects one of several. FILE_NOT_FOUND if no file has the name. */
    async open(caller: Caller, id: string, name?: string): Promise<{ file: OpenFile; url: string }> {
      const row = await find(caller, id)
      const files = keptFiles(row)
      if (name === undefined && files.length > 1) {
        const message = `use one of ${files.map((file) => file.name).join(', ')}`
        fail('VALIDATION_FAILED', { issues: [{ path: '/file', message }] })
      }
      const kept = name === undefined ? files[0] : files.find((file) => file.name === name)
      const file = (await read(kept)) ?? fail('FILE_NOT_FOUND')
      return { file, url: links.create({ exportId: id, name: file.name, expiresAt: row.expiresAt }, now()) }
    },

    /** Cancels an unfinished export; deletes a finished one with its files. */
    async remove(caller: Caller, id: string, ifMatch?: string): Promise<void> {
      const row = await find(caller, id)
      if (ifMatch !== undefined) checkIfMatch(ifMatch, exportRevision(await show(store.read, row)))
      const { jobId } = row
      if (isLive(row) && jobId !== null && (await store.tx((db) => cancel(db, caller, { id, jobId })))) return
      // The row first: if its deletion were rolled back, it would refer to deleted files.
      await store.tx(async (db) => {
        await rows.deleteExport(db, caller.projectId, id)
        await recordAct(db, caller, ['export.deleted', id], {})
      })
      await deleteFilesOf(blobs, id, (keys) => namedKeys(store.read, keys))
    },

    /** The file of a signed link. LINK_INVALID, LINK_EXPIRED, or FILE_NOT_FOUND if it was deleted in the meantime. */
    async openLink(link: SignedLink): Promise<OpenFile> {
      const state = links.evaluate(link, now())
      if (state !== 'valid') fail(state === 'expired' ? 'LINK_EXPIRED' : 'LINK_INVALID')
      const row = await rows.selectLinkedExport(store.read, link.exportId, now())
      const file = row && keptFiles(row).find(({ name }) => name === link.name)
      return (await read(file)) ?? fail('FILE_NOT_FOUND')
    },
  }
}

/**
 * Deletes the expired exports of all projects, and files of attempts older than `limits.orphanHours` that no row refers to;
 * returns the number of both. Stops between batches when the signal aborts. Safe to run on several replicas.
 */
export async function purgeExports(
  store: Store,
  blobs: Blobs,
  { nowMs, signal }: { nowMs: number; signal?: AbortSignal },
): Promise<number> {
  const named = (keys: readonly string[]) => namedKeys(store.read, keys)
  let purged = 0
  while (signal?.aborted !== true) {
    // The rows first, and only those still expired: a job that finishes in the meantime extends its export by a day.
    const gone = await store.tx((db) => rows.deleteExpired(db, nowMs, 100), statementwise)
    for (const id of gone) await deleteFilesOf(blobs, id, named)
    purged += gone.length
    if (gone.length === 0) break
  }
  return purged + (await collectUnnamed(blobs, { prefix: exportFolder, begunBefore, named }, { nowMs, signal }))
}

/** The keys that rows refer to. Keys of earlier versions count as referenced while their export exists. */
async function namedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const ids = new Set(keys.flatMap((key) => exportIn(key) ?? []))
  const found = new Map((await rows.selectFiles(db, [...ids])).map((row) => [row.id, keptFiles(row)]))
  const isNamed = (key: string) => {
    const files = found.get(exportIn(key) ?? '')
    return files !== undefined && (attemptTime(key) === undefined || files.some((file) => file.key === key))
  }
  return new Set(keys.filter(isNamed))
}

async function cancel(db: Db, caller: Caller, { id, jobId }: { id: string; jobId: string }): Promise<boolean> {
  const isCancelled = await cancelJob(db, jobId, [makeExportJob])
  if (isCancelled) await recordAct(db, caller, ['export.cancelled', id], {})
  return isCancelled
}

function recordExport(db: Db, caller: Caller, { id, format, target, templateIds }: rows.NewExport): Promise<void> {
  return recordAct(db, caller, ['export.created', id], { format, target, templates: templateIds })
}

function isLive({ status }: rows.ExportRow): boolean {
  return status === 'queued' || status === 'running'
}

const skipCall: Send = () =>
  Promise.reject(new OutboundError('blocked_address', 'The editor demo does not fetch from other hosts.'))
