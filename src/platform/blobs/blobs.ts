import type { Stored } from './measured.ts'

export interface BlobEntry {
  key: string
  sizeBytes: number
  /** Milliseconds since epoch. */
  storedAtMs: number
}

/** A byte range, the end exclusive; an end beyond the last byte is clamped. */
export interface BlobRange {
  start: number
  end: number
}

/**
 * Storage of bytes by key. Every method fails with an Error on a key that `isBlobKey` refuses, and with a BlobError if the
 * store does not respond or refuses.
 */
export interface Blobs {
  /**
   * Stores the bytes and replaces earlier ones; once it resolves they survive power loss. Readers see old or new bytes,
   * never a mix.
   */
  put(key: string, bytes: Uint8Array): Promise<void>
  /**
   * Stores bytes from a stream, under a key that was never used, with only a few chunks in memory. If the stream fails, no
   * blob remains, and its error is rethrown.
   */
  putStream(key: string, parts: AsyncIterable<Uint8Array>): Promise<Stored>
  /** Undefined if there is no such blob. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Undefined if there is no such blob. */
  getRange(key: string, range: BlobRange): Promise<Uint8Array | undefined>
  /** All bytes or a range, as a stream; undefined if there is no such blob. */
  stream(key: string, range?: BlobRange): Promise<ReadableStream<Uint8Array> | undefined>
  /** Deletes the blob; no effect if there is none. */
  delete(key: string): Promise<void>
  /** Size in bytes; undefined if there is no such blob. */
  size(key: string): Promise<number | undefined>
  /** The blobs whose keys start with the prefix, sorted by key: all, or the first `limit` after a key. */
  list(prefix?: string, page?: { after?: string; limit?: number }): Promise<BlobEntry[]>
  /**
   * A URL to which a client may PUT exactly this many bytes of this key until the seconds have passed: `content-length` is
   * one of its signed headers. Undefined for a store without presigned URLs.
   */
  presignPut(key: string, upload: { seconds: number; bytes: number }): string | undefined
}

/** The blob store refuses or cannot be reached. The message is for the operator. */
export class BlobError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BlobError'
  }
}

const maxKeyLength = 512
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** A key consists of segments of letters, digits, `.`, `_` and `-` that do not begin with a dot, joined by `/`. */
export function isBlobKey(text: string): boolean {
  return text.length <= maxKeyLength && text.split('/').every((part) => segment.test(part))
}

/** Returns the key. Throws if it is invalid. */
export function checkKey(key: string): string {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${JSON.stringify(key)}`)
  return key
}
