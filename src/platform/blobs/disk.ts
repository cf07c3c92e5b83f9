import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, statSync } from 'node:fs'
import { open, readFile, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type BlobEntry, type Blobs, isBlobKey } from './blobs.ts'

/** Half-written files live here; a key cannot begin with a dot, so none reaches them. */
const incoming = '.incoming'

/** A half-written file older than this, milliseconds, is nobody's any more. */
const abandonedAfterMs = 60 * 60 * 1000

/** Opens the blobs below a directory of the local disk, which is made if it is missing. */
export function openBlobs(directory: string): Blobs {
  mkdirSync(join(directory, incoming), { recursive: true })
  for (const name of readdirSync(join(directory, incoming))) {
    const path = join(directory, incoming, name)
    const written = statSync(path, { throwIfNoEntry: false })
    if (written !== undefined && Date.now() - written.mtimeMs > abandonedAfterMs) rmSync(path, { force: true })
  }
  return new DiskBlobs(resolve(directory))
}

class DiskBlobs implements Blobs {
  readonly #directory: string
  #total: Promise<{ bytes: number }> | undefined

  constructor(directory: string) {
    this.#directory = directory
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key)
    const temporary = join(this.#directory, incoming, crypto.randomUUID())
    try {
      await writeDurably(temporary, bytes)
      const total = await this.#total
      // Without an await in between, so that no `delete` removes the folder meanwhile and the total counts once.
      mkdirSync(dirname(path), { recursive: true })
      const before = sizeOf(path)
      renameSync(temporary, path)
      if (total !== undefined) total.bytes += bytes.length - before
      await this.#syncFolders(dirname(path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return orUndefined(readFile(this.#path(key)))
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key)
    const total = await this.#total
    const before = sizeOf(path)
    rmSync(path, { force: true })
    if (total !== undefined) total.bytes -= before
    removeEmptyFolders(dirname(path), this.#directory)
  }

  async size(key: string): Promise<number | undefined> {
    return (await orUndefined(stat(this.#path(key))))?.size
  }

  async list(prefix = ''): Promise<BlobEntry[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (folder !== '') this.#path(folder.slice(0, -1))
    const files = await orUndefined(readdir(join(this.#directory, folder), { recursive: true, withFileTypes: true }))
    const keys = (files ?? [])
      .filter((file) => file.isFile())
      .map((file) => relative(this.#directory, join(file.parentPath, file.name)).split(sep).join('/'))
      .filter((key) => key.startsWith(prefix) && isBlobKey(key))
      .sort()
    return keys.map((key) => ({ key, sizeBytes: sizeOf(this.#path(key)) }))
  }

  async totalBytes(): Promise<number> {
    this.#total ??= this.list().then((entries) => ({ bytes: entries.reduce((sum, entry) => sum + entry.sizeBytes, 0) }))
    return (await this.#total).bytes
  }

  // A rename is durable once its folder is, and a new folder once the one around it is.
  async #syncFolders(from: string): Promise<void> {
    if (process.platform === 'win32') return
    for (let folder = from; ; folder = dirname(folder)) {
      await orUndefined(syncFolder(folder))
      if (folder === this.#directory) return
    }
  }

  #path(key: string): string {
    if (!isBlobKey(key)) throw new Error(`Not a blob key: ${JSON.stringify(key)}`)
    return join(this.#directory, key)
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function removeEmptyFolders(from: string, upTo: string): void {
  try {
    for (let folder = from; folder !== upTo; folder = dirname(folder)) rmdirSync(folder)
  } catch {
    // Something else is in it, or it was never there.
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
