import type { Stored } from './measured.ts'

export interface BlobEntry {
  key: string
  sizeBytes: number
  /** When it was stored, milliseconds since epoch. */
  storedAtMs: number
}

/** Bytes of a blob, the end exclusive; an end behind the last byte means the last byte. */
export interface BlobRange {
  start: number
  end: number
}

/**
 * A place for bytes under keys. Every member fails with an Error on a key that `isBlobKey` refuses, and with a BlobError
 * when the place does not answer or refuses.
 */
export interface Blobs {
  /** Stores the bytes, in place of what was there; once it resolves they survive power loss. Readers see old or new, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /**
   * Stores what comes in parts, under a key that nothing was ever stored under, and holds a few of them at a time. When the
   * parts fail nothing stays, and their error is passed on.
   */
  putStream(key: string, parts: AsyncIterable<Uint8Array>): Promise<Stored>
  /** The bytes, or undefined when there are none under this key. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Some of the bytes, or undefined when there are none under this key. */
  getRange(key: string, range: BlobRange): Promise<Uint8Array | undefined>
  /** The bytes as they are read, all or some; undefined when there are none under this key. */
  stream(key: string, range?: BlobRange): Promise<ReadableStream<Uint8Array> | undefined>
  /** Removes the blob; nothing happens when there is none. */
  delete(key: string): Promise<void>
  /** Size in bytes, or undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>
  /** The blobs whose keys start with the prefix, in the order of their keys: all, or the first so many behind a key. */
  list(prefix?: string, page?: { after?: string; limit?: number }): Promise<BlobEntry[]>
  /**
   * A URL to which a client may PUT exactly so many bytes of this key until the seconds have passed: `content-length` is one of
   * its signed headers. Undefined where blobs are reached through the service alone.
   */
  presignPut(key: string, upload: { seconds: number; bytes: number }): string | undefined
}

/** The place of the blobs refuses or cannot be reached. The message is for the operator. */
export class BlobError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BlobError'
  }
}

const maxKeyLength = 512
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** True if the text may be a key: segments of letters, digits, `.`, `_` and `-` that do not begin with a dot, joined by `/`. */
export function isBlobKey(text: string): boolean {
  return text.length <= maxKeyLength && text.split('/').every((part) => segment.test(part))
}

/** The key. Throws when it is none. */
export function checkKey(key: string): string {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${JSON.stringify(key)}`)
  return key
}
