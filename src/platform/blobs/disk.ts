import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, statSync } from 'node:fs'
import { type FileHandle, open, readFile, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type BlobEntry, type BlobRange, type Blobs, checkKey, isBlobKey } from './blobs.ts'
import { Measured, type Stored } from './measured.ts'

/** Folder of incomplete files; a key cannot begin with a dot, so none points here. */
const incoming = '.incoming'

/** An incomplete file older than this, milliseconds, is abandoned. */
const abandonedAfterMs = 60 * 60 * 1000

/** Opens the blobs below a directory of the local disk and creates it if it is missing. */
export function openDisk(directory: string): Blobs {
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

  constructor(directory: string) {
    this.#directory = directory
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#write(key, (file) => file.writeFile(bytes))
  }

  async putStream(key: string, parts: AsyncIterable<Uint8Array>): Promise<Stored> {
    const measured = new Measured()
    await this.#write(key, async (file) => {
      for await (const part of measured.through(parts)) await file.writeFile(part)
    })
    return measured.result()
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return orUndefined(readFile(this.#path(key)))
  }

  async getRange(key: string, { start, end }: BlobRange): Promise<Uint8Array | undefined> {
    return orUndefined(Bun.file(this.#path(key)).slice(start, end).bytes())
  }

  async stream(key: string, range?: BlobRange): Promise<ReadableStream<Uint8Array> | undefined> {
    const file = Bun.file(this.#path(key))
    if ((await this.size(key)) === undefined) return undefined
    return (range === undefined ? file : file.slice(range.start, range.end)).stream()
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key)
    rmSync(path, { force: true })
    removeEmptyFolders(dirname(path), this.#directory)
  }

  async size(key: string): Promise<number | undefined> {
    return (await orUndefined(stat(this.#path(key))))?.size
  }

  async list(prefix = '', { after = '', limit }: { after?: string; limit?: number } = {}): Promise<BlobEntry[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (folder !== '') this.#path(folder.slice(0, -1))
    const files = await orUndefined(readdir(join(this.#directory, folder), { recursive: true, withFileTypes: true }))
    const keys = (files ?? [])
      .filter((file) => file.isFile())
      .map((file) => relative(this.#directory, join(file.parentPath, file.name)).split(sep).join('/'))
      .filter((key) => key.startsWith(prefix) && key > after && isBlobKey(key))
      .sort()
    return keys.slice(0, limit).flatMap((key) => this.#entry(key) ?? [])
  }

  presignPut(): undefined {
    return undefined
  }

  #entry(key: string): BlobEntry | undefined {
    const found = statSync(this.#path(key), { throwIfNoEntry: false })
    return found && { key, sizeBytes: found.size, storedAtMs: found.mtimeMs }
  }

  async #write(key: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
    const path = this.#path(key)
    const temporary = join(this.#directory, incoming, crypto.randomUUID())
    try {
      await writeDurably(temporary, fill)
      moveInto(temporary, path)
      await this.#syncFolders(dirname(path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  // A rename is durable once its folder is synced, and a new folder once its parent is.
  async #syncFolders(from: string): Promise<void> {
    if (process.platform === 'win32') return
    for (let folder = from; ; folder = dirname(folder)) {
      await orUndefined(syncFolder(folder))
      if (folder === this.#directory) return
    }
  }

  #path(key: string): string {
    return join(this.#directory, checkKey(key))
  }
}

/** Max attempts if the folder is removed between its creation and the move into it. */
const moveAttempts = 100

/**
 * Moves a file to its path in a folder that is created if needed. Another process on the same directory may remove the empty
 * folder in between, so it is created again. A recursive mkdir fails with EEXIST if the folder disappears while it checks
 * it.
 */
function moveInto(temporary: string, path: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      mkdirSync(dirname(path), { recursive: true })
      renameSync(temporary, path)
      return
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (!['ENOENT', 'EEXIST'].includes(code) || attempt === moveAttempts) throw error
    }
  }
}

async function writeDurably(path: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await fill(file)
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
    // The folder is not empty, or does not exist: both are fine.
  }
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
