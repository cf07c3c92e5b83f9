import { S3Client } from 'bun'
import { limits } from '../../kernel/limits.ts'
import { type BlobEntry, BlobError, type BlobRange, type Blobs, checkKey } from './blobs.ts'
import { Measured, type Stored } from './measured.ts'
import { signHeaders } from './presign.ts'
import type { S3Address } from './s3-url.ts'

/** Timeouts and retries of one call, milliseconds. */
export interface S3Timeouts {
  /** One attempt, plus the time for its bytes at 1 MB a second. */
  timeoutMs: number
  attempts: number
  /** Pause before the second attempt; doubles for each further one. */
  firstWaitMs: number
  /** All attempts of one call together. */
  totalMs: number
  /** The only attempt of a call after one that timed out, until one succeeds. */
  probeMs: number
  /** Wait for the next bytes of a stream. */
  silenceMs: number
}

const usual: S3Timeouts = {
  timeoutMs: limits.blobAttemptSeconds * 1000,
  attempts: 3,
  firstWaitMs: 100,
  totalMs: limits.blobCallSeconds * 1000,
  probeMs: limits.blobProbeSeconds * 1000,
  silenceMs: limits.blobSilenceSeconds * 1000,
}
const bytesPerMs = 1000

/** Min part size of an S3 upload; smaller files are uploaded as one object without parts. */
const partBytes = 5 * 1024 * 1024

/** Blobs in a bucket of an S3-compatible store. Makes no request before the first call. */
export function openS3(address: S3Address, timeout: Partial<S3Timeouts> = {}): Blobs {
  return new S3Blobs(address, { ...usual, ...timeout })
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

class S3Blobs implements Blobs {
  readonly #client: S3Client
  readonly #prefix: string
  readonly #secretAccessKey: string
  readonly #timeout: S3Timeouts
  /** True if the last call timed out. */
  #isSilent = false

  constructor(address: S3Address, timeout: S3Timeouts) {
    const { bucket, endpoint, region, isVirtualHosted, accessKeyId, secretAccessKey } = address
    this.#client = new S3Client({
      bucket,
      accessKeyId,
      secretAccessKey,
      virtualHostedStyle: isVirtualHosted,
      // Otherwise the runtime uses AWS_SESSION_TOKEN, which belongs to other keys.
      sessionToken: '',
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(region === undefined ? {} : { region }),
    })
    this.#prefix = address.prefix
    this.#secretAccessKey = secretAccessKey
    this.#timeout = timeout
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const name = this.#name(key)
    await this.#try('store a file', () => this.#client.write(name, bytes), bytes.length)
  }

  async putStream(key: string, parts: AsyncIterable<Uint8Array>): Promise<Stored> {
    const writer = this.#client.file(this.#name(key)).writer({ partSize: partBytes, queueSize: 2, retry: 3 })
    const measured = new Measured()
    let isEnded = false
    try {
      let waiting = 0
      for await (const part of measured.through(parts)) {
        // Each part has its own timeout: the sender determines the duration of the whole upload.
        await this.#once('store a part of a file', async () => writer.write(part), partBytes)
        waiting += part.length
        if (waiting < partBytes) continue
        waiting = 0
        await this.#once('store a part of a file', async () => writer.flush(), partBytes)
      }
      isEnded = true
      await this.#once('store a file', async () => writer.end(), 2 * partBytes)
      return measured.result()
    } catch (error) {
      const removed = this.#remove(key, isEnded ? undefined : async () => writer.end())
      // The caller does not wait for the cleanup if the store does not respond.
      if (!isTimeout(error)) await removed
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
    // The store refuses a range that begins beyond the end.
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
    const begin = async () => {
      const reader = (range === undefined ? file : file.slice(start, end)).stream().getReader()
      return { reader, first: await reader.read() }
    }
    // Awaits the first bytes, so that a store that hangs is a failure and not a file without an end.
    const { reader, first } = await this.#try('read a file', begin)
    return this.#guarded(reader, first)
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

  presignPut(key: string, { seconds, bytes }: { seconds: number; bytes: number }): string {
    const url = this.#client.presign(this.#name(key), { method: 'PUT', expiresIn: seconds })
    const headers = { 'content-length': String(bytes) }
    return signHeaders(url, { method: 'PUT', headers, secretAccessKey: this.#secretAccessKey })
  }

  /** The stream of the reader, which fails if the next bytes take too long. */
  #guarded(reader: Reader, first: Awaited<ReturnType<Reader['read']>>): ReadableStream<Uint8Array> {
    let next: typeof first | undefined = first
    return new ReadableStream({
      pull: async (out) => {
        try {
          const { done, value } =
            next ?? (await this.#within('send more of a file', this.#timeout.silenceMs, () => reader.read()))
          next = undefined
          if (done || value === undefined) out.close()
          else out.enqueue(value)
        } catch (error) {
          void reader.cancel().catch(() => undefined)
          throw error
        }
      },
      cancel: (reason) => reader.cancel(reason),
    })
  }

  /**
   * Removes the remains of a failed upload. The runtime's writer cannot abort it: it is completed, then deleted. The key has
   * not been used anywhere.
   */
  async #remove(key: string, end: (() => Promise<unknown>) | undefined): Promise<void> {
    if (end !== undefined) await this.#once('end an upload', end, partBytes).catch(() => undefined)
    await this.delete(key).catch(() => undefined)
  }

  #name(key: string): string {
    return this.#prefix + checkKey(key)
  }

  async #try<T>(what: string, call: () => Promise<T>, bytes = 0): Promise<T> {
    const { attempts, firstWaitMs, totalMs } = this.#timeout
    const endsAt = performance.now() + totalMs
    for (let attempt = 1; ; attempt++) {
      const wasSilent = this.#isSilent
      try {
        return await this.#once(what, call, bytes, endsAt)
      } catch (error) {
        const waitMs = firstWaitMs * 2 ** (attempt - 1)
        const isLast = attempt >= attempts || (wasSilent && isTimeout(error))
        if (isLast || !mayPass(error) || performance.now() + waitMs >= endsAt) {
          this.#isSilent = isTimeout(error)
          throw error
        }
        // A single timeout may be a problem of its connection.
        this.#isSilent = wasSilent
        await Bun.sleep(waitMs)
      }
    }
  }

  /** One attempt; records if it timed out. */
  async #once<T>(what: string, call: () => Promise<T>, bytes: number, endsAt = Infinity): Promise<T> {
    const { timeoutMs, totalMs, probeMs } = this.#timeout
    const ownMs = (this.#isSilent ? probeMs : timeoutMs) + bytes / bytesPerMs
    try {
      const value = await this.#within(what, Math.min(ownMs, totalMs, endsAt - performance.now()), call)
      this.#isSilent = false
      return value
    } catch (error) {
      this.#isSilent = isTimeout(error)
      throw error
    }
  }

  async #within<T>(what: string, timeoutMs: number, call: () => Promise<T>): Promise<T> {
    let timer: Timer | undefined
    const late = new Promise<never>((_, reject) => {
      const refuse = () => reject(new BlobError(`S3 took too long to ${what}`, { code: 'Timeout' }))
      timer = setTimeout(refuse, timeoutMs)
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

function isTimeout(error: unknown): boolean {
  return error instanceof BlobError && codeOf(error.cause) === 'Timeout'
}

/** True for errors that a retry may fix: not a refused key or a missing bucket. */
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
