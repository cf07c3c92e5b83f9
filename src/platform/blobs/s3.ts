import { S3Client } from 'bun'
import { type BlobEntry, BlobError, type BlobRange, type Blobs, checkKey } from './blobs.ts'
import { Measured, type Stored } from './measured.ts'
import type { S3Address } from './s3-address.ts'

/** How long one call may take, and how often it is tried while the store is busy or away. */
export interface S3Patience {
  timeoutMs: number
  attempts: number
  /** Wait before the second attempt; it doubles from then on. */
  firstWaitMs: number
}

const usual: S3Patience = { timeoutMs: 30_000, attempts: 3, firstWaitMs: 100 }

/** The least that S3 takes as a part of an upload, and what is sent as one object without parts. */
const partBytes = 5 * 1024 * 1024

/** Blobs in a bucket of an S3-compatible store. Nothing is asked before the first call. */
export function openS3(address: S3Address, patience: S3Patience = usual): Blobs {
  return new S3Blobs(address, patience)
}

class S3Blobs implements Blobs {
  readonly #client: S3Client
  readonly #prefix: string
  readonly #patience: S3Patience

  constructor(address: S3Address, patience: S3Patience) {
    const { bucket, endpoint, region, isVirtualHosted, accessKeyId, secretAccessKey } = address
    this.#client = new S3Client({
      bucket,
      accessKeyId,
      secretAccessKey,
      virtualHostedStyle: isVirtualHosted,
      // Else the runtime takes one from AWS_SESSION_TOKEN, which belongs to other keys.
      sessionToken: '',
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(region === undefined ? {} : { region }),
    })
    this.#prefix = address.prefix
    this.#patience = patience
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const name = this.#name(key)
    await this.#try('store a file', () => this.#client.write(name, bytes))
  }

  async putStream(key: string, parts: AsyncIterable<Uint8Array>): Promise<Stored> {
    const writer = this.#client.file(this.#name(key)).writer({ partSize: partBytes, queueSize: 2, retry: 3 })
    const measured = new Measured()
    let isEnded = false
    try {
      let waiting = 0
      for await (const part of measured.through(parts)) {
        await writer.write(part)
        waiting += part.length
        if (waiting < partBytes) continue
        waiting = 0
        await this.#within('store a part of a file', async () => writer.flush())
      }
      isEnded = true
      await this.#within('store a file', async () => writer.end())
      return measured.result()
    } catch (error) {
      // The runtime's writer cannot give up an upload: it is completed, then removed. Nobody knows the key yet.
      if (!isEnded) await this.#within('end an upload', async () => writer.end()).catch(() => undefined)
      await this.delete(key).catch(() => undefined)
      throw error
    }
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const file = this.#client.file(this.#name(key))
    return this.#try('read a file', () => orUndefined(file.bytes()))
  }

  async getRange(key: string, { start, end }: BlobRange): Promise<Uint8Array | undefined> {
    const size = await this.size(key)
    if (size === undefined) return undefined
    // The store refuses a range that begins behind the end.
    if (start >= Math.min(end, size)) return new Uint8Array()
    const part = this.#client.file(this.#name(key)).slice(start, Math.min(end, size))
    return this.#try('read a part of a file', () => orUndefined(part.bytes()))
  }

  async stream(key: string, range?: BlobRange): Promise<ReadableStream<Uint8Array> | undefined> {
    const size = await this.size(key)
    if (size === undefined) return undefined
    const { start, end } = { start: range?.start ?? 0, end: Math.min(range?.end ?? size, size) }
    if (start >= end) return new Blob([]).stream()
    const file = this.#client.file(this.#name(key))
    return range === undefined ? file.stream() : file.slice(start, end).stream()
  }

  async delete(key: string): Promise<void> {
    const name = this.#name(key)
    await this.#try('delete a file', () => this.#client.delete(name))
  }

  async size(key: string): Promise<number | undefined> {
    const name = this.#name(key)
    return (await this.#try('look for a file', () => orUndefined(this.#client.stat(name))))?.size
  }

  async list(prefix = '', { after, limit = Infinity }: { after?: string; limit?: number } = {}): Promise<BlobEntry[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (folder !== '') checkKey(folder.slice(0, -1))
    const entries: BlobEntry[] = []
    let startAfter = after === undefined ? undefined : this.#prefix + after
    while (entries.length < limit) {
      const page = await this.#try('list files', () =>
        this.#client.list({ prefix: this.#prefix + prefix, ...(startAfter === undefined ? {} : { startAfter }) }),
      )
      const found = page.contents ?? []
      for (const { key, size = 0, lastModified } of found)
        entries.push({
          key: key.slice(this.#prefix.length),
          sizeBytes: size,
          storedAtMs: Date.parse(String(lastModified)),
        })
      startAfter = found.at(-1)?.key
      if (!page.isTruncated || startAfter === undefined) break
    }
    return entries.slice(0, limit)
  }

  presignPut(key: string, seconds: number): string {
    return this.#client.presign(this.#name(key), { method: 'PUT', expiresIn: seconds })
  }

  #name(key: string): string {
    return this.#prefix + checkKey(key)
  }

  async #try<T>(what: string, call: () => Promise<T>): Promise<T> {
    const { attempts, firstWaitMs } = this.#patience
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#within(what, call)
      } catch (error) {
        if (attempt >= attempts || !mayPass(error)) throw error
        await Bun.sleep(firstWaitMs * 2 ** (attempt - 1))
      }
    }
  }

  async #within<T>(what: string, call: () => Promise<T>): Promise<T> {
    let timer: Timer | undefined
    const late = new Promise<never>((_, reject) => {
      const refuse = () => reject(new BlobError(`S3 took too long to ${what}`, { code: 'Timeout' }))
      timer = setTimeout(refuse, this.#patience.timeoutMs)
    })
    try {
      return await Promise.race([call(), late])
    } catch (error) {
      if (error instanceof BlobError) throw error
      throw new BlobError(`S3 could not ${what}: ${codeOf(error)}`, error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** What another attempt may mend: not a key that is refused, or a bucket that is not there. */
function mayPass(error: unknown): boolean {
  const code = error instanceof BlobError ? codeOf(error.cause) : ''
  return /^(SlowDown|ServiceUnavailable|InternalError|RequestTimeout|UnknownError|Connection\w+|Timeout)$/.test(code)
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code ?? 'UnknownError')
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (codeOf(error) === 'NoSuchKey') return undefined
    throw error
  }
}
