import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Blobs, BlobError, openBlobs, readS3Address } from '../platform/blobs/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Log } from '../platform/log/index.ts'
import { type Store, StorageError, migrationStatus } from '../platform/storage/index.ts'
import { claimSetting, replaceSetting, selectSetting } from './store.ts'

/** The id of the file store is in the database under this setting, and in the file store under this key. */
const setting = 'file_store'
const key = 'file-store-id'
/** Maximum wait for another replica that writes the id for the first time, milliseconds. */
const firstWriteMs = 10_000
const pollMs = 100
/** An unresponsive bucket must not delay the start. */
const bucketTimeout = { timeoutMs: 5000, attempts: 1, firstWaitMs: 0 }

interface FileStoreId {
  id: string
  /** True if the id has been written to the file store. */
  isMarked: boolean
}

/** A file store and its name in messages. */
export interface FileStore {
  blobs: Blobs
  name: string
  /** Directory of the files; undefined for a bucket. */
  folder?: string
}

/** `detail` is for operators; `publicDetail` contains no names. */
export interface FileProblem {
  detail: string
  publicDetail: string
}

/** `other`: the files have a different id, or none although the database has one. `new`: the database has none yet. */
export type FileMatch = 'same' | 'other' | 'new'

/** Opens the configured file store, with short timeouts. Throws a BlobError for an invalid URL. */
export function openFileStore({ dataDir, blobUrl }: Pick<Config, 'dataDir' | 'blobUrl'>): FileStore {
  const folder = join(dataDir, 'blobs')
  const address = blobUrl === undefined ? undefined : readS3Address(blobUrl)
  const name = address === undefined || 'problem' in address ? folder : `the bucket ${address.bucket}`
  const blobs = openBlobs(folder, blobUrl, bucketTimeout)
  return blobUrl === undefined ? { blobs, name, folder } : { blobs, name }
}

/**
 * Throws a StorageError, before anything is written, if the database is empty and files exist: one of the two is wrong, or
 * the database was lost. `svc files link` permits it.
 */
export async function refuseFilesWithoutDatabase(store: Store, { blobs, name }: FileStore): Promise<void> {
  if (!(await isEmpty(store)) || (await blobs.list('', { limit: 1 })).length === 0) return
  const database = store.dialect === 'sqlite' ? `The database in ${store.dataDir}` : 'The database'
  throw new StorageError(
    `${database} is empty, but there are files in ${name}. Restore the database that belongs to them, or set SVC_DATABASE_URL or ` +
      'SVC_DATA_DIR to it. To start with an empty database, move the files away, or run svc files link to keep them.',
  )
}

/**
 * Throws a StorageError if the files belong to another database, or to a single other replica. The first start writes an id
 * into both.
 */
export async function requireFilesOfDatabase(
  store: Store,
  { blobs, name }: FileStore,
  waitMs: number = firstWriteMs,
): Promise<void> {
  const marker = await readMarker(blobs)
  const fresh = { id: marker ?? crypto.randomUUID(), isMarked: marker !== undefined }
  if (await store.tx((db) => claimSetting(db, setting, fresh))) return mark(store, blobs, fresh)
  let known = await readId(store)
  if (marker === undefined && !known?.isMarked) {
    // Another replica is about to write it, or was killed before.
    const until = performance.now() + waitMs
    while (!known?.isMarked && performance.now() < until) {
      await Bun.sleep(pollMs)
      known = await readId(store)
    }
    if (known !== undefined && !known.isMarked) return mark(store, blobs, known)
  }
  const found = marker ?? (await readMarker(blobs))
  if (known === undefined || found === known.id) return known === undefined ? undefined : mark(store, blobs, known)
  throw new StorageError(mismatch(name, found))
}

/** Compares the ids of files and database. Changes nothing. */
export async function compareFiles(store: Store, { blobs }: FileStore): Promise<FileMatch> {
  const known = await readId(store)
  if (known === undefined || !known.isMarked) return 'new'
  return (await readMarker(blobs)) === known.id ? 'same' : 'other'
}

/**
 * Finds a reason why files cannot be used: an unresponsive bucket, a read-only directory, or files of another database.
 * Undefined if there is none. Changes nothing.
 */
export async function findFileProblem(store: Store, files: FileStore): Promise<FileProblem | undefined> {
  try {
    if (files.folder !== undefined) await access(files.folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if ((await compareFiles(store, files)) !== 'other') return undefined
    const publicDetail = 'The stored files belong to another database; run svc doctor.'
    return { detail: mismatch(files.name), publicDetail }
  } catch (error) {
    if (files.folder !== undefined && isDenied(error))
      return { detail: `${files.folder} cannot be written: ${error.code}.`, publicDetail: 'Files cannot be written.' }
    if (error instanceof BlobError)
      return {
        detail: `The files cannot be reached: ${error.message}`,
        publicDetail: 'The file store does not respond.',
      }
    throw error
  }
}

function isDenied(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** Assigns the files to this database, whatever their ids were; returns the new id. */
export async function linkFiles(store: Store, { blobs }: FileStore): Promise<string> {
  const marker = await readMarker(blobs)
  const fresh = { id: marker ?? crypto.randomUUID(), isMarked: false }
  await store.tx((db) => claimSetting(db, setting, fresh))
  const { id } = (await readId(store)) ?? fresh
  await write(store, blobs, id)
  return id
}

/** Runs the check; an unreachable bucket is logged and does not prevent the start. */
export async function unlessUnreachable(log: Log, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof BlobError)) throw error
    log.warn('The bucket does not respond: not checked whether its files belong to this database', { error })
  }
}

/** The remedy for files of another database. */
export function mismatch(name: string, found?: string): string {
  const fault = found === undefined ? 'do not have the id of this database' : 'belong to another database'
  return (
    `The files in ${name} ${fault}. Every replica needs the same files: set SVC_BLOB_URL to one bucket, or SVC_DATA_DIR to a ` +
    'shared directory. If these are the right files, as after a restore or a move, run svc files link once.'
  )
}

async function mark(store: Store, blobs: Blobs, { id, isMarked }: FileStoreId): Promise<void> {
  if (!isMarked) await write(store, blobs, id)
}

// The files are marked first: `isMarked` in the database implies that they are.
async function write(store: Store, blobs: Blobs, id: string): Promise<void> {
  await blobs.put(key, new TextEncoder().encode(id))
  await store.tx((db) => replaceSetting(db, setting, { id, isMarked: true }))
}

async function readMarker(blobs: Blobs): Promise<string | undefined> {
  const bytes = await blobs.get(key)
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes).trim()
}

async function readId(store: Store): Promise<FileStoreId | undefined> {
  return (await selectSetting(store.read, setting)) as FileStoreId | undefined
}

async function isEmpty(store: Store): Promise<boolean> {
  const { migrations } = await migrationStatus(store)
  if (migrations.every(({ appliedAt }) => appliedAt === null)) return true
  // A database with an older schema was in use.
  if (migrations.some(({ appliedAt }) => appliedAt === null)) return false
  if ((await readId(store)) !== undefined) return false
  const { companies } = store.read.tables
  return (await store.read.select({ id: companies.id }).from(companies).limit(1)).length === 0
}
