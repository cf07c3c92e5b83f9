export type BlobEntry = { key: string; sizeBytes: number }

/** A place for bytes under keys. Every member fails with an Error on a key that `isBlobKey` refuses. */
export interface Blobs {
  /** Stores the bytes, in place of what was there; once it resolves they survive power loss. Readers see old or new, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or undefined when there are none under this key. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Removes the blob; nothing happens when there is none. */
  delete(key: string): Promise<void>
  /** Size in bytes, or undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>
  /** Every blob whose key starts with the prefix, in the order of their keys. */
  list(prefix?: string): Promise<BlobEntry[]>
  /** Bytes of all blobs together, counted at the first call and kept up since. */
  totalBytes(): Promise<number>
}

const longestKey = 512
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** Whether the text may be a key: segments of letters, digits, `.`, `_` and `-` that do not begin with a dot, joined by `/`. */
export function isBlobKey(text: string): boolean {
  return text.length <= longestKey && text.split('/').every((part) => segment.test(part))
}
