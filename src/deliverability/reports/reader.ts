import type { ReportSink } from './sink.ts'

/** Primitives of the runtime that the reader is built on. */
export interface ReaderDeps {
  /**
   * Inflates a raw DEFLATE stream (RFC 1951) in pieces. `source` is read in order; what follows the stream in the last piece
   * that was read is returned. Throws an Error named `InflateError`, whose `isTruncated` tells an early end from damage.
   */
  inflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Uint8Array>
  /** CRC-32 of the bytes, continuing from that of the preceding ones. */
  crc32(bytes: Uint8Array, before: number): number
  /** SHA-256. */
  createHash(): ReportHash
}

export interface ReportHash {
  update(text: string): void
  /** Hexadecimal. */
  digest(): string
}

export interface ReadOptions {
  /** Unix milliseconds, for reports that cannot be from their time. */
  readonly now: number
  /** Keeps email addresses, subject and header of failure reports; they are redacted otherwise. */
  readonly keepsPersonalData?: boolean
  /** Keys the hashes of redacted email addresses, so that they cannot be guessed. */
  readonly redactionKey?: string
}

/** What each part of the reader needs. */
export interface ReadContext extends ReadOptions {
  readonly sink: ReportSink
  readonly deps: ReaderDeps
}
