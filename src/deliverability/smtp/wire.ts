/** Why no more bytes come. `garbled` and `too_long` are the reader’s; `closed` may come at any time. */
export type WireEnd = 'timeout' | 'closed' | 'too_long' | 'garbled' | 'aborted'

/** How an upgrade to TLS went. `problem` says why the certificate is not to be trusted, or why there is no TLS at all. */
export interface TlsUpgrade {
  readonly isEncrypted: boolean
  readonly isTrusted: boolean
  readonly protocol?: string
  readonly problem?: string
  /** The certificates it showed, its own first, where anyone who opened the connection keeps them. */
  readonly shown?: () => readonly { readonly der: Uint8Array; readonly isSignedByNext: boolean }[]
}

/** A connection to a mail server, opened by anyone who may. */
export interface Wire {
  /** Queues bytes; what cannot be sent shows when reading. */
  write(bytes: Uint8Array): void
  /** True if bytes are here that nobody has read. */
  readonly hasArrived: boolean
  /** What arrives next, or why nothing does. */
  read(timeoutMs: number): Promise<Uint8Array | WireEnd>
  /** The TLS handshake, with the name that the certificate should be for. */
  startTls(host: string, timeoutMs: number): Promise<TlsUpgrade>
  /** Closes at once, unless something is being sent. */
  close(): void
}
