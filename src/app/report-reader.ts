import { createInflateRaw } from 'node:zlib'
import type { ReaderDeps } from '../deliverability/reports/index.ts'

/** The runtime for the report reader: zlib and SHA-256. */
export const readerDeps: ReaderDeps = {
  inflate,
  crc32: (bytes, before) => Bun.hash.crc32(bytes, before),
  createHash: () => {
    const hash = new Bun.CryptoHasher('sha256')
    return { update: (text) => void hash.update(text), digest: () => hash.digest('hex') }
  },
}

class InflateError extends Error {
  override readonly name = 'InflateError'
  readonly isTruncated: boolean

  constructor(code: string | undefined, cause: unknown) {
    super('The compressed data cannot be inflated.', { cause })
    this.isTruncated = code === 'Z_BUF_ERROR'
  }
}

/** zlib reports how many bytes belong to the stream, unlike DecompressionStream, which rejects what follows it. */
async function* inflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Uint8Array> {
  const stream = createInflateRaw({ chunkSize: 64 * 1024 })
  let read = 0
  let last: Uint8Array = new Uint8Array()
  let failure: { error: unknown } | undefined
  const ended = Promise.withResolvers<void>()
  for (const event of ['end', 'close', 'error']) stream.on(event, ended.resolve)
  const writing = (async () => {
    try {
      for await (const piece of source) {
        read += piece.length
        last = piece
        const { promise, resolve } = Promise.withResolvers<void>()
        stream.write(piece, () => resolve())
        await Promise.race([promise, ended.promise])
        // The stream ends within this piece, or with the one before.
        if (stream.bytesWritten < read || stream.readableEnded || stream.destroyed) break
      }
      if (!stream.destroyed) stream.end()
    } catch (error) {
      failure = { error }
      stream.destroy()
    }
  })()
  let consumed = 0
  try {
    for await (const piece of stream) yield piece as Uint8Array
    consumed = stream.bytesWritten
  } catch (error) {
    if (failure === undefined) throw new InflateError((error as NodeJS.ErrnoException).code, error)
  } finally {
    stream.destroy()
  }
  await writing
  if (failure !== undefined) throw failure.error
  return last.subarray(last.length - (read - consumed))
}
